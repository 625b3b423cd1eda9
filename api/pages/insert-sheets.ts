/**
 * What a page waits for before it is painted is its stylesheets: on a slow line one more way to the server and back. So in the pages that strangers
 * come to those that they wear stand in the page, and the others are fetched once it has been read. Whoever walks on has them all.
 */
import { hash } from 'node:crypto'

const LINKS = /<link rel="stylesheet" href="(\/assets\/([a-z-]+)-[\w-]{8}\.css)"[^>]*>/g
/** The sheets (web/styles) that pages wear. */
const WORN: [page: RegExp, sheets: string[]][] = [
  [/^\/\?(?:.*&)?view=shops/, ['app', 'landing-page', 'detail-page']],
  [/^\/(?:$|\?)/, ['app', 'landing-page']],
  [/^\/(?:offers|shops)\//, ['app', 'detail-page']],
]

export type Sheets = {
  /** A page, asked for under `url`, as it is sent. */
  insert: (html: string, url: string) => string
  /** For the policy of the pages: the styles that may stand in one. */
  sources: string[]
}

/** `page` is any page as it was rendered, `read` what a file of the build holds. */
export function createSheets(page: string, read: (file: string) => string): Sheets {
  const links = [...page.matchAll(LINKS)].map(([link, file, name]) => ({ link, name: name!, text: read(file!) }))
  const missing = WORN.flatMap(([, names]) => names).find((worn) => !links.some(({ name }) => name === worn))
  if (missing !== undefined) throw new Error(`No page has the stylesheet ${missing}`)
  return {
    insert(html, url) {
      const worn = WORN.find(([pattern]) => pattern.test(url))?.[1]
      if (!worn) return html
      let inserted = html
      let late = ''
      for (const { link, name, text } of links) {
        const isWorn = worn.includes(name)
        // By functions: a dollar in a sheet is a dollar.
        inserted = inserted.replace(link, () => (isWorn ? `<style>${text}</style>` : ''))
        if (!isWorn) late += link
      }
      return inserted.replace('</body>', () => `${late}</body>`)
    },
    sources: links.filter(({ name }) => WORN.some(([, names]) => names.includes(name))).map(({ text }) => sourceOf(text)),
  }
}

const sourceOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`
