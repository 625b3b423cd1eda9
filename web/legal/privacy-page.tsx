import { useRouteLoaderData } from 'react-router'

import { PageHead } from '#web/frame/page-head.tsx'
import { useCity } from '#web/lib/city.tsx'

/** What this product keeps of whom. It is true of the code as it stands: change both together. */
export default function PrivacyPage() {
  const city = useCity()
  return (
    <div className="wrap">
      <PageHead title="Privacy Policy | Kade" description="What Kade keeps about you, what it does not, and how to ask." />
      <article className="prose">
        <h1>Privacy Policy</h1>
        <p>
          You can look at every offer and every shop in {city.name} without telling us who you are. This page says what is kept all the
          same, where, and for how long.
        </p>

        <LookingAround />

        <h2>Where you are</h2>
        <p>
          Your browser asks you before it tells your position, and only when you want distances or what is nearest. We keep no exact
          position of guests. You can choose a neighbourhood instead, which needs no permission: your browser remembers it until you choose
          otherwise, and we never take it for where you are. To find what is nearest, or what to recommend, the place is sent with the
          question, rounded to about 100 m; it is not part of the links that you share. Without a place, distances are measured from the
          centre of {city.name} and marked as approximate.
        </p>

        <Accounts />

        <h2>Pictures and links</h2>
        <p>
          Some pictures of offers lie on the servers of shops. Your browser fetches them from there, as any web page does, without saying
          which page you are on. Links to shops, maps, phone and mail lead out of Kade; what happens there is theirs to explain.
        </p>

        <h2>What shops tell us</h2>
        <p>
          Names, addresses, phone numbers, hours and offers of shops are there to be found by everyone. If yours are wrong, or should not be
          here, write to us and we put it right.
        </p>

        <h2>Asking, and having things removed</h2>
        <p>
          Write to <SupportMail />. We answer questions about this page, and remove what is kept about you wherever we can find it.
        </p>
      </article>
    </div>
  )
}

const LookingAround = () => (
  <>
    <h2>While you look around</h2>
    <ul>
      <li>
        There are no trackers, no advertising and no scripts of other companies on these pages, but for one that you ask for yourself:
        Google’s, from when you press “Sign in with Google” or “Connect Google” until you leave or reload the page.
      </li>
      <li>
        We set no cookies, but for one: if you choose in Settings to save data, it says just that, so that our server leaves out the
        pictures of shops. It goes when you choose otherwise.
      </li>
      <li>
        Your browser keeps a few things for itself: whether you chose light or dark, from where you measure distances, the lists that you
        have just seen (for half an hour at most), and what it takes to put you back where you were. You can clear them in your browser at
        any time.
      </li>
      <li>
        Opening an offer or a shop is counted, once in six hours. So that nobody counts twice, your browser remembers what it has told, and
        our server keeps a number that is made from your address and your browser, with a secret that is thrown away after thirty hours at
        most: nobody can lead it back to you.
      </li>
      <li>
        Our server writes down which address was asked for, when, and whether it could answer, so that faults can be found. It does not put
        that together into a picture of you.
      </li>
    </ul>
  </>
)

const Accounts = () => (
  <>
    <h2>If you have an account</h2>
    <ul>
      <li>
        We keep what you tell us: name, e-mail address, phone number, and, if you like, gender, birthday, a picture and your interests.
        Nobody else sees any of it.
      </li>
      <li>
        If you sign in with Google, or connect your Google account, Google learns that you do, as its own policy says. We learn your name,
        your e-mail address, the address of your picture and a number by which Google knows you. We keep these, but for the picture’s;
        Google learns nothing of what you do here. You can disconnect it in Settings, once you have a password.
      </li>
      <li>
        We keep which offers and shops you like, open and report, and which recommended ones you are not interested in, and when, to show
        them to you again and to recommend what fits. In Settings you see what recommendations are made from, and let them start over. When
        you like something, your browser asks whether we may know where you are; a no is as good as a yes. Positions become rough, to a
        kilometre, after 30 days, and go after 13 months.
      </li>
      <li>
        In Settings you can take all of it along, and delete the account. Then all of it goes at once; only what was done stays as a count,
        linked to nobody.
      </li>
    </ul>
  </>
)

/** The address that the operator of this installation gave. */
export function SupportMail() {
  const email = useRouteLoaderData<{ contact: { email: string } }>('root')?.contact.email
  return email ? (
    <a className="link" href={`mailto:${email}`}>
      {email}
    </a>
  ) : (
    'us'
  )
}
