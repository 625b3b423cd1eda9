/**
 * Which picture is made for an offer or a shop that has none, and for a link to it that is shared. The server draws it (api/pictures),
 * the page only names it: an address says what it is of and how it is composed, and a mark of what it shows, so that a cache may keep
 * it for ever.
 */
import type { City } from './city.ts'
import { discountLabel, honestSaving } from './offer-rules.ts'
import type { Offer } from './offer.ts'
import { categoriesOf, shopNameOf } from './shop-rules.ts'
import type { Shop } from './shop.ts'

export const COMPOSITIONS = ['loom', 'counter', 'cloth', 'tiles', 'rays', 'split', 'figure'] as const
export type Composition = (typeof COMPOSITIONS)[number]
/** What a picture is made from. */
export type CoverSubject = Pick<Offer, 'id' | 'title' | 'category' | 'discount' | 'discountIsUpTo'>

/** A discount smaller than this is no picture. */
const LEAST_FIGURE = 10
/** As many cards as may stand between one and the card above it, in the widest layout. */
const NEIGHBOURS = 4

/** 32 bits of a text, spread evenly (FNV-1a with a finish). */
export function hashText(text: string) {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 12)) >>> 0
}

/** The discount may be the picture only where it is true: never for "up to". */
export const canShowFigure = ({ discount, discountIsUpTo }: Pick<CoverSubject, 'discount' | 'discountIsUpTo'>) =>
  discount >= LEAST_FIGURE && !discountIsUpTo

/** The composition of an offer by itself, or the next one that is not among those to avoid. */
export function pickComposition(subject: CoverSubject, avoid: readonly Composition[] = []): Composition {
  const fitting = COMPOSITIONS.filter((composition) => composition !== 'figure' || canShowFigure(subject))
  const first = (hashText(`${subject.id}|${subject.title}`) >>> 7) % fitting.length
  const inTurn = fitting.map((_, index) => fitting[(first + index) % fitting.length]!)
  return inTurn.find((composition) => !avoid.includes(composition)) ?? inTurn[0]!
}

/**
 * Compositions for a list, such that no card repeats that of the card beside it or above it, however many columns there are. `before` are
 * those of the cards that the list goes on from.
 */
export function pickCompositions(subjects: readonly CoverSubject[], before: readonly Composition[] = []): Composition[] {
  const picked = before.slice(-NEIGHBOURS)
  const known = picked.length
  for (const subject of subjects) picked.push(pickComposition(subject, picked.slice(-NEIGHBOURS)))
  return picked.slice(known)
}

/** To be raised when pictures are drawn in another way: caches keep theirs for ever. */
const EDITION = 1
const markOf = (...shown: unknown[]) => hashText([EDITION, ...shown].join('|')).toString(36)

function coverFile({ title, category, discount, discountIsUpTo }: CoverSubject, composition: Composition) {
  return `${composition}-${markOf(title, category, discount, discountIsUpTo)}.svg`
}

/** The address of an offer's cover. */
export const coverUrl = (subject: CoverSubject, composition: Composition = pickComposition(subject)) =>
  `/covers/${subject.id}/${coverFile(subject, composition)}`

type CoveredShop = Pick<Shop, 'id' | 'name' | 'category' | 'categories'>
/** What the cover of a shop is made from: its name and category. */
export const coverOfShop = (shop: CoveredShop): CoverSubject => ({
  id: shop.id,
  title: shop.name,
  category: categoriesOf(shop)[0] ?? 'Other',
  discount: 0,
  discountIsUpTo: false,
})

/** The address of a shop's cover. */
export function shopCoverUrl(shop: CoveredShop, composition?: Composition) {
  const subject = coverOfShop(shop)
  return `/covers/shops/${shop.id}/${coverFile(subject, composition ?? pickComposition(subject))}`
}

/** What the picture of a shared link shows: a cover, and words beside it. */
export type ShareSubject = { cover: CoverSubject; title: string; line: string; saving: { percent: number; isUpTo: boolean } | undefined }

/** Its title, its shop, and what it saves where that is said. */
export const shareOfOffer = (offer: CoverSubject & Pick<Offer, 'originalPrice' | 'discountedPrice' | 'shop'>): ShareSubject => ({
  cover: offer,
  title: offer.title,
  line: shopNameOf(offer.shop),
  saving: discountLabel(offer) === undefined ? undefined : honestSaving(offer),
})
/** Its name, and its address or else its main category. It saves nothing. */
export const shareOfShop = (shop: CoveredShop & Pick<Shop, 'address'>): ShareSubject => ({
  cover: coverOfShop(shop),
  title: shop.name,
  line: shop.address ?? categoriesOf(shop)[0] ?? 'Offers and hours',
  saving: undefined,
})
/** For the city as a whole: a dish, drawn under an id that no offer has. */
export const shareOfCity = ({ name }: Pick<City, 'name'>): ShareSubject => ({
  cover: { id: 'kade', title: 'Rice and curry', category: 'Food', discount: 0, discountIsUpTo: false },
  title: 'Good deals, no wasted trip',
  line: `Offers of shops in ${name}`,
  saving: undefined,
})

const shareFile = ({ cover, title, line, saving }: ShareSubject) =>
  `share-${markOf(title, line, cover.category, saving?.percent, saving?.isUpTo)}.png`
/** A path of this server, as those of covers are. The file's name changes with what the picture shows, so it may be kept for ever. */
export const offerShareUrl = (offer: Parameters<typeof shareOfOffer>[0]) => `/covers/${offer.id}/${shareFile(shareOfOffer(offer))}`
/** The same for a shop. */
export const shopShareUrl = (shop: Parameters<typeof shareOfShop>[0]) => `/covers/shops/${shop.id}/${shareFile(shareOfShop(shop))}`
/** The same for the city. */
export const cityShareUrl = (city: Pick<City, 'name'>) => `/covers/city/${shareFile(shareOfCity(city))}`
