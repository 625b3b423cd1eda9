import type { Trx } from '#db/connection.ts'

import { updateConsumer, type ConsumerRow } from '../consumers/data.ts'
import type { Mailer } from '../mail/queue-mail.ts'

/** Takes Google away from an account. Its owner is told by mail; where nothing is connected there is nothing to do, and nothing to tell. */
export async function removeGoogle(trx: Trx, mailer: Mailer, consumer: ConsumerRow): Promise<ConsumerRow> {
  const { id, email, name, google_email_key: google } = consumer
  if (google === null) return consumer
  await mailer.queue(trx, { kind: 'google-disconnected', to: email, name, google })
  return (await updateConsumer(trx, id, { google: null }))!
}
