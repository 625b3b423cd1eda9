/** The files of public data sets, tab-separated: interactions `user item [unix time]`, items `id lat lng [category [top category]]`. */
import { readFileSync } from 'node:fs'

import { position } from '#contract/wire.ts'
import type { Position } from '#contract/wire.ts'

export type Interaction = { user: string; item: string; at: number }
export type ListedItem = { id: string; position?: Position; category?: string; top?: string }

const HEADERS = new Set(['user', 'user_id', 'item', 'item_id', 'id'])

/** The cells of each line; blank lines and a header are no lines. Throws an Error that names the file where it cannot be read. */
function readTable(file: string): string[][] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`Cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n|\r/)
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('\t'))
    .filter(([first], n) => n > 0 || !HEADERS.has(first!.toLowerCase()))
}

/** Lines without a user or an item are left out; a time that is none counts as not known. */
export function readInteractions(file: string): Interaction[] {
  return readTable(file).flatMap(([user, item, time]) => {
    const seconds = Number(time)
    return user && item ? { user, item, at: Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 0 } : []
  })
}

export function readItems(file: string): ListedItem[] {
  return readTable(file).flatMap(([id, lat, lng, category, top]) => {
    if (!id) return []
    const place = lat && lng ? position.safeParse({ lat: Number(lat), lng: Number(lng) }) : undefined
    return {
      id,
      ...(place?.success ? { position: place.data } : {}),
      ...(category ? { category } : {}),
      ...(category && top ? { top } : {}),
    }
  })
}

/** The first column alone, each value once. */
export const readColumn = (file: string) => [...new Set(readTable(file).flatMap(([first]) => first?.trim() || []))]
