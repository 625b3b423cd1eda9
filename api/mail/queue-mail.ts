import type { Trx } from '#db/connection.ts'

import type { Context } from '../context.ts'
import type { Jobs } from '../jobs/run-jobs.ts'
import { writeMail, type Mail } from './write-mail.ts'
import { createTransport } from './send-mail.ts'

const QUEUE = 'mail'
/** A mail server that is down is tried again for about a day, less and less often. */
const PATIENCE = { retryLimit: 20, retryDelay: 5, retryBackoff: true, retryDelayMax: 2 * 60 * 60, expireInSeconds: 120 }

export type Mailer = {
  /** Promises a mail, in the transaction of whatever it belongs to: with it, or not at all. */
  queue: (trx: Trx, mail: Mail) => Promise<void>
}

/** Mails go through the job queue, so that who asks for one never waits for the mail server, and none is lost while it is down. */
export function createMailer(context: Context, jobs: Jobs): Mailer {
  const { config } = context
  const base = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`
  const send = createTransport(context)
  jobs.define(QUEUE, PATIENCE, async (data, id) => {
    const mail = data as Mail
    await send({ to: mail.to, ...writeMail(mail, base), id })
    context.log.info({ mail: mail.kind, job: id }, 'mail sent')
  })
  return { queue: (trx, mail) => jobs.enqueue(trx, QUEUE, mail) }
}
