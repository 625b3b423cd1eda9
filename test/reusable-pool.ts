/**
 * PGlite takes a second to open, PostgreSQL a quarter of one to copy and drop a database, and either a moment to empty it: a test hands its
 * own on to the next one of its process, as the template was. What cannot be put back, because something else than rows has changed, goes.
 * The last ones end with the run.
 */
import { openPool, type Pool } from '#db/connection.ts'
import { DatabaseAway } from '#db/database-away.ts'

type Clone = { url: string; drop: () => Promise<void> }
const spareClones: (Clone & { shape: string })[] = []

/** A pool of its own over a database of the server that another test has left, or over one that `clone` makes. */
export async function reuseDatabase(clone: () => Promise<Clone>): Promise<Pool> {
  const database = spareClones.pop() ?? (await prepareClone(await clone()))
  const pool = await openPool(database.url)
  const end = pool.end.bind(pool)
  pool.end = async () => {
    await end()
    if (await asSuperuser(database.url, (whole) => putBack(whole, database.shape))) spareClones.push(database)
    else await database.drop()
  }
  return pool
}

const prepareClone = async (clone: Clone) => ({ ...clone, shape: await asSuperuser(clone.url, prepare) })

/** As the one who alone may put back rows without asking what refers to them. */
async function asSuperuser<T>(address: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  const url = new URL(address)
  url.username = 'postgres'
  const pool = await openPool(url.href, { connections: 1, patience: 30_000 })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

const sparePools: { pool: Pool; shape: string }[] = []

/** An embedded database that another test has left, or one that `open` makes; `end` leaves it to the next. */
export async function reusePool(open: () => Promise<Pool>): Promise<Pool> {
  const { pool, shape } = sparePools.pop() ?? (await withShape(await open()))
  let isEnded = false
  const unlessEnded =
    <A extends unknown[], T>(work: (...args: A) => Promise<T>) =>
    (...args: A): Promise<T> =>
      isEnded ? Promise.reject(new DatabaseAway('KADE_STOPPED')) : work(...args)
  return {
    engine: pool.engine,
    connect: unlessEnded(async () => {
      const { query, release } = await pool.connect()
      return { query: unlessEnded(query), release }
    }),
    query: unlessEnded((text: string, params?: readonly unknown[]) => pool.query(text, params)),
    read: unlessEnded((text: string, params?: readonly unknown[]) => pool.read(text, params)),
    tryLock: unlessEnded((name: string) => pool.tryLock(name)),
    async end() {
      if (isEnded) return
      isEnded = true
      if (await putBack(pool, shape)) sparePools.push({ pool, shape })
      else await pool.end()
    },
  }
}

const TABLES = `select c.oid::regclass::text as name, n.nspname as schema, c.relname as table
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'job')`
/** Everything but rows. */
const SHAPE = `select md5(string_agg(line, E'\\n' order by line)) as shape from (
  select c.relkind::text || c.oid::regclass::text || coalesce(pg_get_viewdef(c.oid), '') ||
    coalesce((select string_agg(a.attname || a.atttypid, ',' order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0), '')
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname not in ('pg_catalog', 'pg_toast', 'information_schema', 'template_rows')
  union all select 'f' || p.oid::regprocedure::text || md5(p.prosrc) from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'job')
  union all select 'c' || conrelid::regclass::text || pg_get_constraintdef(oid) from pg_constraint where conrelid <> 0
  union all select 'i' || pg_get_indexdef(indexrelid) from pg_index where indrelid::regclass::text not like 'pg_%' and indrelid::regclass::text not like 'template_rows.%'
  union all select 't' || tgrelid::regclass::text || tgname from pg_trigger where not tgisinternal
) as lines (line)`

const withShape = async (pool: Pool) => ({ pool, shape: await prepare(pool) })

/** Keeps the rows of the template beside its tables. Answers its shape. */
async function prepare(pool: Pool) {
  await pool.query(`create schema template_rows;
    do $$ declare t record; begin
      for t in ${TABLES} loop
        execute format('create table template_rows.%I as table %s', t.schema || '.' || t.table, t.name);
      end loop;
    end $$`)
  return readShape(pool)
}

async function readShape(pool: Pool) {
  return String((await pool.query(SHAPE)).rows[0]!['shape'])
}

/** Answers whether it is as it was. */
async function putBack(pool: Pool, shape: string): Promise<boolean> {
  try {
    // What a test has left open, or set, for its session.
    await pool.query('rollback')
    await pool.query('reset all')
    if ((await readShape(pool)) !== shape) return false
    await pool.query(`do $$ declare t record; columns text; begin
      set local session_replication_role = replica;
      for t in ${TABLES} loop
        execute format('delete from %s', t.name);
        select string_agg(quote_ident(attname), ',') into columns from pg_attribute
          where attrelid = t.name::regclass and attnum > 0 and not attisdropped and attgenerated = '';
        execute format('insert into %s (%s) overriding system value select %s from template_rows.%I', t.name, columns, columns, t.schema || '.' || t.table);
      end loop;
      perform setval(s.oid::regclass, q.seqstart, false) from pg_class s join pg_sequence q on q.seqrelid = s.oid;
    end $$`)
    return true
  } catch {
    return false
  }
}
