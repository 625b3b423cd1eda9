/** Adds one shop by hand, by the cells of a file of shops and with the code that writes such a file. */
import type { ShopCells } from '#contract/edit.ts'
import type { Problem, ShopRow } from '#contract/offer-csv.ts'
import { parseShopRow } from '#contract/shop-csv.ts'

import type { Context } from '../context.ts'
import { listNamesInUse } from '../imports/data.ts'
import { listShownIdentities } from '../imports/data-rows.ts'
import { keysOf, KnownShops, namesOf } from '../imports/match-rows.ts'
import { Spellings } from '../imports/match-spellings.ts'
import { parsingContext } from '../imports/run-import.ts'
import { FIRST_ROW, publishEdit, type Edit } from './publish-edit.ts'
import { refuseCells } from './refuse-cells.ts'
import { requireShop } from './withdraw-shop.ts'

/**
 * Answers the shop's id, and what was remarkable about its cells. Throws `invalid_input` with a text for each cell that is wrong, and where the
 * cells mean a shop that shows. One that was withdrawn comes back, as with a file that names it.
 */
export async function createShop(context: Context, cells: ShopCells): Promise<{ id: string; importId: number; warnings: Problem[] }> {
  const given = Object.entries(cells).map(([column, cell]) => [column, cell.trim()])
  const read = parseShopRow(Object.fromEntries(given), parsingContext(context), { isStrict: true })
  if ('problems' in read) throw refuseCells(read.problems)
  const { row, warnings } = read
  let alike: Problem[] = []
  let id: string | undefined
  const importId = await publishEdit(context, async () => {
    await requireNew(context, row)
    const act = async (edit: Edit) => {
      alike = await listAlike(context, row)
      id = await edit.addShop(row)
      return 0
    }
    return { line: `New shop: ${row.shop.name}`, act }
  })
  return { id: id!, importId: importId!, warnings: [...warnings, ...alike] }
}

/** Shops whose names or addresses are nearly the same. */
async function listAlike({ db }: Context, row: ShopRow): Promise<Problem[]> {
  const spellings = new Spellings(await listNamesInUse(db))
  spellings.add(FIRST_ROW, row)
  return (await spellings.conclude()).map(({ column, value, reason }) => ({ column, value, reason }))
}

const listKnown = ({ db }: Context, { shop }: ShopRow) => listShownIdentities(db, keysOf(shop), [namesOf(shop).nameKey])

/** Nobody adds a shop that is there: it would be changed by what was written for another. */
async function requireNew(context: Context, row: ShopRow) {
  const { shop } = row
  const identities = await listKnown(context, row)
  const known = new KnownShops(identities)
  const found = known.find(shop, true)
  if (found === undefined) return
  if (typeof found === 'object')
    throw refuseCells([
      { column: 'address', reason: `There are several shops of this name: ${found.choices.join('; ')}. Write where this one is` },
    ])
  if (identities.some(({ shop_id, isWithdrawn }) => shop_id === found && isWithdrawn)) return
  if (found === known.findByNumber(shop))
    throw refuseCells([{ column: 'external_shop_id', reason: `“${shop.externalId}” is the number of another shop` }])
  const { stored: there } = await requireShop(context, found)
  const name = [there.name, there.address].filter(Boolean).join(', ')
  throw refuseCells([{ column: shop.address ? 'address' : 'shop', reason: `“${name}” is there already. Find it below, and edit it` }])
}
