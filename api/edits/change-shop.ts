/** Changes one shop by hand, by the cells of a file of shops: one reader, whoever writes them. */
import type { ShopCells } from '#contract/edit.ts'
import { AppError } from '#contract/errors.ts'
import { SHOP_COLUMNS, type ShopColumn } from '#contract/offer-csv-columns.ts'
import { writeShop } from '#contract/offer-csv-write.ts'
import type { Problem } from '#contract/offer-csv.ts'
import { parseShopRow } from '#contract/shop-csv.ts'

import type { Context } from '../context.ts'
import { listShownIdentities } from '../imports/data-rows.ts'
import { isSamePlaceAndName, isSameShop, layShop, type ShopFacts, type StoredShop } from '../imports/lay-facts.ts'
import { keysOf, KnownShops, namesOf } from '../imports/match-rows.ts'
import { deriveShop } from '../imports/derive-rows.ts'
import { moveOffers } from '../imports/follow-shops.ts'
import { parsingContext } from '../imports/run-import.ts'
import { publishEdit, STEP, type Edit } from './publish-edit.ts'
import { refuseCells } from './refuse-cells.ts'
import { requireShop } from './withdraw-shop.ts'

type Request = { version: string; cells: ShopCells }

/**
 * Answers what was remarkable about the cells, and the number of the import; undefined where all was so already. Throws `invalid_input`
 * with a text for each cell that is wrong, and `shop_changed` where the facts are not those of `version` any more.
 */
export async function editShop(context: Context, id: string, { version, cells }: Request) {
  let warnings: Problem[] = []
  const importId = await publishEdit(context, async () => {
    const { stored } = await requireShop(context, id)
    if (String(stored.id) !== version) throw new AppError('shop_changed')
    const said = readCells(context, stored, cells)
    warnings = said.warnings
    const { facts, newIdentities } = await layEdit(context, stored, said.row)
    if (newIdentities.length === 0 && isSameShop(facts, stored)) return undefined
    const act = async (edit: Edit) => {
      await edit.writeShop(facts, stored, { newIdentities })
      if (isSamePlaceAndName(facts, stored)) return 0
      return moveOffers(context.db, { ...stored, ...facts }, { size: () => STEP, write: (offers) => edit.write({ offers }) })
    }
    return { line: `Shop: ${facts.name}`, act }
  })
  return { importId, warnings }
}

const PLACE = ['latitude', 'longitude'] as const satisfies readonly ShopColumn[]

/** An empty cell of a form is one that somebody has emptied. */
function readCells(context: Context, stored: StoredShop, cells: ShopCells) {
  const { shop: name, ...known } = writeShop(deriveShop(stored, null))
  const place = PLACE.some((column) => cells[column] !== undefined) ? { latitude: known.latitude, longitude: known.longitude } : {}
  const given = Object.entries({ ...place, ...cells }).map(([column, cell]) => [column, cell?.trim() || (column === 'shop' ? '' : '-')])
  const result = parseShopRow({ shop: name, ...Object.fromEntries(given) }, parsingContext(context), { isStrict: true })
  if ('problems' in result) throw refuseCells(result.problems)
  return result
}

/** The facts after it, and the keys by which the shop is known from now on, beside those that it had (D-59). */
async function layEdit({ db }: Context, stored: StoredShop, row: Parameters<typeof layShop>[0]) {
  const facts: ShopFacts = { ...layShop(row, stored.shop_id, stored, true), withdrawn_at: stored.withdrawn_at }
  const shop = { ...row.shop, name: facts.name, address: facts.address }
  const known = await listShownIdentities(db, keysOf(shop))
  const others = new Set(known.filter(({ shop_id }) => shop_id !== stored.shop_id).map(({ key }) => key))
  const { nameKey, placeKey, numberKey } = namesOf(shop)
  if (numberKey !== undefined && others.has(numberKey))
    throw refuseCells([{ column: 'external_shop_id', reason: `“${shop.externalId}” is the number of another shop` }])
  if (others.has(placeKey)) {
    const column = nameKey === stored.name_key && facts.address !== null ? 'address' : 'shop'
    throw refuseCells([{ column, reason: 'Another shop has this name and address already, or had it' }])
  }
  const newIdentities = new KnownShops(known).learn(shop, stored.shop_id)
  return { facts, newIdentities }
}

/** A shop as its form shows it: every column, what is not known as an empty cell. */
export async function presentShop(context: Context, id: string) {
  const { stored, offers, number } = await requireShop(context, id)
  const written = writeShop(deriveShop(stored, number))
  // The file's way to say that there are none.
  const toCell = (cell = '') => (cell === '-' ? '' : cell)
  return {
    _id: stored.shop_id,
    id: stored.shop_id,
    version: String(stored.id),
    state: stored.withdrawn_at === null ? ('shown' as const) : ('withdrawn' as const),
    offers,
    cells: Object.fromEntries(SHOP_COLUMNS.map((column) => [column, toCell(written[column])])) as ShopCells,
  }
}
