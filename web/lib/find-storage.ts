/** Where a visitor has switched storage off, even looking at it throws; on the server there is none. */
export function findStorage(name: 'localStorage' | 'sessionStorage' = 'localStorage'): Storage | undefined {
  try {
    return typeof window === 'undefined' ? undefined : window[name]
  } catch {
    return undefined
  }
}
