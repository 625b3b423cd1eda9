/**
 * PGlite in a thread of its own: in the main thread every query would block the event loop. It is spoken to, and answers, as a server of
 * PostgreSQL is: in messages of its protocol, those of whole statements at a time.
 */
import { parentPort, workerData } from 'node:worker_threads'

import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { cube } from '@electric-sql/pglite/contrib/cube'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

import { joinBytes } from './embedded-stream.ts'

/** What an answer ends with: the engine is ready for the next statement (a letter, its length, and whether a transaction is open). */
const READY = { letter: 'Z'.charCodeAt(0), length: 6 } as const

const port = parentPort!
const { directory } = workerData as { directory: string }
const pglite = await PGlite.create({ dataDir: directory, extensions: { btree_gist, cube, pg_trgm } })

async function answer(messages: Uint8Array) {
  const parts: Uint8Array[] = []
  // Each part is a view of the engine's own memory. Without somebody to take them PGlite reads all messages itself, and keeps them.
  await pglite.execProtocolRawStream(messages, { syncToFs: false, onRawData: (part) => void parts.push(part.slice()) })
  const whole = joinBytes(parts)
  // One that has crashed says nothing more: this ends the thread, and with it whoever waits.
  if (whole.at(-READY.length) !== READY.letter) throw new Error('the engine has crashed')
  port.postMessage(whole, [whole.buffer])
}

port.on('message', (messages: Uint8Array) => void answer(messages))
port.postMessage(new Uint8Array())
