import { Link } from 'react-router'

import { Counters, Greeting } from '#web/landing/hero-words.tsx'

/** Short, for it is read every day: who is there, how much there is, and the way to it (#48 to #50). */
export const HomeHero = () => (
  <>
    <div className="awning-hold">
      <div className="awning" aria-hidden="true" />
    </div>
    <section className="hero daily" aria-label="Welcome">
      <div className="wrap">
        <h1>
          <Greeting />
        </h1>
        <Counters />
        <Link className="btn second" to={{ hash: 'offers' }}>
          Explore Offers
        </Link>
      </div>
    </section>
  </>
)
