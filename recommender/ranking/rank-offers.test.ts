import { describe, expect, test } from 'vitest'

import { reasonText } from '#contract/recommendation-texts.ts'
import { HOUR } from '#contract/time.ts'
import { buildCandidate, buildDeed, buildQuestion, buildTown, isBakery, NOW, placeOf, SHOPS } from '#test/taste-town.ts'
import { OF_CATEGORY, OF_SHOP, RUN, drawNumbers } from './pick-offers.ts'
import { trainModel } from '../training/train-model.ts'
import { emptyModel } from './model.ts'
import { rankOffers } from './rank-offers.ts'

const model = trainModel(buildTown(), { settings: { beta: 0.2, penalty: 12, share: 0.3, content: 0.2 } })
const shopOf = (offerId: string) => Number(offerId.split('-')[1])
const rankOf = (ranked: { offerId: string }[], shop: number) => ranked.findIndex(({ offerId }) => shopOf(offerId) === shop)
const likes = (...shops: number[]) => shops.map((shop) => buildDeed(shop))

test('the same question has the same answer', () => {
  const question = buildQuestion({ shopper: { deeds: likes(1, 2) }, seed: 5, limit: 24 })
  expect(rankOffers(model, question)).toEqual(rankOffers(trainModel(buildTown(), { settings: model.settings! }), question))
})

test('a like moves what people like together with it up, in the very next answer', () => {
  const before = rankOffers(model, buildQuestion({ limit: SHOPS }))
  const after = rankOffers(model, buildQuestion({ limit: SHOPS, shopper: { deeds: likes(21) } }))
  const gyms = (ranked: typeof before) => ranked.slice(0, 5).filter(({ offerId }) => !isBakery(shopOf(offerId))).length
  expect(gyms(after)).toBeGreaterThan(gyms(before))
  expect(rankOf(after, 22)).toBeLessThan(rankOf(before, 22))
})

test('a look says less than a like, and "Not interested" takes a shop down', () => {
  const score = (deeds: ReturnType<typeof likes>) =>
    rankOffers(model, buildQuestion({ limit: SHOPS, shopper: { deeds } })).find(({ offerId }) => offerId === 'offer-22')!.score
  const [like, click, dismissal] = (['like', 'click', 'dismissal'] as const).map((kind) => [buildDeed(21, { kind })])
  expect(score(like!)).toBeGreaterThan(score(click!))
  expect(score(click!)).toBeGreaterThan(score([]))
  expect(score(dismissal!)).toBeLessThan(score([]))
})

test('a shop that nobody has ever chosen is found by its kind and its place', () => {
  const [bakery, gym] = [SHOPS / 2 - 1, SHOPS - 1]
  const candidates = buildQuestion().candidates.map((candidate, shop) =>
    shop === bakery || shop === gym ? { ...candidate, popularity: 0 } : candidate,
  )
  const score = (liked: number, shop: number) =>
    rankOffers(model, buildQuestion({ candidates, limit: SHOPS, shopper: { deeds: likes(liked, liked + 1) } })).find(
      ({ offerId }) => shopOf(offerId) === shop,
    )!.score
  expect(score(1, bakery)).toBeGreaterThan(score(1, gym) + 1)
  expect(score(21, gym)).toBeGreaterThan(score(21, bakery) + 1)
})

test('nothing comes twice, nor what was not asked about, nor more than asked for', () => {
  const candidates = [...buildQuestion().candidates, buildCandidate(3), buildCandidate(3)]
  const ranked = rankOffers(model, buildQuestion({ candidates, limit: 100, seed: 9 }))
  expect(ranked).toHaveLength(SHOPS)
  expect(new Set(ranked.map(({ offerId }) => offerId)).size).toBe(SHOPS)
  expect(rankOffers(model, buildQuestion({ limit: 7, seed: 9 }))).toHaveLength(7)
  expect(rankOffers(model, buildQuestion({ candidates: [] }))).toEqual([])
})

test('one shop and one category do not fill the list while others are left', () => {
  const many = Array.from({ length: 30 }, (_, n) => buildCandidate(n % 3, { offerId: `of-${n % 3}-${n}`, popularity: 50 }))
  const candidates = [...many, ...buildQuestion().candidates]
  const ranked = rankOffers(model, buildQuestion({ candidates, limit: 16, shopper: { deeds: likes(4, 5) } }))
  const found = ranked.map(({ offerId }) => candidates.find((candidate) => candidate.offerId === offerId)!)
  for (const { shopId } of found) expect(found.filter((one) => one.shopId === shopId).length).toBeLessThanOrEqual(OF_SHOP)
  for (let n = 0; n + RUN <= found.length; n += 1) {
    const run = found.slice(n, n + RUN)
    expect(run.filter(({ category }) => category === 'Food').length).toBeLessThanOrEqual(OF_CATEGORY)
  }
})

