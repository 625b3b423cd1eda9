/** What tests of likes and clicks have in common: a few offers, the log of what was done, and what is taken out of sight. */
import type { Selectable } from 'kysely'

import { GUEST_ID } from '#contract/constants.ts'
import type { Action, InteractionType } from '#contract/interaction.ts'
import type { Offer } from '#contract/offer.ts'
import type { InteractionTable } from '#db/schema.ts'

import type { Row, TestApp } from './app.ts'

export const NOBODY = '01a1fd0a-6772-7721-a0ce-5a450114b80a'

/** A row of a file: an offer of a shop. */
export const offerRow = (title: string, more: Row = {}): Row => ({ title, shop: 'Tea House', category: 'Food', ...more })

/** Imports offers and finds them again by their titles. */
export async function importOffers(app: TestApp, rows: Row[]): Promise<Offer[]> {
  await app.importRows(rows)
  return Promise.all(rows.map(async ({ title }) => (await app.http('GET /offers/all', { query: { q: title! } })).data[0]!))
}

/** The body of `POST /interactions`. */
export const interactionOf = (interactionType: InteractionType, targetId: string, more: { userId?: string; action?: Action } = {}) => ({
  userId: GUEST_ID,
  interactionType,
  targetType: interactionType.startsWith('OFFER') ? ('OFFER' as const) : ('SHOP' as const),
  targetId,
  action: 'ADD' as const,
  ...more,
})

type LoggedInteraction = Omit<Selectable<InteractionTable>, 'id'>
/** Everything that was noted, in its order. */
export async function readLog({ context: { pool } }: TestApp) {
  const { rows } = await pool.query(
    'select at, consumer_id, kind, target_id, action, latitude, longitude, is_rounded, device, platform from interaction order by id',
  )
  return rows as LoggedInteraction[]
}

/** Takes an offer or a shop out of sight, as undoing its import would. */
export async function withdraw({ context: { pool, onCatalogueChange } }: TestApp, what: 'offer' | 'shop', id: string) {
  await pool.query(`update ${what}_version set withdrawn_at = now() where ${what}_id = $1`, [id])
  for (const tell of onCatalogueChange) tell()
}
