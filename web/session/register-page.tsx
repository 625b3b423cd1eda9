import { Link } from 'react-router'

import { LegalLinks } from '#web/frame/footer.tsx'
import { PageHead } from '#web/frame/page-head.tsx'

import { EntranceFrame, OtherWays } from './entrance-frame.tsx'
import { RegisterForm } from './register-form.tsx'

/** Opening an account (#77 to #79). */
export default function RegisterPage() {
  return (
    <EntranceFrame title="Sign up" lead="Keep the offers and shops that you like.">
      <PageHead title="Sign up | Kade" path="/register" description="Open a Kade account to keep offers and shops that you like." />
      <RegisterForm />
      <p className="base text-sm">
        <span>What we keep and what we promise:</span>
        <LegalLinks />
      </p>
      <OtherWays>
        Already have an account?{' '}
        <Link className="link" to="/login">
          Sign in
        </Link>
      </OtherWays>
    </EntranceFrame>
  )
}
