/** Light or dark, kept under `theme` (#35, #168). The page's root wears it, so whoever changes it, here or in the header, both know. */
import { useSyncExternalStore } from 'react'

import { THEME_COLOURS } from './first-script.ts'

export type Theme = keyof typeof THEME_COLOURS

export function changeTheme(theme: Theme) {
  document.documentElement.dataset['theme'] = theme
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', THEME_COLOURS[theme])
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Storage is switched off: the choice holds until the page is left.
  }
}

export const getTheme = (): Theme => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light')
const getThemeOnServer = (): Theme => 'light'

function subscribe(listener: () => void) {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

export const useTheme = () => useSyncExternalStore(subscribe, getTheme, getThemeOnServer)
