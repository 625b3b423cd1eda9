/** A change by hand is an import of its own: written where nobody sees it, shown at once, one line in the list of imports. */
import type { ShopRow } from '#contract/offer-csv.ts'

import { readClock, type Context } from '../context.ts'
import { startImport } from '../imports/data.ts'
import { isDemoPresent } from '../imports/data-demo.ts'
import type { Replaced } from '../imports/data-past.ts'
import { getLatestShop, startBatch, writeBatch, type BatchToWrite } from '../imports/data-rows.ts'
import { Changes } from '../imports/gather-changes.ts'
import { holdCatalogue } from '../imports/hold-catalogue.ts'
import { shopFactsOf, type ShopFacts, type StoredShop } from '../imports/lay-facts.ts'
import { createReport } from '../imports/merge-reports.ts'
import { showImport, orGiveUp } from '../imports/run-import.ts'
import { RowWriter } from '../imports/write-rows.ts'
import { refuseCells } from './refuse-cells.ts'

/** As in a file of this one row. */
export const FIRST_ROW = 2

/** Rows that one step writes: few enough that nobody who reads waits long. */
export const STEP = 100

export type Edit = {
  importId: number
  /** Writes rows where nobody sees them yet. */
  write: (rows: Partial<BatchToWrite>) => Promise<void>
  /** Makes the shop of a row, or brings it back, and answers its id. Throws `invalid_input` where the row means none for certain. */
  addShop: (row: ShopRow) => Promise<string>
  /** Writes new facts of a shop, and notes what changes. */
  writeShop: (facts: ShopFacts, replaces: StoredShop, rows?: Partial<BatchToWrite>) => Promise<void>
}
/** What is to be done, and how many offers it changes; `line` stands in the list of imports. Nothing where all is as it should be. */
type Plan = { line: string; act: (edit: Edit) => Promise<number> } | undefined

/**
 * Plans a change, and makes it while nobody else changes the catalogue. Who changes nothing takes nothing from others either: a checked
 * import is set aside only by what is done. Answers the number of the import, undefined where there was nothing to do.
 */
export async function publishEdit(context: Context, plan: () => Promise<Plan>): Promise<number | undefined> {
  if (!(await plan())) return undefined
  return holdCatalogue(context, async (lock) => {
    // Once more: the catalogue is ours only now.
    const planned = await plan()
    if (!planned) return undefined
    const importId = await startImport(context.db, { kind: 'edit', fileName: planned.line, fileHash: null, at: readClock(context) })
    const { report, replaced } = await orGiveUp(context, importId, undefined, () => runEdit(context, importId, planned))
    await showImport(context, lock, importId, report, { replaced })
    return importId
  })
}

async function runEdit(context: Context, importId: number, { act }: NonNullable<Plan>) {
  const { db, clock, config } = context
  const now = clock.now()
  const changes = new Changes(config.city, now)
  let [shopsCreated, shopsChanged] = [0, 0]
  /** Unknown once a row has brought a shop back. */
  let replaced: Replaced | undefined = { offer_version: [], shop_version: [] }
  const write = async (rows: Partial<BatchToWrite>) => {
    const batch = { ...startBatch(importId, new Date(now)), ...rows }
    await writeBatch(context, batch)
    replaced?.offer_version.push(...batch.offers.flatMap((row) => row.replaces?.id ?? []))
    replaced?.shop_version.push(...batch.shops.flatMap((row) => row.replaces?.id ?? []))
  }
  const changed = await act({
    importId,
    write,
    addShop: async (row) => {
      const writer = new RowWriter(context, importId)
      const refused = await writer.write([{ row: FIRST_ROW, parsed: row }])
      if (refused.length > 0) throw refuseCells(refused)
      await writer.finish(STEP, undefined)
      shopsCreated += writer.counts.shopsCreated
      shopsChanged += writer.counts.shopsChanged
      if (writer.counts.shopsChanged > 0) replaced = undefined
      return getLatestShop(db, importId)
    },
    writeShop: async (facts, replaces, rows) => {
      shopsChanged += 1
      changes.addShop(shopFactsOf(replaces), facts, true)
      await write({ ...rows, shops: [{ facts, replaces }] })
    },
  })
  const demoIsPresent = await isDemoPresent(db)
  const rows = changed + shopsCreated + shopsChanged
  const report = createReport(importId, { rows, changed, shopsCreated, shopsChanged, preview: changes.report(), demoIsPresent })
  return { report, replaced }
}
