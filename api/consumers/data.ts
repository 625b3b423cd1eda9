/** The SQL of shoppers' accounts. */
import type { Selectable } from 'kysely'

import { addTag, foldEmail } from '#contract/consumer-rules.ts'
import type { Consumer } from '#contract/consumer.ts'
import type { Db, Trx } from '#db/connection.ts'
import type { ConsumerTable, MailTokenTable } from '#db/schema.ts'

import { listLikedIds } from '../likes/data.ts'

export type ConsumerRow = Selectable<ConsumerTable>

/** Pictures that were uploaded lie under this path. */
export const pictureUrl = (picture: string | null) => (picture === null ? null : `/uploads/${picture}`)

/** Everything that a shopper sees of themselves. */
export const presentConsumer = async (db: Db, row: ConsumerRow): Promise<Consumer> => ({
  ...toConsumer(row),
  ...(await listLikedIds(db, row.id)),
})

const toConsumer = (row: ConsumerRow): Omit<Consumer, 'likedOffers' | 'likedShops'> => ({
  _id: row.id,
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  gender: row.gender,
  birthday: row.birthday,
  imageUrl: pictureUrl(row.picture),
  interestedTags: row.interested_tags,
  interestedCategories: row.interested_categories,
  googleId: row.google_subject,
  googleEmail: row.google_email_key,
  locationHistory: [],
  emailConfirmed: row.email_confirmed_at !== null,
  hasPassword: row.password_hash !== null,
})

export const findConsumer = (db: Db | Trx, id: string, { forUpdate = false } = {}) =>
  db
    .selectFrom('consumer')
    .selectAll()
    .where('id', '=', id)
    .$if(forUpdate, (query) => query.forUpdate())
    .executeTakeFirst()
export const findConsumerByEmail = (db: Db | Trx, email: string) =>
  db.selectFrom('consumer').selectAll().where('email_key', '=', foldEmail(email)).executeTakeFirst()

/** Who somebody is at Google: a subject of an issuer, and never an e-mail address alone. The address is one that Google has verified. */
export type GoogleIdentity = { issuer: string; subject: string; email: string }
const googleColumns = (google: GoogleIdentity | null) => ({
  google_issuer: google?.issuer ?? null,
  google_subject: google?.subject ?? null,
  google_email_key: google ? foldEmail(google.email) : null,
})
export const findConsumerByGoogle = (db: Db | Trx, { issuer, subject }: GoogleIdentity, { forUpdate = false } = {}) =>
  db
    .selectFrom('consumer')
    .selectAll()
    .where('google_issuer', '=', issuer)
    .where('google_subject', '=', subject)
    .$if(forUpdate, (query) => query.forUpdate())
    .executeTakeFirst()

type NewConsumer = Pick<ConsumerRow, 'id' | 'email' | 'name' | 'phone' | 'gender' | 'birthday' | 'password_hash'> & {
  now: number
  google?: GoogleIdentity
}
/** Answers nothing where the address, or who it is at Google, has an account already: of several who come at once, one gets it. */
export const insertConsumer = (trx: Trx, { now, google, ...consumer }: NewConsumer) =>
  trx
    .insertInto('consumer')
    .values({
      ...consumer,
      email_key: foldEmail(consumer.email),
      picture: null,
      ...googleColumns(google ?? null),
      email_confirmed_at: google ? new Date(now) : null,
      created_at: new Date(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

export type ConsumerChange = Partial<
  Pick<ConsumerRow, 'name' | 'phone' | 'gender' | 'birthday' | 'picture' | 'interested_tags' | 'interested_categories' | 'password_hash'>
> & { email?: string; email_confirmed_at?: Date | null; google?: GoogleIdentity | null }
/** Answers the row as it is then, or nothing where the account is gone. An address, or somebody at Google, that another account has fails as a
 * unique violation. */
export const updateConsumer = (db: Db | Trx, id: string, { email, google, ...change }: ConsumerChange) =>
  db
    .updateTable('consumer')
    .set({
      id,
      ...change,
      ...(email !== undefined && { email, email_key: foldEmail(email) }),
      ...(google !== undefined && googleColumns(google)),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const deleteConsumer = (trx: Trx, id: string) => trx.deleteFrom('consumer').where('id', '=', id).returningAll().executeTakeFirst()

/** Without repetitions, whatever their case: the first writing stays, where it stands. */
export const distinctInterests = (words: string[]) => words.reduce<string[]>(addTag, [])

type NewMailToken = { hash: string; consumerId: string; purpose: MailTokenTable['purpose']; email: string; expires: number }
/** A new link; the older ones for the same purpose are worth nothing from then on. */
export async function replaceMailToken(trx: Trx, { hash, consumerId, purpose, email, expires }: NewMailToken) {
  await deleteMailTokens(trx, consumerId, purpose)
  await trx
    .insertInto('mail_token')
    .values({ hash, consumer_id: consumerId, purpose, email, expires_at: new Date(expires) })
    .execute()
}
export const deleteMailTokens = (trx: Trx, consumerId: string, purpose: MailTokenTable['purpose']) =>
  trx.deleteFrom('mail_token').where('consumer_id', '=', consumerId).where('purpose', '=', purpose).execute()
/** Takes a link's token away and answers whose it was; nothing where there is none that is still good. It works once. */
export const takeMailToken = (trx: Trx, { hash, purpose, now }: { hash: string; purpose: MailTokenTable['purpose']; now: number }) =>
  trx
    .deleteFrom('mail_token')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', new Date(now))
    .returning(['consumer_id', 'email'])
    .executeTakeFirst()
