/** What journeys of liked offers and shops begin with: likes of an account, and where they stand on the page. */
import type { APIRequestContext, Page } from '@playwright/test'

import type { Account } from './accounts.ts'
import { dayFromNow, findOffer, importRows, type Row } from './city.ts'

export type Kept = { request: APIRequestContext; account: Account; base?: string }
export const call = async ({ request, account, base = '' }: Kept, method: 'get' | 'post' | 'delete', path: string, data?: object) => {
  const headers = { authorization: `Bearer ${account.token}` }
  const response = await request[method](`${base}/api/v1/consumer/${path}`, { headers, ...(data && { data }) })
  if (!response.ok()) throw new Error(await response.text())
  return ((await response.json()) as { data: { id: string; title: string; name: string }[] }).data
}
export const likeOffer = (kept: Kept, offerId: string) => call(kept, 'post', 'liked-offers', { offerId })
export const likeShop = (kept: Kept, shopId: string) => call(kept, 'post', 'liked-shops', { shopId })

/** Offers of one shop, by their titles and the days after which they end. */
export const toRows = (shop: string, ends: Record<string, number>): Row[] =>
  Object.entries(ends).map(([title, days]) => ({
    external_id: `${shop} ${title}`,
    title,
    shop,
    address: '7 Keeper Street',
    category: 'Food',
    discount: '20',
    latitude: '6.91',
    longitude: '79.87',
    end_date: dayFromNow(days),
  }))

/** Imports offers and likes all of them. Those that are to have ended end after that: nobody likes what they cannot find. */
export async function keepOffers(kept: Kept, adminKey: string, shop: string, ends: Record<string, number>) {
  const { request, base } = kept
  const running = Object.fromEntries(Object.entries(ends).map(([title, days]) => [title, Math.max(days, 1)]))
  await importRows(request, adminKey, toRows(shop, running), base)
  for (const title of Object.keys(ends)) await likeOffer(kept, (await findOffer(request, title, base)).offer)
  await importRows(request, adminKey, toRows(shop, ends), base)
  return (await findOffer(request, shop, base)).shop
}

export const cards = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link') })
export const titles = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 })
export const removalOf = (page: Page, name: string, list = 'offers') =>
  page.getByRole('button', { name: `Remove ${name} from liked ${list}` })
