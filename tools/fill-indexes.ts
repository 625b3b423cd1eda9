/** A great many rows go in faster while nobody keeps the indexes, which are built anew at the end from their own definitions. */
import type { Pool } from '#db/connection.ts'

/** Where the definitions lie while the indexes are gone, so that a fill which was stopped can be mended by the next. */
const SETTING = 'fill_indexes'
const TABLE = 'offer_version'

/** Drops every index that no constraint stands on. */
export async function dropIndexes(pool: Pool) {
  await pool.query(`do $$
    declare one record;
    begin
      create temp table dropped on commit drop as
        select indexname, indexdef from pg_indexes
        where schemaname = current_schema() and tablename = '${TABLE}' and indexname not in (select conname from pg_constraint);
      insert into setting (name, value) select '${SETTING}', json_agg(indexdef) from dropped having count(*) > 0;
      for one in select indexname from dropped loop execute format('drop index %I', one.indexname); end loop;
    end $$`)
}

/** Builds what was dropped; nothing where nothing was. */
export async function buildIndexes(pool: Pool) {
  await pool.query(`do $$
    declare definition text;
    begin
      for definition in select json_array_elements_text(value::json) from setting where name = '${SETTING}' loop execute definition; end loop;
      delete from setting where name = '${SETTING}';
    end $$`)
}
