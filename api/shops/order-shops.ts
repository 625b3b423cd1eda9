import { isCleanText } from '#contract/clean-text.ts'
import { isId } from '#db/filters.ts'

import type { CursorKey } from '../http/cursor.ts'

/** The key of a list of shops by name. */
export const isNameKey = ([name, id, ...more]: CursorKey) => typeof name === 'string' && isCleanText(name) && isId(id) && more.length === 0
