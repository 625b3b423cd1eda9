/** The sitemap: an index, and parts that each begin with an id and hold at most PART addresses. */
import type { Db } from '#db/connection.ts'

import { listBeginnings, listFound, type Kind } from './data.ts'

const PART = 10_000
const BATCH = 1_000
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

type Request = { now: number; origin: string }

/** What no XML may hold, not even escaped. */
// oxlint-disable-next-line no-control-regex -- control characters are among it
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
/** Text as XML holds it. */
export const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(FORBIDDEN, '')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

export async function writeSitemapIndex(db: Db, { now, origin }: Request) {
  const parts: string[] = ['home']
  for (const kind of ['offers', 'shops'] as const) {
    for (const id of await listBeginnings(db, kind, { now, size: PART })) parts.push(`${kind}-${id}`)
  }
  const lines = parts.map((part) => `<sitemap><loc>${escapeXml(`${origin}/sitemap/${part}.xml`)}</loc></sitemap>\n`)
  return `${HEAD}<sitemapindex ${SPACE}>\n${lines.join('')}</sitemapindex>\n`
}

/** One part, put together page by page, so that no query holds the database for long. */
export async function writeSitemapPart(db: Db, kind: Kind, from: string, { now, origin }: Request) {
  const prefix = escapeXml(`${origin}/${kind}/`)
  let lines = ''
  let after: string | undefined
  for (let count = 0; count < PART; count += BATCH) {
    const found = await listFound(db, kind, { now, from, after, limit: BATCH })
    for (const { id, changed } of found) lines += `<url><loc>${prefix}${id}</loc><lastmod>${changed.toISOString()}</lastmod></url>\n`
    after = found.at(-1)?.id
    if (found.length < BATCH) break
  }
  return `${HEAD}<urlset ${SPACE}>\n${lines}</urlset>\n`
}
