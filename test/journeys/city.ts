/** What several journeys need: a city of their own to walk in, and nothing of the world outside. */
import type { APIRequestContext, Page } from '@playwright/test'

import { addDays, HOUR, wallTime } from '#contract/time.ts'

/** A day of the city, counted from today. */
export const dayFromNow = (days: number) => addDays(wallTime(Date.now(), 'Asia/Colombo').day, days)

/** What lies on other hosts, which tests do not have, is one grey square: for journeys that bring such pictures, for it costs the browser its cache. */
export const closeOutside = (page: Page) =>
  page.route(
    (url) => url.hostname !== '127.0.0.1',
    (route) => route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>' }),
  )

export type Row = Record<string, string>
const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`

export function toCsv(rows: Row[]) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return [columns.join(','), ...rows.map((row) => columns.map((column) => quote(row[column] ?? '')).join(','))].join('\r\n')
}

/** Imports rows, as an operator's program would. */
export async function importRows(request: APIRequestContext, adminKey: string, rows: Row[], base = '') {
  const response = await request.post(`${base}/api/v1/superadmin/dashboard/import/csv`, {
    headers: { authorization: `Bearer ${adminKey}` },
    multipart: { csv: { name: 'offers.csv', mimeType: 'text/csv', buffer: Buffer.from(toCsv(rows)) } },
  })
  if (!response.ok()) throw new Error(await response.text())
}

/** The id of the first offer that a search finds. */
export async function findOffer(request: APIRequestContext, q: string, base = '') {
  const response = await request.get(`${base}/api/v1/offers/all`, { params: { q, limit: '1' } })
  const { data } = (await response.json()) as { data: { id: string; shop: { id: string } }[] }
  if (!data[0]) throw new Error(`no offer is found by "${q}"`)
  return { offer: data[0].id, shop: data[0].shop.id }
}

/** The link of the first card that does not end within hours, on whatever page shows cards: clocks may be moved on past others. */
export async function findLasting(page: Page, request: APIRequestContext) {
  for (const link of await page.locator('#offers .card h3 a').all()) {
    const path = (await link.getAttribute('href'))!
    const { data } = (await (await request.get(`/api/v1${path}`)).json()) as { data: { endDate: string | null } }
    if (data.endDate === null || Date.parse(data.endDate) > Date.now() + HOUR) return page.locator(`#offers .card h3 a[href="${path}"]`)
  }
  throw new Error('every offer on this page ends soon')
}
