import { Link } from 'react-router'

import { discountLabel, formatPrice, readingTime, validPeriod } from '#contract/offer-rules.ts'
import type { Offer } from '#contract/offer.ts'

import { useCity } from '#web/lib/city.tsx'
import { languageOf } from '#web/lib/language.ts'
import { shownLink, webLink } from '#web/lib/links.ts'

import { usageText } from './offer-catch.tsx'

/** The numbers (#92). What is not known is left out. */
export function KeyDetails({ offer, className }: { offer: Offer; className: string }) {
  const city = useCity()
  const price = (amount: number | null) => (amount === null ? undefined : formatPrice(amount, city))
  const facts: [name: string, value: string | undefined][] = [
    // A line ends between two dates, never within one.
    ['Valid period', validPeriod(offer, city).replace(/(\d) (\w{3}) (?=\d)/g, '$1\u00a0$2\u00a0')],
    ['Discount', discountLabel(offer)],
    ['Original price', price(offer.originalPrice)],
    ['Special price', price(offer.discountedPrice)],
    ['Minimum purchase', price(offer.minimumPurchase)],
    ['Usage limit', offer.usageLimit === null ? undefined : usageText(offer.usageLimit)],
  ]
  return (
    <section className={`panel ${className}`}>
      <h2>Key Details</h2>
      <dl className="facts">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}

export function OfferDescription({ offer: { description, offerUrl }, className }: { offer: Offer; className: string }) {
  const link = webLink(offerUrl)
  if (!description && !link) return null
  return (
    <section className={`panel words ${className}`}>
      <h2>Description</h2>
      {description && <LongText text={description} />}
      {link && (
        <p className="mt-3">
          <a className="link" href={link} target="_blank" rel="noopener noreferrer nofollow">
            {shownLink(link)}
          </a>
        </p>
      )}
    </section>
  )
}

export const OfferTerms = ({ offer: { termsAndConditions }, className }: { offer: Offer; className: string }) =>
  termsAndConditions && (
    <section className={`panel words ${className}`}>
      <h2>Terms &amp; Conditions</h2>
      <LongText text={termsAndConditions} />
    </section>
  )

/** A text as its writer broke its lines, and how long it takes to read (D-22). */
const LongText = ({ text }: { text: string }) => (
  <>
    <p lang={languageOf(text)}>{text}</p>
    <p className="muted mt-2 text-sm">{readingTime(text)}</p>
  </>
)

export const OfferTags = ({ offer: { tags }, className }: { offer: Offer; className: string }) =>
  tags.length > 0 && (
    <section className={className}>
      <h2 className="mb-3 text-lg">Related tags</h2>
      <p className="tagline">
        {tags.map((tag) => (
          <Link key={tag} to={`/?tags=${encodeURIComponent(tag)}`}>
            <span lang={languageOf(tag)}>#{tag}</span>
          </Link>
        ))}
      </p>
    </section>
  )
