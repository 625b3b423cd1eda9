/** Pictures that the server has fetched and serves itself: at which addresses, and in which widths. */

/** Pixels. A picture is kept in each of these widths up to the first that is no narrower than itself. */
export const PICTURE_WIDTHS = [400, 800, 1200] as const

/** A file of a picture, under the name that it was given when it was first heard of. */
export const PICTURE_FILE = /^[0-9a-f]{32}-(?:400|800|1200)\.webp$/
/** `width` is one of PICTURE_WIDTHS. */
export const pictureFile = (name: string, width: number) => `${name}-${width}.webp`
/** What stands for the picture in answers: its widest file. The others are found from it. */
export const pictureUrl = (name: string, width: number) => `/pictures/${pictureFile(name, width)}`

/** The widths of the files that there are of a picture whose widest has `widest` pixels; none where that is below all of them. */
export const keptWidths = (widest: number) => PICTURE_WIDTHS.filter((width) => width <= widest)

const OWN = /^\/pictures\/([0-9a-f]{32})-(\d+)\.webp$/
/** What a browser picks from; undefined for a picture of another host. */
export function pictureSet(url: string): string | undefined {
  const [, name, widest] = OWN.exec(url) ?? []
  if (name === undefined) return undefined
  return keptWidths(Number(widest))
    .map((width) => `${pictureUrl(name, width)} ${width}w`)
    .join(', ')
}
