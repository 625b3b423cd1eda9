import type { Offer } from '#contract/offer.ts'
import { shopNameOf } from '#contract/shop-rules.ts'

import { copyText } from '#web/lib/copy-text.ts'
import { shareLinks } from '#web/lib/share-links.ts'
import { usePageUrl } from '#web/lib/use-page-url.ts'
import { Icon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/toasts.ts'

import { OfferIcon } from './offer-icon.tsx'

async function copyLink(url: string) {
  if (await copyText(url)) showToast({ title: 'Link copied to clipboard' })
  else showToast({ title: 'The link could not be copied', description: url, variant: 'destructive' })
}

/** The device's own way to share; where it has none, the link is copied (#97). Who changes their mind is left alone. */
async function share(title: string, url: string) {
  if (typeof navigator.share !== 'function') return copyLink(url)
  try {
    await navigator.share({ title, url })
  } catch (error) {
    if ((error as Partial<DOMException>).name !== 'AbortError') await copyLink(url)
  }
}

/** Ways to tell others (#96). They need scripts, because only the browser knows by which address it came. */
export function OfferShare({ offer, className }: { offer: Offer; className: string }) {
  const url = usePageUrl(`/offers/${offer.id}`)
  const title = `${offer.title} at ${shopNameOf(offer.shop)}`
  const links = shareLinks(url, title)
  return (
    <div className={`share scripted-only ${className}`} role="group" aria-label="Share">
      <a className="icon-btn" href={links.facebook} target="_blank" rel="noopener noreferrer" aria-label="Facebook">
        <Icon name="facebook-logo" />
      </a>
      <a className="icon-btn" href={links.twitter} target="_blank" rel="noopener noreferrer" aria-label="Twitter">
        <Icon name="x-logo" />
      </a>
      <a className="icon-btn" href={links.email} aria-label="Email">
        <Icon name="envelope-simple" />
      </a>
      <button type="button" className="icon-btn" aria-label="Share" onClick={() => void share(title, url)}>
        <OfferIcon name="share-network" />
      </button>
      <button type="button" className="icon-btn" aria-label="Copy link" onClick={() => void copyLink(url)}>
        <Icon name="link" />
      </button>
    </div>
  )
}
