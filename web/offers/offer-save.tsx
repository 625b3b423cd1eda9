import { directionsUrl, positionOf } from '#contract/distance.ts'
import { isOfferExpired } from '#contract/offer-rules.ts'
import type { Offer } from '#contract/offer.ts'

import { useCity } from '#web/lib/city.tsx'
import { useNow } from '#web/lib/clock.tsx'
import { saveFile } from '#web/lib/save-file.ts'
import { usePageUrl } from '#web/lib/use-page-url.ts'
import { toOfferTarget } from '#web/likes/like-target.ts'
import { SaveButton } from '#web/likes/save-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/toasts.ts'

import { OfferIcon } from './offer-icon.tsx'

/** What one does with an offer that one will use later (#100, D-34). Nothing of it makes sense once the offer has ended. */
export function OfferSave({ offer, className }: { offer: Offer; className: string }) {
  const position = positionOf(offer.shop.location)
  if (isOfferExpired(offer, useNow())) return null
  return (
    <section className={`merchant print:hidden ${className}`}>
      <div className="in">
        <h2>Save for Later</h2>
        <div className="row">
          {position && (
            // On a phone the way there is in the dock, under the thumb.
            <a className="btn max-md:hidden" href={directionsUrl(position)} target="_blank" rel="noopener noreferrer">
              <Icon name="navigation-arrow" />
              Get Directions
            </a>
          )}
          <SaveButton target={toOfferTarget(offer)} className="btn second" off="Save" on="Saved" />
        </div>
        {offer.endDate && <AddToCalendar offer={offer} />}
      </div>
    </section>
  )
}

function AddToCalendar({ offer }: { offer: Offer }) {
  const url = usePageUrl(`/offers/${offer.id}`)
  const now = useNow()
  const city = useCity()
  const add = async () => {
    try {
      const { writeCalendarFile } = await import('#contract/calendar-file.ts')
      const file = writeCalendarFile(offer, { url, now, city })
      if (file) saveFile(`${fileName(offer.title)}.ics`, new Blob([file], { type: 'text/calendar;charset=utf-8' }))
    } catch {
      showToast({ title: 'The calendar file could not be made', description: 'Please try again.', variant: 'destructive' })
    }
  }
  return (
    <button type="button" className="btn quiet scripted-only -ml-3 justify-self-start" onClick={() => void add()}>
      <OfferIcon name="calendar-plus" />
      Add to calendar
    </button>
  )
}

const fileName = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'offer'
