import { Worker } from 'node:worker_threads'

import pg from 'pg'
import { expect, test } from 'vitest'

import { isDatabaseUnavailable } from './connection.ts'
import { EmbeddedStream } from './embedded-stream.ts'

const OPEN = `const { parentPort } = require('node:worker_threads')
  const letter = (type, body) => Buffer.concat([Buffer.from(type), Buffer.from([0, 0, 0, body.length + 4]), Buffer.from(body)])
  const open = new Uint8Array(Buffer.concat([letter('R', [0, 0, 0, 0]), letter('Z', 'I')]))`

test.each([
  ['ends', 'process.exit(1)'],
  ['fails', 'throw new RangeError("out of memory")'],
])('a thread that %s fails what was asked of it, and what comes after, as unavailable', async (_how, end) => {
  const worker = new Worker(
    `${OPEN}\nlet count = 0\nparentPort.on('message', () => { if (count++) ${end}; parentPort.postMessage(open) })`,
    {
      eval: true,
    },
  )
  const client = new pg.Client({ stream: () => new EmbeddedStream(worker) })
  client.on('error', () => {})
  await client.connect()
  const asked = ['select 1', 'select 2'].map((text) => client.query(text))
  for (const result of await Promise.allSettled(asked))
    expect(result).toMatchObject({ status: 'rejected', reason: expect.toSatisfy(isDatabaseUnavailable) as unknown })
  await expect(client.query('select 3')).rejects.toSatisfy(isDatabaseUnavailable)
})
