import type { ReactNode } from 'react'

import type { Consumer } from '#contract/consumer.ts'
import { formatDay } from '#contract/time.ts'

import { categoryKey } from '#web/lib/categories.ts'
import { languageOf } from '#web/lib/language.ts'
import { ConfirmationMailButton, isUnconfirmed } from '#web/settings/confirmation-mail.tsx'
import { Icon } from '#web/ui/icon.tsx'

import { toDraft } from './profile-draft.ts'

/** View mode: what is known, and what is not known is said to be so. */
export function ProfileFacts({ user }: { user: Consumer }) {
  const { name, email, phone, gender, birthday, interestedCategories, interestedTags } = toDraft(user)
  return (
    <dl className="facts profile-facts">
      <Fact label="Full name">{name}</Fact>
      <Fact label="Email" isLong>
        {email}
        <EmailState user={user} />
      </Fact>
      <Fact label="Phone">{phone}</Fact>
      <Fact label="Gender">{gender}</Fact>
      <Fact label="Birthday">{birthday && formatDay(birthday, { style: 'long' })}</Fact>
      <Fact label="Interested categories" isWide>
        {interestedCategories.length > 0 && (
          <ul className="picks">
            {interestedCategories.map((category) => (
              <li key={category} className="pick shown" data-category={categoryKey(category)}>
                {category}
              </li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact label="Interested tags" isWide>
        {interestedTags.length > 0 && (
          <ul className="picks">
            {interestedTags.map((tag) => (
              <li key={tag} className="pick shown" lang={languageOf(tag)}>
                #{tag}
              </li>
            ))}
          </ul>
        )}
      </Fact>
    </dl>
  )
}

type FactProps = { label: string; isLong?: boolean; isWide?: boolean; children: ReactNode }

/** A long one has the whole width of a phone, a wide one that of every screen. */
const Fact = ({ label, isLong = false, isWide = false, children }: FactProps) => (
  <div className={isWide ? 'col-span-full' : isLong ? 'max-sm:col-span-full' : undefined}>
    <dt>{label}</dt>
    <dd>{children || <span className="font-normal text-muted">Not given</span>}</dd>
  </div>
)

/** An account works without it; changing the address, and a new password by mail, rest on it. */
const EmailState = ({ user }: { user: Consumer }) => (
  <>
    <span className={user.emailConfirmed ? 'email-state good' : 'email-state'}>
      <Icon name={user.emailConfirmed ? 'check' : 'envelope-simple'} />
      {user.emailConfirmed ? 'Confirmed' : 'Not confirmed yet. Open the link in the mail that we sent there.'}
    </span>
    {isUnconfirmed(user) && <ConfirmationMailButton user={user} className="link min-h-11 text-sm font-normal" />}
  </>
)
