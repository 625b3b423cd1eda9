import { NavLink } from 'react-router'

import { Icon } from '#web/ui/icon.tsx'

/** Within reach of the thumb, on small screens only (D-14). */
export const BottomNav = () => (
  <nav className="bottom-nav" aria-label="Bottom">
    <NavLink to="/">
      <Icon name="house" />
      Home
    </NavLink>
  </nav>
)
