import { Icon } from '#web/ui/icon.tsx'

import { changeTheme, getTheme } from './change-theme.ts'

/** The page's root wears the theme, so that no part needs to know. */
export const ThemeToggle = () => (
  <button
    type="button"
    className="icon-btn theme"
    aria-label="Switch between light and dark"
    onClick={() => changeTheme(getTheme() === 'dark' ? 'light' : 'dark')}
  >
    <Icon name="moon" className="moon" />
    <Icon name="sun" className="sun" />
  </button>
)
