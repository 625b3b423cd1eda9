/**
 * PGlite in a thread of its own: in the main thread every query would block the event loop. It is spoken to, and answers, as a server of
 * PostgreSQL is: in messages of its protocol.
 */
import { parentPort, workerData } from 'node:worker_threads'

import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { cube } from '@electric-sql/pglite/contrib/cube'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

const port = parentPort!
const { directory } = workerData as { directory: string }
const pglite = await PGlite.create({ dataDir: directory, extensions: { btree_gist, cube, pg_trgm } })
port.on('message', (messages: Uint8Array) => {
  const answer = pglite.execProtocolRawSync(messages)
  port.postMessage(answer, [answer.buffer as ArrayBuffer])
})
port.postMessage(new Uint8Array())
