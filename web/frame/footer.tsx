import { Link } from 'react-router'

import { wallTime } from '#contract/time.ts'

import { useCity } from '#web/lib/city.tsx'
import { useNow } from '#web/lib/clock.tsx'

import { Logo } from './logo.tsx'

type Contact = { email: string; source: string }

export function Footer({ contact }: { contact: Contact }) {
  const city = useCity()
  const year = wallTime(useNow(), city.timeZone).day.slice(0, 4)
  return (
    <footer className="footer">
      <div className="wrap">
        <div>
          <p className="logo">
            <Logo />
            Kade
          </p>
          <p className="muted max-w-104">
            Discover offers and shops near you in {city.name}, and shop local. Every offer says whether you can use it now.
          </p>
        </div>
        <nav aria-label="Quick Links">
          <h2>Quick Links</h2>
          <ul>
            <li>
              <Link to="/">Home</Link>
            </li>
            <li>
              <Link to="/profile">My Profile</Link>
            </li>
            <li>
              <Link to="/favorite-shops">Favorite Shops</Link>
            </li>
            <li>
              <Link to="/liked-offers">Liked Offers</Link>
            </li>
          </ul>
        </nav>
        <div>
          <h2>Contact</h2>
          <ul>
            <li>
              <a href={`mailto:${contact.email}`}>{contact.email}</a>
            </li>
            <li>
              <a href={contact.source} rel="noopener noreferrer">
                Source code
              </a>
            </li>
          </ul>
        </div>
        <p className="base">
          <span>© {year} Kade</span>
          <LegalLinks />
        </p>
      </div>
    </footer>
  )
}

export const LegalLinks = () => (
  <>
    <Link className="link" to="/privacy">
      Privacy Policy
    </Link>{' '}
    <Link className="link" to="/terms">
      Terms of Service
    </Link>
  </>
)
