import { useState } from 'react'

import type { MendedRow } from '#contract/import.ts'

/** Cells that were written anew and not checked yet, by their rows. */
export type Drafts = ReadonlyMap<number, MendedRow['cells']>
const NONE: Drafts = new Map()

/** What is written in refused rows, by their imports: it outlives the form, for the same file may be checked again. */
export function useDrafts() {
  const [all, setAll] = useState<ReadonlyMap<string, Drafts>>(new Map())
  const change = (id: string, next: (drafts: Drafts) => Drafts) => setAll((now) => new Map(now).set(id, next(now.get(id) ?? NONE)))
  return {
    of: (id: string) => all.get(id) ?? NONE,
    change,
    /** Both imports are of the same file. */
    carry: (from: string, to: string) => change(to, () => all.get(from) ?? NONE),
  }
}
export type DraftStore = ReturnType<typeof useDrafts>
