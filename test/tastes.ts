/** A city whose shoppers fall into groups, each with shops of its own: what a model can learn from. */
import { HOUR } from '#contract/time.ts'

import type { TestApp } from './app.ts'
import { offerOf } from './recommendations.ts'

const GROUPS = 3
const SHOPS_PER_GROUP = 6
/** Offers that each shopper likes, of the shops of their group. */
const LIKES = 4

export type TasteCity = {
  consumers: string[]
  /** Ids, those of the first group first. */
  shops: string[]
  offers: string[]
  /** Lines that a model learns from. */
  events: number
  /** So many more clicks, one after the other on all offers, of one shopper or of all in turn. */
  click: (count: number, consumerId?: string) => Promise<void>
}

/** Shoppers and what they did are written straight into the database: nothing here is about signing up. */
export async function fillWithTastes(app: TestApp, { shoppers = 30, clicks = 2 } = {}): Promise<TasteCity> {
  const { pool, clock, newId } = app.context
  const names = Array.from(
    { length: GROUPS * SHOPS_PER_GROUP },
    (_, index) => `Shop ${'ABC'[Math.floor(index / SHOPS_PER_GROUP)]}${index % SHOPS_PER_GROUP}`,
  )
  await app.importRows(names.map((name) => offerOf(name, `Offer of ${name}`)))
  const { rows } = await pool.query(
    'select v.offer_id, v.shop_id from current_offer v join current_shop s on s.shop_id = v.shop_id order by s.name',
  )
  const [offers, shops] = [rows.map((row) => row['offer_id'] as string), rows.map((row) => row['shop_id'] as string)]
  const consumers = Array.from({ length: shoppers }, newId)
  const likes = consumers.flatMap((consumer, place) => {
    const first = (place % GROUPS) * SHOPS_PER_GROUP
    return Array.from({ length: LIKES }, (_, n) => ({
      consumer,
      offer: offers[first + ((Math.floor(place / GROUPS) + n) % SHOPS_PER_GROUP)]!,
      at: new Date(clock.now() - (LIKES - n) * HOUR),
    }))
  })
  await pool.query(
    `insert into consumer (id, email, email_key, name, phone, gender, created_at)
     select id, id || '@post.example', id || '@post.example', 'Somebody', '0771234567', 'Other', $2 from unnest($1::uuid[]) id`,
    [consumers, new Date(clock.now())],
  )
  const columns = [likes.map(({ consumer }) => consumer), likes.map(({ offer }) => offer), likes.map(({ at }) => at)]
  await pool.query('insert into liked_offer select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[])', columns)
  await pool.query(
    `insert into interaction (at, consumer_id, kind, target_id, action)
     select at, consumer, 'OFFER_LIKE', offer, 'ADD' from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) one (consumer, offer, at)`,
    columns,
  )
  const click = async (count: number, consumerId?: string) => {
    await pool.query(
      `insert into interaction (at, consumer_id, kind, target_id, action)
       select $1, ($2::uuid[])[1 + n % array_length($2::uuid[], 1)], 'OFFER_CLICK', ($3::uuid[])[1 + n % array_length($3::uuid[], 1)], 'ADD'
       from generate_series(0, $4::integer - 1) n`,
      [new Date(clock.now()), consumerId === undefined ? consumers : [consumerId], offers, count],
    )
  }
  await click(clicks * shoppers)
  return { consumers, shops, offers, events: likes.length + clicks * shoppers, click }
}
