import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { choosePlace, usePlace } from './place-store.ts'
import { neighbourhoodsQuery } from './queries.ts'

/** The neighbourhoods of the city. The one that was chosen may have moved since, or be no more: then distances are from where it is now, or from the centre. */
export function useNeighbourhoods() {
  const query = useQuery(neighbourhoodsQuery)
  const { position } = usePlace()
  const { data } = query
  const corrected = useRef<string>(undefined)
  useEffect(() => {
    // Once: another tab may have been told otherwise, and the two would correct each other for ever.
    if (!data || !position?.name || corrected.current === position.name) return
    corrected.current = position.name
    const now = data.find(({ name }) => name === position.name)
    if (now?.lat !== position.lat || now.lng !== position.lng) choosePlace(now)
  }, [data, position])
  return query
}
