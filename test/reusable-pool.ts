/**
 * PGlite takes a second to open, PostgreSQL a quarter of one to copy and drop a database, its connections a while until they know its tables,
 * and either a moment to empty it: a test hands its own on to the next one of its process, as the template was. What cannot be put back, because
 * something else than rows has changed, or somebody still holds a lock, goes. The last ones end with the run.
 */
import { openPool, type Pool } from '#db/connection.ts'
import { DatabaseAway } from '#db/database-away.ts'

/** What a database was when its first test got it: everything but its rows, and the statements that put these back. */
type Template = { since: string; shape: string; statements: string }
/** `whole`: the pool of the one who alone may put back rows without asking what refers to them. */
type Spare = { pool: Pool; whole: Pool; template: Template }
const spares: Spare[] = []

/** A pool that another test has left, or the one that `open` makes; `end` leaves it to the next. */
export async function reusePool(open: () => Promise<{ pool: Pool; url: string }>): Promise<Pool> {
  const spare = spares.pop() ?? (await prepareSpare(await open()))
  const { pool } = spare
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
      if (await putBack(spare)) spares.push(spare)
      else await endSpare(spare)
    },
  }
}

async function prepareSpare({ pool, url }: { pool: Pool; url: string }): Promise<Spare> {
  const whole = pool.engine === 'embedded' ? pool : await openPool(asSuperuser(url), { connections: 1, patience: 30_000 })
  return { pool, whole, template: await prepare(whole) }
}

async function endSpare({ pool, whole }: Spare) {
  if (whole !== pool) await whole.end()
  await pool.end()
}

function asSuperuser(address: string) {
  const url = new URL(address)
  url.username = 'postgres'
  return url.href
}

const TABLES = `select c.oid, c.oid::regclass::text as name, quote_ident(n.nspname || '.' || c.relname) as kept
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'job')`
/** Whatever makes, changes or drops anything but rows changes rows of these, and so the transactions that they are of. */
const CATALOGS = ['pg_class', 'pg_attribute', 'pg_constraint', 'pg_index', 'pg_proc', 'pg_trigger', 'pg_rewrite', 'pg_type']
/** Which object a row is of. Those of the server itself have lower numbers. */
const objectOf = (catalog: string) => ({ pg_attribute: 'attrelid', pg_index: 'indexrelid' })[catalog] ?? 'oid'
const FIRST_OF_OURS = 16_384
const LOCKS = `(select count(*) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database()))`
/** How many there are of each, and how many of them a transaction has changed that is younger than this one. */
const shapeSince = (transaction: string) =>
  `select concat_ws(' ', ${LOCKS}, ${CATALOGS.map(
    (catalog) => `(select count(*) || ':' || count(*) filter (where age(xmin) < age('${transaction}'::xid))
    from ${catalog} where ${objectOf(catalog)} >= ${FIRST_OF_OURS})`,
  ).join()}) as shape`
/** What fills each table again. */
const INSERTIONS = `select name, kept, format('insert into %s (%s) overriding system value select %2$s from template_rows.%s', name, string_agg(quote_ident(attname), ','), kept) as insertion
  from (${TABLES}) as one_table join pg_attribute on attrelid = oid and attnum > 0 and not attisdropped and attgenerated = ''
  group by name, kept`

/** Keeps the rows beside their tables. */
async function prepare(pool: Pool): Promise<Template> {
  await pool.query(`create schema template_rows;
    do $$ declare t record; begin
      for t in ${TABLES} loop execute format('create table template_rows.%s as table %s', t.kept, t.name); end loop;
    end $$`)
  const { rows } = await pool.query(INSERTIONS)
  const tables = rows as { name: string; kept: string; insertion: string }[]
  const { rows: filled } = await pool.query(
    `select ${tables.map(({ kept }, n) => `exists (select from template_rows.${kept}) as "${n}"`).join()}`,
  )
  const insertions = tables.filter((_, n) => filled[0]![n]).map(({ insertion }) => insertion)
  const statements = [...tables.map(({ name }) => `delete from ${name}`), ...insertions].join(';')
  const since = await readText(pool, 'select pg_current_xact_id()::xid::text')
  return { statements, since, shape: await readText(pool, shapeSince(since)) }
}

async function readText(pool: Pool, query: string) {
  return String(Object.values((await pool.query(query)).rows[0]!)[0])
}

/** Answers whether it is as it was. */
async function putBack({ pool, whole, template: { since, shape, statements } }: Spare): Promise<boolean> {
  try {
    // What a test has left open, or set, for its session.
    await pool.query('rollback')
    await pool.query('reset all')
    if ((await readText(whole, shapeSince(since))) !== shape) return false
    // Without asking what refers to them, all or none.
    await whole.query(`begin; set local session_replication_role = replica; ${statements};
      select setval(s.oid::regclass, q.seqstart, false) from pg_class s join pg_sequence q on q.seqrelid = s.oid; commit`)
    return true
  } catch {
    return false
  }
}
