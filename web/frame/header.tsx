import { Link, useNavigation } from 'react-router'

import { HeaderMenu } from './header-menu.tsx'
import { Logo } from './logo.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

export const Header = () => (
  <header className="header">
    <div className="wrap">
      <Link className="logo" to="/" aria-label="Kade, home">
        <Logo />
        Kade
      </Link>
      <ThemeToggle />
      <HeaderMenu />
    </div>
    <PendingLine />
  </header>
)

/** Says that a page is on its way. What is on the screen stays until it is there. */
function PendingLine() {
  const isPending = useNavigation().state !== 'idle'
  return (
    <div role="status">
      {isPending && (
        <>
          <span className="pending" />
          <span className="sr-only">Loading</span>
        </>
      )}
    </div>
  )
}
