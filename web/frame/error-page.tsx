import { Link, useLocation } from 'react-router'

import { toFailure } from '#web/lib/failure.ts'
import { EmptyShop } from '#web/ui/empty-shop.tsx'

import { PageHead } from './page-head.tsx'

const ADVICE: Record<number, string> = {
  400: 'Something in this address is not right.',
  404: 'It may have moved, or the address has a mistake in it.',
  410: 'It was here, and is no more.',
  500: 'It is not your fault, and nothing of yours is lost. Please try again in a moment.',
}

/** What cannot be shown, and the way back. The title is the failure's own: "Offer not found", "Shop not found". */
export function ErrorPage({ error }: { error: unknown }) {
  const { message, status } = toFailure(error)
  const { pathname, search } = useLocation()
  return (
    <div className="wrap">
      <PageHead title={`${message.replace(/\.$/, '')} | Kade`} />
      <EmptyShop level="h1" title={message}>
        <p>{ADVICE[status] ?? ADVICE[500]}</p>
        <div className="row">
          {/* A plain link: the page is asked for anew, scripts or not. */}
          {status >= 500 && (
            <a className="btn" href={pathname + search}>
              Try again
            </a>
          )}
          <Link className={status >= 500 ? 'btn second' : 'btn'} to="/">
            Back to Home
          </Link>
        </div>
      </EmptyShop>
    </div>
  )
}
