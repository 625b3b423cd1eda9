import { useEffect, useRef, useState, type ReactNode } from 'react'

import type { Consumer } from '#contract/consumer.ts'

import { ProfileAvatar } from './profile-avatar.tsx'
import { ProfileFacts } from './profile-facts.tsx'
import { ProfileForm } from './profile-form.tsx'
import { ProfilePicture } from './profile-picture.tsx'
import { RefreshProfile } from './refresh-profile.tsx'

/** View mode and edit mode. Whoever changes between them goes on where the other begins (#81, #82). */
export function ProfileInformation({ user }: { user: Consumer }) {
  const [isEditing, setIsEditing] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const editButton = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current === isEditing) return
    wasEditing.current = isEditing
    const next = isEditing ? heading : editButton
    next.current?.focus()
  }, [isEditing])
  return (
    <div className="profile">
      <Side user={user}>{isEditing && <ProfilePicture user={user} />}</Side>
      {isEditing ? (
        <section className="panel">
          <h2 ref={heading} tabIndex={-1}>
            Edit your details
          </h2>
          <ProfileForm user={user} onClose={() => setIsEditing(false)} />
        </section>
      ) : (
        <section className="panel">
          <div className="panel-head">
            <h2>Your details</h2>
            <RefreshProfile user={user} />
          </div>
          <ProfileFacts user={user} />
          <button ref={editButton} type="button" className="btn mt-8" onClick={() => setIsEditing(true)}>
            Edit Profile
          </button>
        </section>
      )}
    </div>
  )
}

const Side = ({ user, children }: { user: Consumer; children: ReactNode }) => (
  <div className="profile-side">
    <ProfileAvatar user={user} />
    <p className="profile-name">{user.name}</p>
    {children}
  </div>
)
