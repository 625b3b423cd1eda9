/** A host of pictures, as good and as bad as those of the web: a real server, which counts what it is asked. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

import sharp from 'sharp'
import { onTestFinished } from 'vitest'

import type { Reach } from '#api/fetched-pictures/fetch-picture.ts'

export type Answer = (request: IncomingMessage, response: ServerResponse) => void
export type PictureHost = {
  port: number
  /** An address under a name that {@link PictureHost.reach} finds. */
  at: (path: string, host?: string) => string
  /** The paths that were asked for, in their order. */
  asked: string[]
  /** Answers from now on. */
  answers: Record<string, Answer>
  /** How many connections were made, whatever came of them, and how many requests were under way at once. */
  connections: () => number
  most: { all: number; host: number }
  /** Finds every name here, and may go here and nowhere else. */
  reach: Reach
}

export const paint = (width: number, height = width, background = '#0b6b4f') =>
  sharp({ create: { width, height, channels: 3, background } })
export const give =
  (bytes: Buffer, headers: Record<string, string> = { 'content-type': 'image/png' }): Answer =>
  (_, response) =>
    void response.writeHead(200, headers).end(bytes)
/** Whoever asks waits for the moment. */
export const giveAfter =
  (moment: Promise<unknown>, bytes: Buffer): Answer =>
  (...asked) =>
    void moment.then(() => give(bytes)(...asked))
export const giveStatus =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(status, headers).end('<html>')

export async function openPictureHost(answers: Record<string, Answer> = {}): Promise<PictureHost> {
  const asked: string[] = []
  const most = { all: 0, host: 0 }
  const running: string[] = []
  let connections = 0
  const server = createServer((request, response) => {
    const { host = '' } = request.headers
    asked.push(request.url!)
    running.push(host)
    most.all = Math.max(most.all, running.length)
    most.host = Math.max(most.host, running.filter((one) => one === host).length)
    response.once('close', () => running.splice(running.indexOf(host), 1))
    const answer = answers[request.url!] ?? giveStatus(404)
    answer(request, response)
  })
  server.on('connection', () => (connections += 1))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    return new Promise<void>((done) => server.close(() => done()))
  })
  const { port } = server.address() as { port: number }
  return {
    port,
    at: (path, host = 'pictures.example') => `http://${host}:${port}${path}`,
    asked,
    answers,
    connections: () => connections,
    most,
    reach: { resolve: async () => ['127.0.0.1'], mayReach: (address, to) => address === '127.0.0.1' && to === port },
  }
}
