/** The links of our mails: a random token, of which only a hash is kept. */
import { hash, randomBytes } from 'node:crypto'

import { CONFIRM_LIFE, RESET_LIFE } from '#contract/constants.ts'
import type { Trx } from '#db/connection.ts'

import type { Context } from '../context.ts'
import type { Mailer } from '../mail/queue-mail.ts'
import { replaceMailToken, type ConsumerRow } from '../consumers/data.ts'

/** 256 random bits, base64url. */
export const hashLinkToken = (token: string) => hash('sha256', token)

type Letter = { purpose: 'confirm' | 'reset'; isWelcome?: boolean }
const LIFE = { confirm: CONFIRM_LIFE, reset: RESET_LIFE }

/** Makes a link and queues the mail that carries it, in the transaction of whatever it belongs to. */
export async function mailLink(
  trx: Trx,
  { clock }: Context,
  mailer: Mailer,
  consumer: ConsumerRow,
  { purpose, isWelcome = false }: Letter,
) {
  const token = randomBytes(32).toString('base64url')
  const { id: consumerId, email, name } = consumer
  await replaceMailToken(trx, { hash: hashLinkToken(token), consumerId, purpose, email, expires: clock.now() + LIFE[purpose] })
  await mailer.queue(trx, { kind: purpose === 'reset' ? 'reset' : isWelcome ? 'welcome' : 'confirm', to: email, name, token })
}
