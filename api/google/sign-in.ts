import { SESSION_LIFE, TEXT } from '#contract/constants.ts'
import { foldEmail } from '#contract/consumer-rules.ts'
import { AppError } from '#contract/errors.ts'
import { transact } from '#db/connection.ts'

import { findConsumerByEmail, findConsumerByGoogle, insertConsumer, updateConsumer } from '../consumers/data.ts'
import type { Context } from '../context.ts'
import { LIMITS, type Attempts } from '../http/count-attempts.ts'
import { insertSession } from '../sessions/data.ts'
import { insertUsedProof } from './data.ts'
import { refuseProof, type Proof } from './verify-proof.ts'

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
    if (known) throw needsPassword()
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
    const consumer = (await find()) ?? (await insertConsumer(trx, { id: newId(), ...person, google: proof, now })) ?? (await find())
    if (!consumer) throw needsPassword()
    // A reset of the password asks which address they have there now.
    if (consumer.google_email_key !== foldEmail(proof.email)) await updateConsumer(trx, consumer.id, { google: proof })
    const sessionId = newId()
    await insertSession(trx, { id: sessionId, consumerId: consumer.id, device, now, expires: now + SESSION_LIFE })
    return { consumer, sessionId }
  })
}

/** As long as a name may be, and no half letter at its end. */
const cutName = (name: string) => name.slice(0, TEXT.name).replace(/[\ud800-\udbff]$/, '')
const needsPassword = () => new AppError('email_taken', { message: 'Sign in with your password to connect Google' })