test('a shop of which the model knows nothing, in a category it does not know, still gets a place and a true reason', () => {
  const stranger = buildCandidate(0, { offerId: 'new', shopId: 'opened-today', category: 'Boats', startsAt: NOW - HOUR, popularity: 0 })
  const ranked = rankOffers(model, buildQuestion({ candidates: [stranger, ...buildQuestion().candidates], limit: SHOPS + 1 }))
  expect(ranked.find(({ offerId }) => offerId === 'new')?.reason).toEqual({ kind: 'new' })
})

test('the worked example of decision 0013', () => {
  const popularity: Record<number, number> = { 2: 12, 22: 3, 23: 6 }
  const candidates = buildQuestion().candidates.map((candidate, shop) => ({
    ...candidate,
    popularity: popularity[shop] ?? 0,
    saving: shop === 2 ? 0.3 : 0,
    isUsableNow: shop === 22,
  }))
  const { category: _, ...shop } = buildDeed(39)
  const shopper = { deeds: [shop, buildDeed(21)], likedShops: ['shop-39'], interestedCategories: ['Food'] }
  const ranked = rankOffers(model, buildQuestion({ candidates, shopper }))
  expect(ranked.slice(0, 5).map(({ offerId, score, reason }) => [shopOf(offerId), score.toFixed(2), reasonText(reason, '')])).toEqual([
    [20, '0.56', 'Because you liked Shop 21'],
    [22, '0.54', 'Because you liked Shop 21'],
    [39, '0.46', 'From a shop you like'],
    [2, '0.04', 'You are interested in Food'],
    [24, '0.23', 'Near shops you know in Southend'],
  ])
})

describe('in a city that nobody has trained', () => {
  test('what is popular comes first for a stranger, and what they said they like for who said so', () => {
    const candidates = [buildCandidate(1, { popularity: 9 }), buildCandidate(21, { popularity: 5 }), buildCandidate(2, { popularity: 1 })]
    expect(rankOffers(emptyModel(), buildQuestion({ candidates })).map(({ offerId }) => offerId)).toEqual([
      'offer-1',
      'offer-21',
      'offer-2',
    ])
    const interested = rankOffers(emptyModel(), buildQuestion({ candidates, shopper: { interestedCategories: ['Health'] } }))
    expect(interested[0]).toMatchObject({ offerId: 'offer-21', reason: { kind: 'interest', interest: 'Health' } })
  })

  test('a like of one kind brings more of that kind and of that place', () => {
    const ranked = rankOffers(emptyModel(), buildQuestion({ shopper: { deeds: likes(25) } }))
    expect(isBakery(shopOf(ranked[0]!.offerId))).toBe(false)
  })
})

describe('what the shopper said', () => {
  /** Gyms that are far more popular than the bakeries, and people like the shopper go to them. */
  const candidates = buildQuestion().candidates.map((candidate, shop) => ({ ...candidate, popularity: isBakery(shop) ? 0 : 50 }))
  const ask = (shopper: object) =>
    rankOffers(model, buildQuestion({ candidates, limit: 24, shopper: { deeds: likes(21, 22, 23, 24, 25), ...shopper } }))
  const { category: _, ...unmet } = buildDeed(SHOPS / 2 - 1)

  test('a liked shop that training knows nothing of is among the first four, and an interest twice among the first eight', () => {
    const place = rankOf(ask({}), SHOPS / 2 - 1)
    expect(place === -1 || place > 8).toBe(true)
    const ranked = ask({ deeds: [...likes(21, 22, 23, 24, 25), unmet], likedShops: [unmet.shopId], interestedCategories: ['Food'] })
    expect(rankOf(ranked.slice(0, 4), SHOPS / 2 - 1)).toBeGreaterThanOrEqual(0)
    expect(ranked.slice(0, 8).filter(({ offerId }) => isBakery(shopOf(offerId))).length).toBeGreaterThanOrEqual(2)
    // And it is no more than that: people like the shopper still have a say.
    expect(ranked.slice(0, 8).some(({ offerId }) => !isBakery(shopOf(offerId)))).toBe(true)
  })

  test('a liked shop comes though it is far away, but not where the shopper is not interested in it', () => {
    const far = candidates.map((candidate, shop) =>
      shop === SHOPS / 2 - 1 ? { ...candidate, position: { lat: 7.2, lng: 80.1 } } : candidate,
    )
    const near = placeOf(25)
    const question = { candidates: [...far, ...far.map((one) => ({ ...one, offerId: `${one.offerId}-2` }))], limit: 24 }
    const placeFor = (deeds: ReturnType<typeof likes>) =>
      rankOf(rankOffers(model, buildQuestion({ ...question, shopper: { near, deeds, likedShops: [unmet.shopId] } })), SHOPS / 2 - 1)
    expect(placeFor([...likes(21, 22), unmet])).toBeLessThan(4)
    expect(placeFor([...likes(21, 22), unmet, buildDeed(SHOPS / 2 - 1, { kind: 'dismissal' })])).toBe(-1)
  })
})

