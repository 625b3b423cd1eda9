import { Link, NavLink, useNavigation } from 'react-router'

import { LoginLink } from '#web/session/login-link.tsx'

import { AvatarButton } from './avatar-button.tsx'
import { HeaderMenu } from './header-menu.tsx'
import { HomeLink } from './home-link.tsx'
import { Logo } from './logo.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

/** The parts for guests and for those signed in are both there, and the page's style shows one of them (header.css): no page flashes. */
export const Header = () => (
  <header className="header">
    <div className="wrap">
      <Link className="logo" to="/" aria-label="Kade, home">
        <Logo />
        Kade
      </Link>
      <nav className="main-links consumer-only" aria-label="Main">
        <HomeLink>Home</HomeLink>
        <NavLink to="/favorite-shops">Liked Shops</NavLink>
        <NavLink to="/liked-offers">Liked Offers</NavLink>
        <NavLink to="/profile">Profile</NavLink>
      </nav>
      <ThemeToggle />
      <LoginLink className="btn quiet guest-only">Login</LoginLink>
      <Link className="btn sign-up guest-only" to="/register">
        Sign Up
      </Link>
      <AvatarButton />
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
