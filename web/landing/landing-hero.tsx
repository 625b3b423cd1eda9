import { Link } from 'react-router'

import { LoginLink } from '#web/session/login-link.tsx'

import { Counters, Greeting } from './hero-words.tsx'
import street from './street.svg?url'

/** Who we are, how much there is, and the way to it. */
export const LandingHero = () => (
  <>
    <div className="awning-hold">
      <div className="awning" aria-hidden="true" />
    </div>
    <section className="hero" aria-label="Welcome">
      <div className="wrap">
        <div className="say">
          <div>
            <h1>
              <Greeting /> Good deals, no wasted trip.
            </h1>
            <p className="lead">Every offer here says whether you can use it now, until when, how far it is, and what the catch is.</p>
          </div>
          <Counters />
          <p className="flex flex-wrap gap-x-1 gap-y-2 sm:gap-x-2">
            <Link className="btn" to={{ hash: 'offers' }}>
              Explore Offers
            </Link>
            <LoginLink className="btn second guest-only">Sign In</LoginLink>
            <Link className="btn quiet guest-only" to="/register">
              Sign Up
            </Link>
          </p>
        </div>
        <Street />
      </div>
    </section>
  </>
)

/** The page's late script draws it once all else is painted (frame/late-script.ts): it is the largest picture, and the one that says the least. */
function Street() {
  return (
    <div className="street scripted-only">
      <svg
        viewBox="0 0 848 342"
        preserveAspectRatio="xMinYMax slice"
        role="img"
        aria-label="A street of small shops; some shutters are up, some half, some down"
      >
        <use data-late={`${street}#street`} ref={draw} suppressHydrationWarning />
      </svg>
    </div>
  )
}

/** On pages that have come without a late script. To name the same drawing once more would have it styled anew. */
function draw(use: SVGUseElement | null) {
  if (use) use.href.baseVal ||= use.dataset['late']!
}