describe('what the moment says', () => {
  const first = (changes: Partial<ReturnType<typeof buildCandidate>>, shopper = {}) =>
    rankOffers(model, buildQuestion({ candidates: [buildCandidate(1), buildCandidate(1, { offerId: 'other', ...changes })], shopper }))[0]

  test('what can be used now comes before what cannot, and what saves more before what saves less', () => {
    expect(first({ isUsableNow: true })?.offerId).toBe('other')
    expect(first({ saving: 0.5 })?.offerId).toBe('other')
    const unknown = [buildCandidate(1, { popularity: 0 }), buildCandidate(2, { popularity: 0, saving: 0.5 })]
    expect(rankOffers(emptyModel(), buildQuestion({ candidates: unknown }))[0]).toMatchObject({
      offerId: 'offer-2',
      reason: { kind: 'saving' },
    })
  })

  test('what is close comes before what is far', () => {
    const near = { lat: 6.8, lng: 79.86 }
    expect(first({ position: near }, { near })?.offerId).toBe('other')
  })

  test('an offer that ends within hours says so, one that is over or cannot be used does not', () => {
    const only = (endsAt: number, isUsableNow: boolean) =>
      rankOffers(emptyModel(), buildQuestion({ candidates: [buildCandidate(1, { endsAt, isUsableNow, popularity: 0 })] }))[0]?.reason.kind
    expect(only(NOW + HOUR, true)).toBe('ends-soon')
    expect(only(NOW + 20 * HOUR, true)).not.toBe('ends-soon')
  })
})

