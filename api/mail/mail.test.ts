import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'

import { transact } from '#db/connection.ts'
import { signUp } from '#test/accounts.ts'
import { openTestApp } from '#test/app.ts'

import { writeMail } from './write-mail.ts'

type Received = { to: string[]; message: string }

/** A mail server on a port of its own. `isDown` refuses whatever comes. */
async function startMailServer(port = 0) {
  const received: Received[] = []
  const state = { isDown: false }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_, __, answer) => answer(state.isDown ? Object.assign(new Error('later'), { responseCode: 451 }) : null),
    onData(stream, session, answer) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), message: Buffer.concat(chunks).toString() })
        answer()
      })
    },
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const { port: used } = server.server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  onTestFinished(close)
  return { url: `smtp://127.0.0.1:${used}`, received, state }
}

test('a mail server that is down loses nothing and doubles nothing: the mail goes out once when it is back', async () => {
  const mails = await startMailServer()
  mails.state.isDown = true
  const app = await openTestApp({ variables: { SMTP_URL: mails.url, PUBLIC_URL: 'https://kade.example' } })
  await app.jobs.start()
  await signUp(app)
  const stateOf = async () => (await app.context.pool.query(`select state from job.job where name = 'mail'`)).rows[0]?.['state']
  await expect.poll(stateOf, { timeout: 10_000 }).toBe('retry')
  expect(mails.received).toEqual([])
  mails.state.isDown = false
  // Its time comes now, instead of in some seconds.
  await app.context.pool.query(`update job.job set start_after = now()`)
  await expect.poll(() => mails.received.length, { timeout: 10_000 }).toBe(1)
  await expect.poll(stateOf).toBe('completed')
  const [{ to, message } = { to: [], message: '' }] = mails.received
  expect(to).toEqual(['nimali@post.example'])
  expect(message).toContain('Subject: Welcome to Kade')
  expect(message.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toMatch(/https:\/\/kade\.example\/settings\?confirm=[\w-]{43}/)
  expect(message).toMatch(/Message-ID: <[0-9a-f-]{36}@kade\.example>/)
}, 30_000)

test('without a mail server the mail lies in the outbox, as a file that only the server may read', async () => {
  const app = await openTestApp()
  await app.jobs.start()
  await signUp(app, { name: '<b>Nimali</b>' })
  const outbox = path.join(app.context.config.DATA_DIR, 'outbox')
  const list = () => {
    try {
      return readdirSync(outbox).filter((name) => name.endsWith('.eml'))
    } catch {
      return []
    }
  }
  await expect.poll(() => list().length, { timeout: 10_000 }).toBe(1)
  const mail = readFileSync(path.join(outbox, list()[0]!), 'utf8')
  expect(mail).toContain('To: nimali@post.example')
  expect(mail).toContain('&lt;b&gt;Nimali&lt;/b&gt;')
}, 30_000)

test('a mail that was promised in a transaction that fails is not promised', async () => {
  const app = await openTestApp()
  const failing = transact(app.context.db, async (trx) => {
    await app.jobs.enqueue(trx, 'mail', { kind: 'reset', to: 'nimali@post.example', name: 'Nimali', token: 'x' })
    throw new Error('afterwards')
  })
  await expect(failing).rejects.toThrow('afterwards')
  expect((await app.context.pool.query('select 1 from job.job')).rows).toEqual([])
})

test('a link leads to where this installation is reached from outside', () => {
  const mail = { kind: 'reset', to: 'nimali@post.example', name: 'Nimali', token: 'abc' } as const
  expect(writeMail(mail, 'https://kade.example').text).toContain('https://kade.example/login?reset=abc')
})
