import { existsSync } from 'node:fs'

import pg from 'pg'
import { expect, test } from 'vitest'

import { findPostgres, startPostgres } from './postgres.ts'

test.skipIf(!findPostgres())(
  'a private PostgreSQL listens on the loopback, belongs to no superuser, and is gone when it is stopped',
  async () => {
    const { url, pid, directory, stop } = await startPostgres()
    const client = new pg.Client(url)
    await client.connect()
    const { rows } = await client.query(
      `select usesuper as is_superuser, pg_get_userbyid(datdba) as owner, current_setting('listen_addresses') as addresses
     from pg_database join pg_user on usename = current_user where datname = current_database()`,
    )
    await client.end()
    expect(rows).toEqual([{ is_superuser: false, owner: 'kade', addresses: '127.0.0.1' }])
    await stop()
    expect(existsSync(directory)).toBe(false)
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  },
)
