/** Where distances on a page are measured from, known once for all its cards. */
import { createContext, use, useEffect, useMemo, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'

import { readNear, roundedNear } from '#contract/distance.ts'

import { CityContext } from '#web/lib/city.tsx'

import { learnCenter, usePlace, type ChosenPlace } from './place-store.ts'

export type Origin = {
  /** Where it is a neighbourhood that the shopper chose, with its name. */
  position: ChosenPlace
  /** Not where the shopper is, nor where they chose, but the centre of the city. */
  isApproximate: boolean
  /** The same as the API is asked for it: rounded, so that answers can be shared and no exact position travels. */
  near: string
}

const OriginContext = createContext<Origin | undefined>(undefined)

/** A place that the address names goes first, then what the shopper chose, then the centre of the city. */
export function OriginProvider({ children }: { children: ReactNode }) {
  const city = use(CityContext)
  const { position } = usePlace()
  const given = useSearchParams()[0].get('near')
  const center = city?.center
  useEffect(() => {
    if (center) learnCenter(center)
  }, [center])
  const origin = useMemo(() => {
    const named = readNear(given)
    if (named) return { position: named, isApproximate: false, near: given! }
    const known = position ?? center
    return known && { position: known, isApproximate: position === undefined, near: roundedNear(known) }
  }, [given, position, center])
  return <OriginContext value={origin}>{children}</OriginContext>
}

export function useOrigin() {
  const origin = use(OriginContext)
  if (!origin) throw new Error('useOrigin needs an OriginProvider above it, and a city')
  return origin
}
