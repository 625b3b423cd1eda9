/** A list of offers as Atom (RFC 4287) and as JSON Feed 1.1. */
import type { City } from '#contract/city.ts'
import { offerShareUrl } from '#contract/cover-rules.ts'
import { discountLabel, validPeriod } from '#contract/offer-rules.ts'
import type { Offer } from '#contract/offer.ts'
import { DAY } from '#contract/time.ts'

import { escapeXml } from './write-sitemap.ts'

/** `query` is that of the list, with its question mark, or nothing. */
export type FeedRequest = { offers: Offer[]; origin: string; query: string; city: City; now: number }

/** Ids grow with time (uuid v7), so each tells when its offer came. */
const cameAt = ({ id }: Offer) => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toISOString()
const newest = (offers: Offer[], now: number) => offers.map(cameAt).toSorted().at(-1) ?? new Date(now - (now % DAY)).toISOString()

/** What a reader sees of an offer without opening it. */
function describeOffer(offer: Offer, city: City) {
  const saving = discountLabel(offer)
  return [
    [saving && `${saving} off`, offer.shop.name, validPeriod(offer, city)].filter(Boolean).join(' · '),
    ...(offer.description ? [offer.description] : []),
  ].join('\n')
}

export function writeAtom({ offers, origin, query, city, now }: FeedRequest) {
  const entries = offers.map((offer) => {
    const address = escapeXml(`${origin}/offers/${offer.id}`)
    const at = cameAt(offer)
    return `<entry><id>urn:uuid:${offer.id}</id><title>${escapeXml(offer.title)}</title><link rel="alternate" type="text/html" href="${address}"/><published>${at}</published><updated>${at}</updated><author><name>${escapeXml(offer.shop.name)}</name></author><category term="${escapeXml(offer.category)}"/><summary>${escapeXml(describeOffer(offer, city))}</summary></entry>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escapeXml(`${origin}/feed.atom${query}`)}</id>
<title>${escapeXml(`Kade: offers in ${city.name}`)}</title>
<updated>${newest(offers, now)}</updated>
<link rel="self" type="application/atom+xml" href="${escapeXml(`${origin}/feed.atom${query}`)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(`${origin}/${query}`)}"/>
${entries.join('')}</feed>
`
}

export const writeJsonFeed = ({ offers, origin, query, city }: FeedRequest) =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: `Kade: offers in ${city.name}`,
    home_page_url: `${origin}/${query}`,
    feed_url: `${origin}/feed.json${query}`,
    language: city.locale,
    items: offers.map((offer) => ({
      id: `urn:uuid:${offer.id}`,
      url: `${origin}/offers/${offer.id}`,
      title: offer.title,
      content_text: describeOffer(offer, city),
      image: origin + offerShareUrl(offer),
      date_published: cameAt(offer),
      authors: [{ name: offer.shop.name, url: `${origin}/shops/${offer.shop.id}` }],
      tags: [offer.category, ...offer.tags],
    })),
  })
