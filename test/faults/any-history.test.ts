/** Files and changes by hand that cross at random, undone in the order in which they stand: each undo gives back what was before. HISTORIES says how many. */
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { AppError } from '#contract/errors.ts'
import { openDesk, openTestApp, sendFile, toCsv } from '#test/app.ts'

const HISTORIES = Number(process.env['HISTORIES'] ?? 60)
/** Those of one test: its databases are closed at its end. */
const AT_ONCE = 6
const SHOPS = ['Alpha', 'Beta', 'Gamma']
const name = fc.constantFrom(...SHOPS)
const addressOf = (shop: string) => `${SHOPS.indexOf(shop)} Road`

const offerRow = fc.record({ number: fc.nat(3), shop: name, discount: fc.integer({ min: 1, max: 80 }) })
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('offers'),
      rows: fc.uniqueArray(offerRow, { minLength: 1, maxLength: 3, selector: (row) => row.number }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('shops'), shop: name, latitude: fc.constantFrom('6.9', '7.0', '7.1'), last: fc.nat(8) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('edit'), shop: name, last: fc.nat(8) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('shops/{id}/withdraw', 'shops/{id}/restore'), shop: name }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('offers/{id}/withdraw', 'offers/{id}/restore'), number: fc.nat(3) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('undo') }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function setUp() {
  const app = await openTestApp({ variables: { THROTTLE_FACTOR: '100000' } })
  const { admin, list, undo } = openDesk(app)
  const find = async <T>(sql: string, values: unknown[] = []) => (await app.context.pool.query(sql, values)).rows as T[]

  /** What everybody sees. */
  const look = async () => ({
    offers: await find(`select external_id, title, discount, name, offer.latitude, offer.search_text from current_offer offer
      join offer born on born.id = offer.offer_id join current_shop shop using (shop_id) where offer.withdrawn_at is null order by 1`),
    shops: await find(`select name, address, phone, latitude from current_shop where withdrawn_at is null order by 1, 2`),
    /** Offers without their shop. */
    lost: await find(`select offer_id from current_offer offer join current_shop shop using (shop_id)
      where offer.withdrawn_at is null and shop.withdrawn_at is not null`),
  })

  const editShop = async (id: string, last: number) => {
    const { version } = (await admin('GET /superadmin/dashboard/shops/{id}', { params: { id } })).data
    await admin('PUT /superadmin/dashboard/shops/{id}', { params: { id }, body: { version, cells: { phone: `+94 112 304 50${last}` } } })
  }
  const send = (query: string, rows: Record<string, string>[]) => sendFile(app, `import/csv${query}`, toCsv(rows))

  async function act(made: Exclude<Step, { do: 'undo' }>) {
    if ('rows' in made)
      return send(
        '',
        made.rows.map(({ number, shop, discount }) => ({
          title: `Offer ${number}`,
          external_id: `o${number}`,
          shop,
          address: addressOf(shop),
          category: 'Food',
          discount: String(discount),
        })),
      )
    if ('latitude' in made)
      return send('?kind=shops', [
        { shop: made.shop, address: addressOf(made.shop), phone: `+94 112 303 50${made.last}`, latitude: made.latitude, longitude: '79.8' },
      ])
    const [found] = await ('shop' in made
      ? find<{ id: string }>('select shop_id as id from current_shop where name = $1 order by 1', [made.shop])
      : find<{ id: string }>('select id from offer where external_id = $1', [`o${'number' in made ? made.number : 0}`]))
    if (!found) return undefined
    if ('last' in made) return editShop(found.id, made.last)
    return admin(`POST /superadmin/dashboard/${made.do as 'shops/{id}/withdraw'}`, { params: { id: found.id } })
  }
  return { ...app, act, look, list, undo }
}

const rounds = Array.from({ length: Math.ceil(HISTORIES / AT_ONCE) }, (_, index) => index + 1)
test.each(rounds)('undoing what stands last gives back what was before it, whatever came before: round %i', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const { act, look, list, undo } = await setUp()
      const stack: { id: string; before: Awaited<ReturnType<typeof look>> }[] = []
      for (const made of steps) {
        if (made.do === 'undo') {
          const last = stack.pop()
          if (!last) continue
          await undo(last.id)
          expect(await look()).toEqual(last.before)
          continue
        }
        const [before, newest] = [await look(), (await list())[0]?.id]
        await act(made).catch((error: unknown) => {
          // An offer does not come back without its shop.
          if (!(error instanceof AppError && error.code === 'needs_shop')) throw error
        })
        const [now] = await list()
        if (now && now.id !== newest) stack.push({ id: now.id, before })
        expect((await look()).lost).toEqual([])
      }
    }),
    { numRuns: AT_ONCE, endOnFailure: true },
  )
})
