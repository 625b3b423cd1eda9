/** Control characters other than line breaks and tabs: no database and no page can hold all of them. */
// oxlint-disable-next-line no-control-regex -- control characters are just what it looks for
const UNCLEAN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
export const EVERY_UNCLEAN = new RegExp(UNCLEAN, 'g')

/** Text that a database and a page can hold: without such characters, and without half ones. */
export const isCleanText = (text: string) => text.isWellFormed() && !UNCLEAN.test(text)

/** A name as it is kept: without such characters, and with single spaces. */
export const cleanName = (text: string) => text.toWellFormed().replaceAll(EVERY_UNCLEAN, '').trim().replace(/\s+/g, ' ')

/** The beginning of a text, of at most `max` UTF-16 units: never with half a letter at its end. */
export const cutText = (text: string, max: number) => text.slice(0, max).replace(/[\ud800-\udbff]$/, '')