describe('reasons', () => {
  const ranked = rankOffers(
    model,
    buildQuestion({ limit: SHOPS, seed: 3, shopper: { deeds: [...likes(1, 2), buildDeed(24, { kind: 'click' })] } }),
  )

  test('name what the shopper really liked or looked at', () => {
    const similar = ranked.flatMap(({ reason }) => (reason.kind === 'similar' ? [reason] : []))
    expect(similar.length).toBeGreaterThan(0)
    for (const { to, shop } of similar) expect(to === 'liked' ? ['Shop 1', 'Shop 2'] : ['Shop 24']).toContain(shop)
  })

  test('a similar shop is one that people choose together: the model holds a weight between the two', () => {
    for (const { offerId, reason } of ranked) {
      if (reason.kind !== 'similar') continue
      const from = Number(reason.shop.split(' ')[1])
      const row = model.neighbours.columns.subarray(model.neighbours.starts[from], model.neighbours.starts[from + 1])
      expect([...row]).toContain(shopOf(offerId))
    }
    expect(ranked.some(({ reason }) => reason.kind === 'similar')).toBe(true)
  })

  test('an offer of a shop that they like says so, and that it is new where it is', () => {
    const candidates = [buildCandidate(1), buildCandidate(1, { offerId: 'fresh', startsAt: NOW - HOUR })]
    const { category: _, ...shop } = buildDeed(1)
    const own = rankOffers(model, buildQuestion({ candidates, shopper: { deeds: [shop] } }))
    expect(own).toMatchObject([
      { offerId: 'fresh', reason: { kind: 'new-at-liked-shop', shop: 'Shop 1' } },
      { offerId: 'offer-1', reason: { kind: 'liked-shop', shop: 'Shop 1' } },
    ])
  })

  test('who likes an offer does not hear that they like its shop', () => {
    const [another] = rankOffers(model, buildQuestion({ candidates: [buildCandidate(1)], shopper: { deeds: likes(1) } }))
    expect(another?.reason).toEqual({ kind: 'same-shop', shop: 'Shop 1' })
  })

  test('a stranger hears of what is popular, with the neighbourhood where there is one', () => {
    const candidates = [buildCandidate(5, { popularity: 40 }), buildCandidate(21, { popularity: 40, position: { lat: 7.4, lng: 79.9 } })]
    const reasons = rankOffers(emptyModel(), buildQuestion({ candidates })).map(({ offerId, reason }) => [offerId, reason])
    expect(Object.fromEntries(reasons)).toEqual({ 'offer-5': { kind: 'popular-near', place: 'Northend' }, 'offer-21': { kind: 'popular' } })
  })

  test('an offer of a shop that they have only looked at says so', () => {
    const [seen] = rankOffers(
      model,
      buildQuestion({ candidates: [buildCandidate(1)], shopper: { deeds: [buildDeed(1, { kind: 'click' })] } }),
    )
    expect(seen!.reason).toEqual({ kind: 'seen-shop', shop: 'Shop 1' })
  })

  test('where everything has just begun nothing is new; what comes after most of it is', () => {
    const fresh = buildQuestion().candidates.map((candidate) => ({ ...candidate, startsAt: NOW - 30 * HOUR }))
    const later = buildCandidate(0, { offerId: 'later-41', shopId: 'opened-today', category: 'Boats', popularity: 0, startsAt: NOW - HOUR })
    const news = (candidates: typeof fresh) =>
      rankOffers(emptyModel(), buildQuestion({ candidates, limit: SHOPS + 1 })).flatMap(({ offerId, reason }) =>
        reason.kind === 'new' ? [offerId] : [],
      )
    expect(news(fresh)).toEqual([])
    expect(news([...fresh, later])).toEqual(['later-41'])
  })

  test('what reads the same is said at most twice in any six places while something else is true', () => {
    const candidates = Array.from({ length: 24 }, (_, n) =>
      buildCandidate(n, {
        saving: 0.4,
        popularity: 0,
        endsAt: NOW + HOUR,
        position: placeOf(n % 2 ? 5 : 25),
      }),
    )
    const { length } = candidates
    const texts = rankOffers(emptyModel(), buildQuestion({ candidates, limit: length })).map(({ reason }) => reasonText(reason, ''))
    expect(new Set(texts).size).toBeGreaterThan(2)
    for (let n = 0; n < length; n += 1) {
      const run = texts.slice(n, n + 6)
      for (const text of run) expect(run.filter((one) => one === text).length).toBeLessThanOrEqual(2)
    }
  })

  test('of five or so people on an offer is popular, of fewer it is not, however quiet the city', () => {
    const kindOf = (popularity: number) =>
      rankOffers(
        emptyModel(),
        buildQuestion({ candidates: [buildCandidate(1, { popularity }), buildCandidate(2, { popularity: 0 })] }),
      ).find(({ offerId }) => offerId === 'offer-1')!.reason.kind
    expect(kindOf(4)).toBe('running-near')
    expect(kindOf(6)).toBe('popular-near')
  })

  test('nothing is called popular that nobody has liked or opened', () => {
    const draw = drawNumbers(4)
    const candidates = buildQuestion().candidates.map((candidate) => ({ ...candidate, popularity: draw() < 0.5 ? 0 : 9 + draw() }))
    const answers = rankOffers(model, buildQuestion({ candidates, limit: SHOPS, shopper: { deeds: likes(3) } }))
    const unpopular = answers.filter(({ offerId }) => candidates.find((one) => one.offerId === offerId)!.popularity === 0)
    expect(unpopular.length).toBeGreaterThan(0)
    for (const { reason } of unpopular) expect(reason.kind).not.toMatch(/^popular/)
  })
})

describe('exploring', () => {
  const candidates = [
    ...buildQuestion().candidates,
    ...Array.from({ length: 30 }, (_, n) => buildCandidate(2, { offerId: `new-${n}`, shopId: `unknown-${n}` })),
  ]
  const explore = (seed: number) => rankOffers(model, buildQuestion({ candidates, limit: 24, seed, shopper: { deeds: likes(1, 2) } }))

  test('the seed draws what is explored; without a seed nothing is', () => {
    expect(explore(0).some(({ isExplored }) => isExplored)).toBe(false)
    const answers = Array.from({ length: 10 }, (_, seed) => JSON.stringify(explore(seed + 1)))
    expect(new Set(answers).size).toBeGreaterThan(1)
    expect(JSON.stringify(explore(1))).toBe(answers[0])
  })

  test('at most one place in twelve is for it, none of the first four, and only little known shops get one', () => {
    let all = 0
    for (let seed = 1; seed < 40; seed += 1) {
      const explored = explore(seed).flatMap(({ isExplored, offerId }, place) => (isExplored ? [{ place, offerId }] : []))
      all += explored.length
      expect(explored.length).toBeLessThanOrEqual(2)
      for (const { place, offerId } of explored) {
        expect(place).toBeGreaterThanOrEqual(4)
        expect(offerId).toMatch(/^new-|-19$|-39$/)
      }
    }
    expect(all).toBeGreaterThan(20)
  })
})
