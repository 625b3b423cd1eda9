/** Where distances on a page are measured from, known once for all its cards. */
import { createContext, use, useEffect, useMemo, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'

import { readNear } from '#contract/distance.ts'

import { CityContext } from '#web/lib/city.tsx'

import { learnCenter, originOf, usePlace, type Origin } from './place-store.ts'

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
    return center && originOf(position, center)
  }, [given, position, center])
  return <OriginContext value={origin}>{children}</OriginContext>
}

export function useOrigin() {
  const origin = use(OriginContext)
  if (!origin) throw new Error('useOrigin needs an OriginProvider above it, and a city')
  return origin
}
