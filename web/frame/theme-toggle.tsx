import { Icon } from '#web/ui/icon.tsx'

import { THEME_COLOURS } from './first-script.ts'

/** Light or dark, kept under `theme` (#35, #168). The page's root wears it, so that no part needs to know. */
function switchTheme() {
  const root = document.documentElement
  const theme = root.dataset['theme'] === 'dark' ? 'light' : 'dark'
  root.dataset['theme'] = theme
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', THEME_COLOURS[theme])
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Storage is switched off: the choice holds until the page is left.
  }
}

export const ThemeToggle = () => (
  <button type="button" className="icon-btn theme" aria-label="Switch between light and dark" onClick={switchTheme}>
    <Icon name="moon" className="moon" />
    <Icon name="sun" className="sun" />
  </button>
)
