import { TOTAL_LIMIT } from '#contract/constants.ts'
import { AppError } from '#contract/errors.ts'

/** What a cursor holds. It comes back from outside: whoever reads one checks it. */
export type CursorKey = (string | number)[]
/** The place after which a list goes on, and the total that its first page found. */
export type Cursor = { key: CursorKey; total: number; totalIsMore: boolean }

export const writeCursor = ({ key, total, totalIsMore }: Cursor) =>
  Buffer.from(JSON.stringify([key, total, totalIsMore ? 1 : 0])).toString('base64url')

const isTotal = (total: unknown) => Number.isSafeInteger(total) && Number(total) >= 0 && Number(total) <= TOTAL_LIMIT
const isKey = (key: unknown): key is CursorKey =>
  Array.isArray(key) && key.every((part) => typeof part === 'string' || (typeof part === 'number' && Number.isFinite(part)))

/** Reads the cursor of a list whose keys `isOurs` knows; undefined where none was sent. Throws `invalid_input` for any other. */
export function readCursor(text: string | undefined, isOurs: (key: CursorKey) => boolean): Cursor | undefined {
  if (text === undefined) return undefined
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (Array.isArray(parsed)) {
      const [key, total, more] = parsed as unknown[]
      if (isKey(key) && isOurs(key) && isTotal(total) && (more === 0 || more === 1))
        return { key, total: total as number, totalIsMore: more === 1 }
    }
  } catch {
    // Falls through to the one answer that a foreign cursor gets.
  }
  throw new AppError('invalid_input', {
    message: 'cursor: is not a cursor of this list',
    fields: { 'query.cursor': 'Is not a cursor of this list' },
  })
}
