import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'

import { LoginLink } from '#web/session/login-link.tsx'
import { logOut } from '#web/session/log-out.ts'
import { Icon } from '#web/ui/icon.tsx'

/** The menu of small screens: open or closed (#169). A list of links, so it is one to the ear as well. */
export function HeaderMenu() {
  const [isOpen, setIsOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !place.current?.contains(target)) setIsOpen(false)
    }
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setIsOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('keydown', closeByKey)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
      document.removeEventListener('keydown', closeByKey)
    }
  }, [isOpen])
  return (
    <div className="menu" ref={place}>
      <button
        ref={button}
        type="button"
        className="icon-btn"
        aria-label="Menu"
        aria-expanded={isOpen}
        aria-controls="menu"
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'x' : 'list'} />
      </button>
      <nav id="menu" aria-label="Menu" hidden={!isOpen}>
        <MenuItems onChoose={() => setIsOpen(false)} />
      </nav>
    </div>
  )
}

/** For guests and for those signed in (#37, #38); the page's style shows what is for whom. Choosing anything closes the menu (#39). */
function MenuItems({ onChoose }: { onChoose: () => void }) {
  const navigate = useNavigate()
  const leave = () => {
    onChoose()
    void logOut(navigate, '/login')
  }
  const link = (to: string, label: string, whose = '') => (
    <li className={whose}>
      <Link to={to} onClick={onChoose}>
        {label}
      </Link>
    </li>
  )
  return (
    <ul>
      <li className="guest-only">
        <LoginLink onClick={onChoose}>Login</LoginLink>
      </li>
      {link('/register', 'Register', 'guest-only')}
      {link('/', 'Home', 'consumer-only')}
      {link('/?view=shops', 'All shops')}
      {link('/profile', 'Profile', 'consumer-only')}
      {link('/settings', 'Settings', 'consumer-only')}
      <li className="consumer-only">
        <button type="button" onClick={leave}>
          Logout
        </button>
      </li>
    </ul>
  )
}
