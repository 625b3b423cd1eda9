/** What imports leave behind that never came to show, or were not tidied up, as the database itself tells it. */
import { openPool, type Pool } from '#db/connection.ts'

export async function countRemains(pool: Pick<Pool, 'query'>) {
  const { rows } = await pool.query(`
    select cardinality(hidden) as hidden,
      (select count(*) from import where state = 'running' or not is_cleaned) as unfinished,
      (select count(*) from import where state = 'abandoned') as abandoned,
      (select count(*) from offer_version v join import i on i.id = v.added_in where i.state <> 'published') as written,
      (select count(*) from offer_version where removed_in is not null) + (select count(*) from shop_version where removed_in is not null) as replaced,
      (select count(*) from offer_past p where exists (select from import u where u.undoes = p.removed_in and u.state = 'published'))
        + (select count(*) from shop_past p where exists (select from import u where u.undoes = p.removed_in and u.state = 'published')) as forgotten,
      (select count(*) from offer o where not exists (select 1 from offer_version v where v.offer_id = o.id)) as empty_offers,
      (select count(*) from shop s where not exists (select 1 from shop_version v where v.shop_id = s.id)) as empty_shops,
      (select count(*) from (select offer_id from offer_version group by offer_id having count(*) > 1) twice) as double_offers
    from catalogue`)
  const { abandoned, ...remains } = rows[0] as Record<string, number>
  return { abandoned, remains }
}

/** The same, of a database that nobody has open. */
export async function countRemainsIn(url: string) {
  const pool = await openPool(url)
  try {
    return await countRemains(pool)
  } finally {
    await pool.end()
  }
}

export const NOTHING_LEFT = {
  hidden: 0,
  unfinished: 0,
  written: 0,
  replaced: 0,
  forgotten: 0,
  empty_offers: 0,
  empty_shops: 0,
  double_offers: 0,
}
