/**
 * Whether this device loads as little as it can: because somebody chose so in Settings, or because the browser asks for it. Lists then
 * load no page that nobody asked for, and covers stand for the pictures of shops. The server knows nothing of it and renders as always.
 */
import { useSyncExternalStore } from 'react'

const KEY = 'data-saving'

/** The part of the Network Information API that some browsers have. */
type Connection = Pick<EventTarget, 'addEventListener'> & { saveData?: boolean }
type Keeper = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function createDataSaving({ storage, connection }: { storage?: Keeper | undefined; connection?: Connection | undefined }) {
  let chosen = readChoice(storage)
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
  const made = createDataSaving({ storage: findStorage(), connection: (navigator as Navigator & { connection?: Connection }).connection })
  addEventListener('storage', ({ key }) => (key === KEY || key === null) && made.readAgain())
  return (store = made)
}

/** Where a visitor has switched storage off, even looking at it throws. */
function findStorage() {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

const subscribe = (listener: () => void) => getStore().subscribe(listener)
const no = () => false

/** Whether to load only what was asked for. */
export const useDataSaving = () => useSyncExternalStore(subscribe, () => getStore().isOn(), no)
export const useDataSavingChoice = () => useSyncExternalStore(subscribe, () => getStore().isChosen(), no)
export const useDataSavingWish = () => useSyncExternalStore(subscribe, () => getStore().isAsked(), no)
export const chooseDataSaving = (isOn: boolean) => getStore().choose(isOn)
