/**
 * How kept answers lie in the browser's storage: under each key one entry, whose answers know when they came and when they expire. What is
 * damaged, comes from another edition of the app, or is over, is as if it had never been there.
 */
import { hashKey, type QueryKey } from '@tanstack/react-query'

import { CACHE_LIFE } from '#contract/constants.ts'
import { MINUTE } from '#contract/time.ts'

declare global {
  interface ImportMetaEnv {
    VITE_EDITION?: string
  }
}

export type KeptAnswer = { key: QueryKey; data: unknown; at: number; expiresAt: number }
/** The newest answer comes first. What came before `since` is kept no more, by no tab: somebody has had everything fetched anew. */
export type Entry = { answers: KeptAnswer[]; since: number }
type Stored = Entry & { edition: string; expiresAt: number }

/** Of each entry so many answers are kept: nobody goes back further, and writing more would hold up a slow device. */
/** Letters of one answer: a page of a list has a tenth of that. */
const ANSWER_LIMIT = 500_000
const KEPT = 12
/** Says what shapes the answers have: those of another edition might not be drawn by this one (vite.config.ts). */
const EDITION = import.meta.env.VITE_EDITION ?? 'none'
const LONGEST_LIFE = Math.max(...Object.values(CACHE_LIFE))
const NOTHING: Entry = { answers: [], since: 0 }

/** Entries as they were last read or written: they are long, and reading one is work. */
const known = new Map<string, { text: string; entry: Entry }>()

/** What lies under that key and is good. What is not goes away. */
export function readEntry(storage: Storage, key: string, now: number): Entry {
  const text = tryTo(() => storage.getItem(key))
  if (typeof text !== 'string') return NOTHING
  const before = known.get(key)
  const entry = before?.text === text ? before.entry : parseEntry(text)
  if (!entry || !isPast(entry.since, now)) return removeEntry(storage, key)
  known.set(key, { text, entry })
  const answers = entry.answers.filter(({ at, expiresAt }) => expiresAt > now && isPast(at, now))
  return answers.length === 0 && entry.since + LONGEST_LIFE <= now ? removeEntry(storage, key) : { answers, since: entry.since }
}

/** One answer of each question, the newest, and none that is too old. */
export function mergeAnswers(answers: KeptAnswer[], since: number): KeptAnswer[] {
  const newest = new Map<string, KeptAnswer>()
  for (const answer of answers) {
    const hash = hashKey(answer.key)
    if (answer.at >= since && answer.at > (newest.get(hash)?.at ?? 0)) newest.set(hash, answer)
  }
  return [...newest.values()].toSorted((a, b) => b.at - a.at).slice(0, KEPT)
}

/** Writes an entry. Where there is no room, the oldest answers leave, of this entry and of those under the `other` keys, and nothing else. */
export function writeEntry(storage: Storage, key: string, entry: Entry, { now, other = [] }: { now: number; other?: string[] }) {
  if (put(storage, key, entry)) return
  // One that is larger than all others together would only push them out.
  const answers = entry.answers.filter((answer) => JSON.stringify(answer.data).length <= ANSWER_LIMIT)
  const entries = new Map([[key, { ...entry, answers }]])
  while (!put(storage, key, entries.get(key)!)) {
    for (const name of other) if (!entries.has(name)) entries.set(name, readEntry(storage, name, now))
    const [name, { answers: kept, since }] = [...entries].toSorted(([, a], [, b]) => oldestOf(a) - oldestOf(b))[0]!
    if (kept.length === 0) return removeEntry(storage, key)
    const shorter = { answers: kept.slice(0, -1), since }
    entries.set(name, shorter)
    if (name !== key && !put(storage, name, shorter)) removeEntry(storage, name)
  }
}

export function removeEntry(storage: Storage, key: string) {
  known.delete(key)
  tryTo(() => storage.removeItem(key))
  return NOTHING
}

const oldestOf = ({ answers }: Entry) => answers.at(-1)?.at ?? Infinity
/** A clock that has been set back makes times of what is yet to come. */
const isPast = (at: number, now: number) => at <= now + MINUTE

/** Answers whether it is written. An empty entry is none. */
function put(storage: Storage, key: string, entry: Entry) {
  if (entry.answers.length === 0 && entry.since === 0) {
    removeEntry(storage, key)
    return true
  }
  const stored: Stored = { edition: EDITION, expiresAt: entry.answers[0]?.expiresAt ?? entry.since + LONGEST_LIFE, ...entry }
  const text = JSON.stringify(stored)
  const isWritten = tryTo(() => (storage.setItem(key, text), true))
  if (isWritten) known.set(key, { text, entry })
  return isWritten
}

function parseEntry(text: string): Entry | undefined {
  const stored = tryTo(() => JSON.parse(text) as Partial<Stored> | null)
  if (stored?.edition !== EDITION || typeof stored.since !== 'number' || !Array.isArray(stored.answers)) return undefined
  return stored.answers.every(isAnswer) ? { answers: stored.answers, since: stored.since } : undefined
}

const isAnswer = (answer: Partial<KeptAnswer> | null) =>
  Array.isArray(answer?.key) &&
  typeof answer.at === 'number' &&
  typeof answer.expiresAt === 'number' &&
  answer.expiresAt - answer.at <= LONGEST_LIFE &&
  answer.data !== undefined

/** Storage may be full, or be switched off at any time: then there is nothing. */
function tryTo<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
