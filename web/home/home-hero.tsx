import { Counters, ExploreLink, Greeting, Hero } from '#web/landing/hero-parts.tsx'

/** Short, for it is read every day: who is there, how much there is, and the way to it (#48 to #50). */
export const HomeHero = () => (
  <Hero kind="daily">
    <h1>
      <Greeting />
    </h1>
    <Counters />
    <ExploreLink className="btn second" />
  </Hero>
)
