/**
 * PGlite takes a second to open, PostgreSQL a quarter of one to copy and drop a database, and either a moment to empty it: a test hands its
 * own on to the next one of its process, as the template was. What cannot be put back, because something else than rows has changed, goes.
 * The last ones end with the run.
 */
import { openPool, type Pool } from '#db/connection.ts'
import { DatabaseAway } from '#db/database-away.ts'

type Clone = { url: string; drop: () => Promise<void> }
/** What a database was when its first test got it: everything but its rows, and the statements that put these back. */
type Template = { shape: string; statements: string }
const spareClones: (Clone & Template)[] = []

/** A pool of its own over a database of the server that another test has left, or over one that `clone` makes. */
export async function reuseDatabase(clone: () => Promise<Clone>): Promise<Pool> {
  const database = spareClones.pop() ?? (await prepareClone(await clone()))
  const pool = await openPool(database.url)
  const end = pool.end.bind(pool)
  pool.end = async () => {
    await end()
    if (await asSuperuser(database.url, (whole) => putBack(whole, database))) spareClones.push(database)
    else await database.drop()
  }
  return pool
}

const prepareClone = async (clone: Clone) => ({ ...clone, ...(await asSuperuser(clone.url, prepare)) })

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

const sparePools: { pool: Pool; template: Template }[] = []

/** An embedded database that another test has left, or one that `open` makes; `end` leaves it to the next. */
export async function reusePool(open: () => Promise<Pool>): Promise<Pool> {
  const { pool, template } = sparePools.pop() ?? (await withTemplate(await open()))
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
      if (await putBack(pool, template)) sparePools.push({ pool, template })
      else await pool.end()
    },
  }
}

const withTemplate = async (pool: Pool) => ({ pool, template: await prepare(pool) })

const TABLES = `select c.oid, c.oid::regclass::text as name, quote_ident(n.nspname || '.' || c.relname) as kept
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'job')`
/** Whatever makes, changes or drops anything but rows changes rows of these, and so the transactions that they are of. */
const CATALOGS = ['pg_class', 'pg_attribute', 'pg_constraint', 'pg_index', 'pg_proc', 'pg_trigger', 'pg_rewrite', 'pg_type']
/** Which object a row is of. Those of the server itself have lower numbers. */
const objectOf = (catalog: string) => ({ pg_attribute: 'attrelid', pg_index: 'indexrelid' })[catalog] ?? 'oid'
const FIRST_OF_OURS = 16_384
const SHAPE = `select concat_ws(' ', ${CATALOGS.map(
  (catalog) => `(select count(*) || ':' || sum(xmin::text::bigint) from ${catalog} where ${objectOf(catalog)} >= ${FIRST_OF_OURS})`,
).join()}) as shape`
const STATEMENTS = `select string_agg(format('delete from %s;', name), '') || string_agg(insertion, '') as statements from (
  select name, format('insert into %s (%s) overriding system value select %2$s from template_rows.%s;', name, string_agg(quote_ident(attname), ','), kept) as insertion
  from (${TABLES}) as one_table join pg_attribute on attrelid = oid and attnum > 0 and not attisdropped and attgenerated = ''
  group by name, kept
) as each_table`

/** Keeps the rows beside their tables. */
async function prepare(pool: Pool): Promise<Template> {
  await pool.query(`create schema template_rows;
    do $$ declare t record; begin
      for t in ${TABLES} loop execute format('create table template_rows.%s as table %s', t.kept, t.name); end loop;
    end $$`)
  const statements = String((await pool.query(STATEMENTS)).rows[0]!['statements'])
  return { statements, shape: await readShape(pool) }
}

async function readShape(pool: Pool) {
  return String((await pool.query(SHAPE)).rows[0]!['shape'])
}

/** Answers whether it is as it was. */
async function putBack(pool: Pool, { shape, statements }: Template): Promise<boolean> {
  try {
    // What a test has left open, or set, for its session.
    await pool.query('rollback')
    await pool.query('reset all')
    if ((await readShape(pool)) !== shape) return false
    // Without asking what refers to them, all or none.
    await pool.query(`begin; set local session_replication_role = replica; ${statements}
      select setval(s.oid::regclass, q.seqstart, false) from pg_class s join pg_sequence q on q.seqrelid = s.oid; commit`)
    return true
  } catch {
    return false
  }
}
