/** What an installation remembers of itself, by name: secrets that it made, and how far it came. */
import type { Db } from './connection.ts'

export async function findSetting(db: Db, name: string): Promise<string | undefined> {
  const found = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  return found?.value
}

/** Answers whether there was none yet; otherwise it stays as it is. */
export async function insertSetting(db: Db, name: string, value: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function saveSetting(db: Db, name: string, value: string) {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** What is there, or `fresh` from now on: of several servers that come at once all get what the first one brings. */
export async function findOrInsertSetting(db: Db, name: string, fresh: string): Promise<string> {
  const found = await findSetting(db, name)
  if (found !== undefined) return found
  await insertSetting(db, name, fresh)
  return (await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirstOrThrow()).value
}
