import type { Db } from './connection.ts'

/** A number that grows with every change of the catalogue that readers see. */
export const getRevision = async (db: Db) => (await db.selectFrom('catalogue').select('revision').executeTakeFirstOrThrow()).revision
