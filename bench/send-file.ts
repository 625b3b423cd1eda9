/** The operator who sends a file: a process of its own. */
import { once } from 'node:events'
import { openAsBlob } from 'node:fs'
import http from 'node:http'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'

import { answerMessages } from './processes.ts'

type SendRequest = { url: string; key: string; file: string }

/** Sends the file as a form does, and answers what came back. Not by fetch, which gives up after five minutes. */
async function send({ url, key, file }: SendRequest): Promise<{ data: unknown }> {
  const form = new FormData()
  form.append('csv', await openAsBlob(file, { type: 'text/csv' }), 'offers.csv')
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type')!, authorization: `Bearer ${key}` }
  const request = http.request(url, { method: 'POST', headers })
  // Where the server refuses before the last byte, its answer says why.
  pipeline(Readable.fromWeb(encoded.body as ReadableStream), request).catch(() => {})
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  const { message, data } = (await json(response)) as { message: string; data: unknown }
  if (response.statusCode !== 200 && response.statusCode !== 201) throw new Error(message)
  return { data }
}

answerMessages(send)
