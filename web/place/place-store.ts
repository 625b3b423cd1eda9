/**
 * Where the shopper is, as far as this browser was told: kept in memory and for the session, in this browser alone. While nothing is
 * known, distances are measured from the centre of the city (D-20).
 */
import { useSyncExternalStore } from 'react'

import { roundedNear } from '#contract/distance.ts'
import type { Position } from '#contract/wire.ts'

const KEY = 'place'

export type Place = { position: Position | undefined; isAsking: boolean }

const UNKNOWN: Place = { position: undefined, isAsking: false }
let place: Place | undefined
let center: Position | undefined
const listeners = new Set<() => void>()

const getPlace = () => (place ??= { ...UNKNOWN, position: readSession() })
const getPlaceOnServer = () => UNKNOWN
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const usePlace = () => useSyncExternalStore(subscribe, getPlace, getPlaceOnServer)

export function changePlace(change: Partial<Place>) {
  place = { ...getPlace(), ...change }
  if (change.position) keepForSession(change.position)
  for (const listener of listeners) listener()
}

/** Distances are measured from the centre again, on this page and the next. */
export function forgetPlace() {
  changePlace(UNKNOWN)
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Storage is switched off: then nothing was kept.
  }
}

export const isAskingForPlace = () => getPlace().isAsking

/** The centre of the city, which the page knows and this file has to be told. */
export const learnCenter = (position: Position) => void (center = position)

/** From where the API is asked for distances: `latitude,longitude`, never exact. */
export function getNear() {
  const origin = getPlace().position ?? center
  if (!origin) throw new Error('getNear needs a page that has told the centre of its city')
  return roundedNear(origin)
}

function readSession(): Position | undefined {
  try {
    const { lat, lng } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Position>
    return typeof lat === 'number' && typeof lng === 'number' && Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : undefined
  } catch {
    return undefined
  }
}

function keepForSession(position: Position) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(position))
  } catch {
    // Storage is switched off: the place holds until the page is left.
  }
}
