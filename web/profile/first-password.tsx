import { useMutation } from '@tanstack/react-query'

import type { Consumer } from '#contract/consumer.ts'

import { browserApi } from '#web/lib/browser.ts'
import { messageOf } from '#web/lib/failure-text.ts'
import { Banner } from '#web/ui/banner.tsx'

/** For whoever has only ever signed in with Google: there is nothing to change, and "Forgot password" gives the account its first one. */
export function FirstPassword({ user }: { user: Consumer }) {
  const asking = useMutation({
    networkMode: 'always',
    mutationFn: () => browserApi('POST /consumer/forgot-password', { body: { email: user.email } }),
  })
  return (
    <section className="panel" aria-labelledby="first-password">
      <h2 id="first-password">Set a password</h2>
      <p className="muted mb-4">
        You sign in with Google, so your account has no password yet. “Forgot password” gives it one: we mail you a link by which you choose
        it. Every device is signed out then, this one, too, and Google is disconnected: you can connect it again in Settings.
      </p>
      <div className="form">
        <div role="status">
          {asking.isSuccess && (
            <Banner tone="good">The mail is on its way to {user.email}. Its link works once, and for 30 minutes.</Banner>
          )}
        </div>
        {asking.error && <Banner tone="bad">{messageOf(asking.error, 'An error occurred. Please try again.')}</Banner>}
        <button
          type="button"
          className={asking.isSuccess ? 'btn second' : 'btn'}
          aria-disabled={asking.isPending}
          onClick={() => asking.isPending || asking.mutate()}
        >
          {asking.isPending ? 'Sending…' : asking.isSuccess ? 'Send it again' : 'Mail me a link'}
        </button>
      </div>
    </section>
  )
}
