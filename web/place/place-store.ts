/**
 * From where this browser measures distances, as far as somebody chose: where the browser is, for the session, or a neighbourhood, until
 * they choose otherwise. Both stay in this browser. While nothing is chosen, it is the centre of the city (D-20). The latest choice wins,
 * in whichever tab it was made.
 */
import { useSyncExternalStore } from 'react'

import { roundedNear } from '#contract/distance.ts'
import type { Position } from '#contract/wire.ts'

import { findStorage } from '#web/lib/find-storage.ts'

const KEY = 'place'

/** Where the browser is; or, with a name, the middle of a neighbourhood. */
export type ChosenPlace = Position & { name?: string }
/** While `isAsking`, the browser is asked where it is. Another choice ends that. */
export type Place = { position: ChosenPlace | undefined; isAsking: boolean }
type Keeper = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined

const UNKNOWN: Place = { position: undefined, isAsking: false }

/** The session keeps a position, the storage a neighbourhood: every other choice takes that away, so where there is one it is the latest. */
export function createPlaceStore(session: Keeper, storage: Keeper) {
  const readNeighbourhood = () => [read(storage)].find((kept) => kept?.name)
  let place: Place = { ...UNKNOWN, position: readNeighbourhood() ?? read(session) }
  const listeners = new Set<() => void>()
  const show = (next: Place) => {
    place = next
    for (const listener of listeners) listener()
  }
  /** Nothing is the centre again. */
  const choose = (position?: ChosenPlace) => {
    const isNamed = position?.name !== undefined
    write(session, isNamed ? undefined : position)
    write(storage, isNamed ? position : undefined)
    show({ ...UNKNOWN, position })
  }
  return {
    get: () => place,
    choose,
    noteAsking: (isAsking: boolean) => show({ ...place, isAsking }),
    /** Another tab has chosen. Where this tab's browser is remains true until a neighbourhood is chosen. */
    readAgain() {
      const chosen = readNeighbourhood()
      if (chosen) choose(chosen)
      else if (place.position?.name) show({ ...place, position: undefined })
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function read(keeper: Keeper): ChosenPlace | undefined {
  try {
    const { name, lat, lng } = JSON.parse(keeper?.getItem(KEY) ?? '{}') as Partial<Record<keyof ChosenPlace, unknown>>
    if (typeof lat !== 'number' || typeof lng !== 'number' || Math.abs(lat) > 90 || Math.abs(lng) > 180) return undefined
    return typeof name === 'string' ? { name, lat, lng } : { lat, lng }
  } catch {
    return undefined
  }
}

function write(keeper: Keeper, place: ChosenPlace | undefined) {
  try {
    if (place) keeper?.setItem(KEY, JSON.stringify(place))
    else keeper?.removeItem(KEY)
  } catch {
    // Storage is switched off: the place holds until the page is left.
  }
}

let made: ReturnType<typeof createPlaceStore> | undefined
function getStore() {
  if (made) return made
  const store = createPlaceStore(findStorage('sessionStorage'), findStorage())
  addEventListener('storage', ({ key }) => (key === KEY || key === null) && store.readAgain())
  return (made = store)
}

const subscribe = (listener: () => void) => getStore().subscribe(listener)
const getPlace = () => getStore().get()
const getPlaceOnServer = () => UNKNOWN
export const usePlace = () => useSyncExternalStore(subscribe, getPlace, getPlaceOnServer)
export const isAskingForPlace = () => getPlace().isAsking
export const noteAsking = (isAsking: boolean) => getStore().noteAsking(isAsking)
/** From now on, on this page and the next; without a place from the centre again. */
export const choosePlace = (position?: ChosenPlace) => getStore().choose(position)

let center: Position | undefined
/** The centre of the city, which the page knows and this file has to be told. */
export const learnCenter = (position: Position) => void (center = position)

export type Origin = {
  /** Where it is a neighbourhood that the shopper chose, with its name. */
  position: ChosenPlace
  /** Not where the shopper is, nor where they chose, but the centre of the city. */
  isApproximate: boolean
  /** The same as the API is asked for it, `latitude,longitude`: rounded, so that answers can be shared and no exact position travels. */
  near: string
}
/** As much of it as a question to the API needs. */
export type AskedFrom = Pick<Origin, 'near' | 'isApproximate'>

/** From where distances are measured: what was chosen, else the centre of the city. */
export const originOf = (chosen: ChosenPlace | undefined, cityCenter: Position): Origin => {
  const position = chosen ?? cityCenter
  return { position, isApproximate: chosen === undefined, near: roundedNear(position) }
}
/** In words behind "from": `the centre`, `Borella`, `where you are`. */
export const originText = ({ isApproximate, position }: Pick<Origin, 'isApproximate' | 'position'>) =>
  isApproximate ? 'the centre' : (position.name ?? 'where you are')

/** From where this browser measures. Needs a page that has told the centre of its city. */
export function getOrigin(): Origin {
  if (!center) throw new Error('getOrigin needs a page that has told the centre of its city')
  return originOf(getPlace().position, center)
}
