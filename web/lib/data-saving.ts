/**
 * Whether this device loads as little as it can: because somebody chose so in Settings, or because the browser asks for it. Lists then
 * load no page that nobody asked for, and covers stand for the pictures of shops. A picture that stands in a page is fetched before any
 * script could prevent it, so the server is told as well: by a cookie, or by the browser's own header (docs/decisions/0008).
 */
import { createContext, use, useSyncExternalStore } from 'react'

import { DATA_SAVING_COOKIE } from '#contract/constants.ts'

import { findStorage } from '#web/lib/find-storage.ts'

const KEY = 'data-saving'
const COOKIE_LIFE = 365 * 24 * 60 * 60

/** The part of the Network Information API that some browsers have. */
type Connection = Pick<EventTarget, 'addEventListener'> & { saveData?: boolean }
type Keeper = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

type Surroundings = {
  storage?: Keeper | undefined
  connection?: Connection | undefined
  /** Lets the server know of the choice, with each request from then on. */
  tellServer?: (isOn: boolean) => void
}

export function createDataSaving({ storage, connection, tellServer }: Surroundings) {
  let chosen = readChoice(storage)
  // Browsers forget cookies sooner than what is stored.
  tellServer?.(chosen)
  const listeners = new Set<() => void>()
  const tellAll = () => {
    for (const listener of listeners) listener()
  }
  connection?.addEventListener('change', tellAll)
  const isAsked = () => connection?.saveData === true
  return {
    /** Chosen in Settings. */
    isChosen: () => chosen,
    /** Asked for by the browser. */
    isAsked,
    isOn: () => chosen || isAsked(),
    choose(isOn: boolean) {
      chosen = isOn
      keepChoice(storage, isOn)
      tellServer?.(isOn)
      tellAll()
    },
    /** Another tab has chosen. */
    readAgain() {
      chosen = readChoice(storage)
      tellAll()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function readChoice(storage: Keeper | undefined) {
  try {
    return storage?.getItem(KEY) === 'on'
  } catch {
    return false
  }
}

function keepChoice(storage: Keeper | undefined, isOn: boolean) {
  try {
    if (isOn) storage?.setItem(KEY, 'on')
    else storage?.removeItem(KEY)
  } catch {
    // Storage is switched off: the choice holds until the page is left.
  }
}

let store: ReturnType<typeof createDataSaving> | undefined
function getStore() {
  if (store) return store
  const { connection } = navigator as Navigator & { connection?: Connection }
  const made = createDataSaving({ storage: findStorage(), connection, tellServer: keepCookie })
  addEventListener('storage', ({ key }) => (key === KEY || key === null) && made.readAgain())
  return (store = made)
}

/** Nobody who has not chosen so has a cookie of ours. */
function keepCookie(isOn: boolean) {
  const isKept = document.cookie.split('; ').includes(`${DATA_SAVING_COOKIE}=on`)
  if (isOn || isKept)
    document.cookie = `${DATA_SAVING_COOKIE}=on; path=/; samesite=lax; max-age=${isOn ? COOKIE_LIFE : 0}${location.protocol === 'https:' ? '; secure' : ''}`
}

const subscribe = (listener: () => void) => getStore().subscribe(listener)
const no = () => false

/** Whether what the server has drawn was drawn for somebody who saves data: the first drawing in the browser is the same. */
export const DrawnSavingData = createContext(false)

/** Whether to load only what was asked for. */
export function useDataSaving() {
  const isDrawn = use(DrawnSavingData)
  return useSyncExternalStore(
    subscribe,
    () => getStore().isOn(),
    () => isDrawn,
  )
}
export const useDataSavingChoice = () => useSyncExternalStore(subscribe, () => getStore().isChosen(), no)
export const useDataSavingWish = () => useSyncExternalStore(subscribe, () => getStore().isAsked(), no)
export const chooseDataSaving = (isOn: boolean) => getStore().choose(isOn)
