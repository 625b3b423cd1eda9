/**
 * Lists that ask what can be used now. No index knows that: the first STATUS_WINDOW offers in the list's order are looked at one by one
 * with the rule that draws the door sign, once a minute for everyone who asks the same.
 */
import { STATUS_WINDOW } from '#contract/constants.ts'
import { offerStatus, RANK, rankStatus } from '#contract/offer-status.ts'
import type { Offer } from '#contract/offer.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import type { Db } from '#db/connection.ts'
import { createLastUsed } from '#db/last-used.ts'

import type { Context } from '../context.ts'
import type { CursorKey } from '../http/cursor.ts'
import { createQueue } from '../http/create-queue.ts'
import { asRest, readRestKey, toRestKey, toTotal, type Slice, type SliceRequest, type Total } from '../http/paging.ts'
import type { Picked } from './data-cards.ts'
import { keepHours, readStatusFacts } from './data-status.ts'
import { pickOffers, type ListRequest } from './data.ts'
import { showPicked } from './keep-cards.ts'
import { storedSortOf } from './order-offers.ts'

type Ranked = Picked & { ends: number }
/** What was found out of one minute: the offers in their new order, and the key of the list's own order behind the last one looked at. */
type Ranking = { at: number; ranked: Ranked[]; behind: CursorKey | undefined }

const KEPT_RANKINGS = 100
/** A list goes on as it began for so long, however statuses change meanwhile. */
const GOES_ON_FOR = DAY
/** A ranking holds a processor for a while: they are made one after the other, between which other questions are answered. */
const WAITING = 40

export function createStatusLists({ db, config: { city }, onCatalogueChange }: Context) {
  const kept = createLastUsed<string, Promise<Ranking>>(KEPT_RANKINGS)
  const hours = keepHours()
  const queueUp = createQueue(WAITING, 'Many ask what can be used now. Ask for the list as it is, or come back in a moment.')
  onCatalogueChange.add(() => {
    kept.clear()
    hours.forget()
  })

  async function rank(request: ListRequest, at: number): Promise<Ranking> {
    // As things stood in that minute, so that whoever makes it anew, and when, finds the same.
    const { picked, behind } = await pickWindow(db, { ...request, now: at })
    const ids = picked.map((one) => one.offer_id)
    const facts = await readStatusFacts(db, ids, hours)
    const ranks = new Map([...facts].map(([id, offer]) => [id, rankStatus(offerStatus(offer, at, city), at)]))
    const rankOf = (one: Picked) => ranks.get(one.offer_id) ?? Infinity
    const chosen = request.filters.usable
      ? picked.filter((one) => rankOf(one) === RANK.usable)
      : picked.toSorted((a, b) => rankOf(a) - rankOf(b))
    const ranked = chosen.map((one) => ({ ...one, ends: Date.parse(facts.get(one.offer_id)?.endDate ?? '') || Infinity }))
    return { at, ranked, behind }
  }

  /** The ranking of a minute. It is kept from the first who asks for it, also while it is being made. */
  function getRanking(request: ListRequest, at: number) {
    const { limit: _, cursor: __, ...question } = request.filters
    const key = JSON.stringify([at, question])
    const known = kept.get(key)
    if (known) return known
    const made = queueUp(() => rank(request, at))
    kept.set(key, made)
    made.catch(() => kept.get(key) === made && kept.delete(key))
    return made
  }

  async function pick(request: ListRequest & SliceRequest): Promise<Slice<Picked> & { total?: Total }> {
    const { filters, limit, after, now } = request
    const behind = readRestKey(after)
    if (behind) return pickBehind(db, { ...request, after: behind })
    const ranking = await getRanking(request, minuteOf(after, now))
    const page = cut(ranking, after, limit, now)
    const total = filters.usable && { ...toTotal(countRunning(ranking, now)), ...(ranking.behind && { totalIsMore: true }) }
    if (total || page.next || !ranking.behind) return { ...page, ...(total && { total }) }
    if (page.items.length === limit) return { ...page, next: toRestKey(ranking.behind) }
    const rest = await pickBehind(db, { ...request, limit: limit - page.items.length, after: ranking.behind })
    return { items: [...page.items, ...rest.items], next: rest.next }
  }

  /** One page, and how many the list holds where it asks for nothing but what can be used now. */
  return async (request: ListRequest & SliceRequest): Promise<Slice<Offer> & { total?: Total }> => {
    const { items, ...more } = await pick(request)
    return { items: await showPicked(db, items, city, request.filters.near), ...more }
  }
}

/** The first offers in the list's own order, and the key behind them where there are more. */
async function pickWindow(db: Db, request: ListRequest) {
  const sort = storedSortOf(request.filters)
  const picked: Picked[] = []
  let behind: CursorKey | undefined
  do {
    const slice: Slice<Picked> = await pickOffers(db, { ...request, sort, limit: STATUS_WINDOW - picked.length, after: behind })
    picked.push(...slice.items)
    behind = slice.next
  } while (behind && picked.length < STATUS_WINDOW)
  return { picked, behind }
}

/** What lies behind the window. */
const pickBehind = async (db: Db, request: ListRequest & SliceRequest): Promise<Slice<Picked>> =>
  asRest(await pickOffers(db, { ...request, sort: storedSortOf(request.filters) }))

/** Of which minute a list is: the one in which it began, or this one. Another server's clock may be a little ahead. */
function minuteOf(after: CursorKey | undefined, now: number) {
  const begun = after?.[0] === 'status' ? Number(after[1]) : now
  const at = begun <= now + MINUTE && begun > now - GOES_ON_FOR ? begun : now
  return Math.floor(at / MINUTE) * MINUTE
}

/** A page of what still runs. The cursor names the last offer that was looked at: how many stand before it may change. */
function cut({ at, ranked }: Ranking, after: CursorKey | undefined, limit: number, now: number): Slice<Picked> {
  let index = after ? findNext(ranked, after) : 0
  const items: Picked[] = []
  for (; index < ranked.length && items.length < limit; index++) if (ranked[index]!.ends >= now) items.push(ranked[index]!)
  const last = ranked[index - 1]
  return { items, next: last && index < ranked.length ? ['status', at, last.offer_id, index] : undefined }
}
/** Behind the named offer; where it has been withdrawn, where it would have stood. */
function findNext(ranked: Ranked[], [, , id, position]: CursorKey) {
  const index = ranked.findIndex((one) => one.offer_id === id)
  return index < 0 ? Number(position) : index + 1
}
const countRunning = ({ ranked }: Ranking, now: number) => ranked.filter(({ ends }) => ends >= now).length
