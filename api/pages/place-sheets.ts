/**
 * What a page waits for before it is painted is its stylesheet: on a slow line one more way to the server and back. So in the pages that strangers come
 * to it stands in the page, and what only others wear is fetched when the page has been read. Whoever walks on has both.
 */
import { hash } from 'node:crypto'

const LINKS = /<link rel="stylesheet" href="(\/assets\/[\w.-]+)"[^>]*>/g
/** Those whose first view is whole with the first sheet. */
const STANDS_ALONE = /^\/(?:$|\?|offers\/|shops\/)/

export type Sheets = {
  /** The page as it is sent. */
  place: (html: string, url: string) => string
  /** For the policy of the pages: what a style has to be, to be one. */
  source: string
}

/** `page` is any page as it was rendered, `read` what a file of the build holds. */
export function createSheets(page: string, read: (file: string) => string): Sheets {
  const links = [...page.matchAll(LINKS)]
  if (links.length !== 2) throw new Error(`A page has two stylesheets, and this one ${links.length}`)
  const [[main, file], [rest]] = links as [RegExpExecArray, RegExpExecArray]
  const sheet = read(file!)
  const style = `<style>${sheet}</style>`
  return {
    // By functions: a dollar in a sheet is a dollar.
    place: (html, url) =>
      STANDS_ALONE.test(url)
        ? html
            .replace(main, () => style)
            .replace(rest, '')
            .replace('</body>', () => `${rest}</body>`)
        : html,
    source: `'sha256-${hash('sha256', sheet, 'base64')}'`,
  }
}
