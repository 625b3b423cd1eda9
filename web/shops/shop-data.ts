import { shopShareUrl } from '#contract/cover-rules.ts'
import { positionOf } from '#contract/distance.ts'
import type { DayHours, Shop, ShopSummary } from '#contract/shop.ts'
import { WEEKDAYS } from '#contract/time.ts'

import { webLink } from '#web/lib/links.ts'

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1)
/** schema.org writes a closed day as one that opens and closes at midnight, and a whole one as until a minute before it. */
const span = ({ isOpen, open, close }: DayHours) =>
  !isOpen ? { opens: '00:00', closes: '00:00' } : { opens: open, closes: open === '00:00' && close === '00:00' ? '23:59' : close }

/** Where a shop is and when it is open, as schema.org has it. */
export function toPlaceData({ address, location, businessHours, specialHours }: ShopSummary) {
  const position = positionOf(location)
  return {
    address: address ?? undefined,
    geo: position && { '@type': 'GeoCoordinates', latitude: position.lat, longitude: position.lng },
    openingHoursSpecification: WEEKDAYS.flatMap((weekday) => {
      const hours = businessHours?.[weekday]
      return hours ? { '@type': 'OpeningHoursSpecification', dayOfWeek: capital(weekday), ...span(hours) } : []
    }),
    specialOpeningHoursSpecification:
      specialHours.length > 0
        ? specialHours.map(({ day, ...hours }) => ({
            '@type': 'OpeningHoursSpecification',
            validFrom: day,
            validThrough: day,
            ...span(hours),
          }))
        : undefined,
  }
}

/** A shop as schema.org has it: a business at a place with hours. */
export const toShopData = (shop: Shop, toUrl: (path: string) => string) => ({
  '@type': 'LocalBusiness',
  name: shop.name,
  description: shop.description ?? undefined,
  url: toUrl(`/shops/${shop.id}`),
  image: toUrl(shopShareUrl(shop)),
  telephone: shop.phone ?? undefined,
  email: shop.email ?? undefined,
  ...toPlaceData(shop),
  sameAs: [shop.website, ...Object.values(shop.socialMedia)].flatMap((address) => webLink(address) ?? []),
})
