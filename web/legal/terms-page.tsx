import { Link } from 'react-router'

import { PageHead } from '#web/frame/page-head.tsx'
import { useCity } from '#web/lib/city.tsx'

import { SupportMail } from './privacy-page.tsx'

export default function TermsPage() {
  const city = useCity()
  return (
    <div className="wrap">
      <PageHead title="Terms of Service | Kade" description="What you can expect of Kade, and what Kade asks of you." />
      <article className="prose">
        <h1>Terms of Service</h1>
        <p>Kade shows offers of shops in {city.name}. It is free to use. These are the rules, in plain words.</p>

        <h2>Offers are the shop's</h2>
        <ul>
          <li>An offer is made by the shop that is named on it, and redeemed there. Kade sells nothing and takes no payment.</li>
          <li>
            We show hours, prices, dates and conditions as we were given them, and say so where they are unknown. A shop may still change
            its mind: before a long way, call it.
          </li>
          <li>
            Savings are worked out from the prices or the percentage that the shop states. Where the two disagree, we show the smaller.
          </li>
          <li>Distances are measured in a straight line. Your way will be longer.</li>
        </ul>

        <h2>What we ask of you</h2>
        <ul>
          <li>Use an offer under its own conditions, and show the page in the shop when it asks for that.</li>
          <li>Do not try to break the service, to get at what is not yours, or to load it so that others cannot use it.</li>
          <li>Reading Kade with a program of your own is welcome at a polite pace. The program is told when it is too fast.</li>
        </ul>

        <h2>When something is wrong</h2>
        <p>
          If an offer did not hold, tell the shop first, and then us: <SupportMail />. We correct what is wrong and take down what misleads.
          We try to keep Kade running and right, but cannot promise that it always is, and cannot stand in for a shop that does not keep its
          word. Rights that the law gives you as a customer stay as they are.
        </p>

        <h2>Changes</h2>
        <p>
          When these rules change, the new ones stand here. What happens with data is said in the{' '}
          <Link className="link" to="/privacy">
            Privacy Policy
          </Link>
          .
        </p>
      </article>
    </div>
  )
}
