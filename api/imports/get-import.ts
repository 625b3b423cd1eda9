import { AppError } from '#contract/errors.ts'

import type { Context } from '../context.ts'
import { findImport } from './data.ts'

/** The import that an address names. Throws `import_not_found` where there is none. */
export async function getImport({ db }: Context, id: string) {
  const found = /^\d{1,9}$/.test(id) ? await findImport(db, Number(id)) : undefined
  if (!found) throw new AppError('import_not_found')
  return found
}
