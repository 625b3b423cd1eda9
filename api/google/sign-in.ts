import { cutText } from '#contract/clean-text.ts'
import { SESSION_LIFE, TEXT } from '#contract/constants.ts'
import { foldEmail } from '#contract/consumer-rules.ts'
import { AppError } from '#contract/errors.ts'
import { transact } from '#db/connection.ts'

import { findConsumerByEmail, findConsumerByGoogle, insertConsumer, updateConsumer, type ConsumerRow } from '../consumers/data.ts'
import type { Context } from '../context.ts'
import { LIMITS, type Attempts } from '../http/count-attempts.ts'
import { insertSession } from '../sessions/data.ts'
import { insertUsedProof } from './data.ts'
import { refuseProof, type Proof } from './create-google.ts'

type Visit = { name: string; address: string; device: string }

/**
 * Signs in whoever is proven, into the account that is theirs at Google, or a new one. An account that only has the same e-mail address stays
 * whose it is: who made it may not be who reads its mail, and its owner has a password, or gets one by mail. A refusal leaves nothing behind.
 */
export async function signInWithGoogle(context: Context, attempts: Attempts, proof: Proof, { name, address, device }: Visit) {
  const { db, clock, newId } = context
  // In this order: what another sign-in of the same person has just opened is theirs, by whatever it is found.
  const known = await findConsumerByEmail(db, proof.email)
  if (!(await findConsumerByGoogle(db, proof))) {
    if (known) throw refuseAddress(known)
    await attempts.allow(LIMITS.signUp, address)
  }
  const now = clock.now()
  const person = {
    email: proof.email.trim(),
    name: cutName(name),
    phone: '',
    gender: 'Other',
    birthday: null,
    password_hash: null,
  } as const
  return transact(db, async (trx) => {
    if (!(await insertUsedProof(trx, proof))) throw refuseProof()
    // The account may be about to be deleted, or another sign-in just opening it.
    const find = () => findConsumerByGoogle(trx, proof, { forUpdate: true })
    const before = await find()
    const opened = before ? undefined : await insertConsumer(trx, { id: newId(), ...person, google: proof, now })
    const found = before ?? opened ?? (await find())
    if (!found) throw refuseAddress(await findConsumerByEmail(trx, proof.email))
    // Settings show which address they have there now.
    const hasMoved = found.google_email_key !== foldEmail(proof.email)
    const consumer = hasMoved ? (await updateConsumer(trx, found.id, { google: proof }))! : found
    const sessionId = newId()
    await insertSession(trx, { id: sessionId, consumerId: consumer.id, device, now, expires: now + SESSION_LIFE })
    return { consumer, sessionId, isNew: opened !== undefined }
  })
}

/** As long as a name may be, and no half letter at its end. */
const cutName = (name: string) => cutText(name, TEXT.name)
/** Without a password there is nothing to sign in with, to connect this one: whoever reads the mails of the address gets one. */
const refuseAddress = (account: ConsumerRow | undefined) =>
  new AppError('email_taken', { message: account?.password_hash === null ? HAS_NONE : NEEDS_PASSWORD })
const NEEDS_PASSWORD = 'Sign in with your password to connect Google'
const HAS_NONE =
  'This address has an account with another Google account, and no password yet. Choose one by “Forgot password?”, and sign in with it to connect Google.'
