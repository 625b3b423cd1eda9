import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'

import { Icon } from '#web/ui/icon.tsx'

const ITEMS = [
  { to: '/', label: 'Home' },
  { to: '/?view=shops', label: 'All shops' },
] as const

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
        <ul>
          {ITEMS.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} onClick={() => setIsOpen(false)}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
