/** What tests of recommendations have in common. */
import type { Row, TestApp } from './app.ts'
import type { SignedIn } from './accounts.ts'
import { interactionOf, NOBODY } from './interactions.ts'

/** An offer of a shop, each in a street of its own. */
export const offerOf = (shop: string, title: string, more: Row = {}): Row => ({
  title,
  shop,
  address: `1 ${shop} Street`,
  category: 'Other',
  end_date: '2026-12-31',
  ...more,
})

type Query = { city?: string; near?: string }
/** The list of whoever asks. */
export const recommend = ({ http, user }: Pick<SignedIn, 'http' | 'user'>, query: Query = { city: 'colombo' }) =>
  http('GET /cluster_recommend/{id}', { params: { id: user.id }, query })
/** The list of a guest, by titles. */
export const recommendToGuest = async ({ http }: TestApp, query: Query = { city: 'colombo' }) =>
  (await http('GET /cluster_recommend/{id}', { params: { id: NOBODY }, query })).map(({ title }) => title)
export const titlesFor = async (me: SignedIn, query?: Query) => (await recommend(me, query)).map(({ title }) => title)

/** Offers by their titles. */
export async function findOffers(app: TestApp) {
  const { data } = await app.http('GET /offers/all', { query: { limit: '100' } })
  return (title: string) => {
    const offer = data.find((one) => one.title === title)
    if (!offer) throw new Error(`there is no offer ${title}`)
    return offer
  }
}

/** Clicks by that many visitors, who are strangers to each other; added up. */
export async function clickOffer(app: TestApp, offerId: string, visitors: number) {
  for (let visitor = 0; visitor < visitors; visitor += 1)
    await app.server.inject({
      method: 'POST',
      url: '/api/v1/interactions',
      headers: { 'user-agent': `Browser ${visitor}` },
      payload: interactionOf('OFFER_CLICK', offerId),
    })
  app.clock.advance(60_000)
  await app.recommender.fold()
}
