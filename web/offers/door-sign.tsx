import type { ReactNode } from 'react'

import { doorSign, type DoorSign as Sign } from '#contract/door-sign.ts'
import type { Offer } from '#contract/offer.ts'

import { useCity } from '#web/lib/city.tsx'
import { useNow } from '#web/lib/clock.tsx'

const FRONT =
  'M2 1.5h16l1.5 5a2.4 2.4 0 0 1-4.75.3 2.38 2.38 0 0 1-4.75 0 2.38 2.38 0 0 1-4.75 0A2.4 2.4 0 0 1 .5 6.5zM2 10h1.9v7H2zM16.1 10H18v7h-1.9zM1 16.8h18v1.9H1z'

/** Shutter up with a tick, half down, down, a clock, a question mark, a cross: the shape alone says it. */
const SHAPES: Record<Sign['status'], string> = {
  usable: `${FRONT}M6.1 12.3l1.3-1.3 1.9 1.9 3.5-3.6 1.3 1.3-4.8 4.9z`,
  soon: `${FRONT}M5.2 10.2h9.6v1.5H5.2zM5.2 12.7h9.6v1.5H5.2z`,
  closed: `${FRONT}M4.5 10.2h11v1.3h-11zM4.5 12.4h11v1.3h-11zM4.5 14.6h11v1.3h-11z`,
  ending:
    'M10 1.2a8.8 8.8 0 1 0 0 17.6 8.8 8.8 0 0 0 0-17.6zm0 2a6.8 6.8 0 1 1 0 13.6 6.8 6.8 0 0 1 0-13.6zM9 5.5h2v4.1l2.9 2.4-1.3 1.5L9 10.5z',
  unknown: `${FRONT}M9.1 14.2h1.8v1.7H9.1zM7.3 10.9a2.7 2.7 0 1 1 3.6 2.5v.4H9.1v-1.7c.9-.1 1.7-.5 1.7-1.2a.8.8 0 0 0-1.7 0z`,
  expired: 'M3.6 2 10 8.4 16.4 2 18 3.6 11.6 10l6.4 6.4-1.6 1.6-6.4-6.4L3.6 18 2 16.4 8.4 10 2 3.6z',
}

export const StatusShape = ({ status }: { status: Sign['status'] }) => (
  <svg className="icon" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
    <path d={SHAPES[status]} />
  </svg>
)

/** The strip under a card's picture. */
export function DoorSign({ offer }: { offer: Offer }) {
  const { status, strong, rest } = doorSign(offer, useNow(), useCity())
  return (
    <p className="status" data-status={status}>
      <StatusShape status={status} />
      <span>
        {strong && <b>{strong}</b>}
        {rest}
      </span>
    </p>
  )
}

/** The same at the head of an offer's page, with a second line below. */
export function LargeDoorSign({ offer, children, className }: { offer: Offer; children: ReactNode; className?: string }) {
  const { status, strong, rest } = doorSign(offer, useNow(), useCity())
  return (
    <div className={`sign ${className ?? ''}`} data-status={status}>
      <StatusShape status={status} />
      <strong>{strong + rest}</strong>
      <span>{children}</span>
    </div>
  )
}
