import { beforeEach, expect, test, vi } from 'vitest'

import type { Consumer } from '#contract/consumer.ts'

import type { GoogleProof } from './google-script.ts'
import { sendProof } from './send-proof.ts'
import { clearSession, getSession, setSession } from './session-store.ts'

const nilmini = { id: 'c1', _id: 'c1', name: 'Nilmini Perera', email: 'nilmini@post.example' } as Consumer
const ruwan = { ...nilmini, id: 'c2', _id: 'c2', email: 'ruwan@post.example' }
const REFUSED = [401, { success: false, code: 'wrong_credentials', message: 'Failed to login with Google' }] as const
const TAKEN = [409, { success: false, code: 'email_taken', message: 'Sign in with your password to connect Google' }] as const
const WELCOME = [200, { success: true, message: 'Welcome.', token: 'late', user: ruwan, isNew: false }] as const

const proofOf = (claims: object): GoogleProof => ({
  credential: `a.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.b`,
  ticket: 't',
})
const proof = proofOf({ sub: '1', email: ruwan.email, name: 'Ruwan' })

/** A proof on its way to the server, which answers when it is told to. It does not know when the page is left. */
async function send({ stood = null, given = proof }: { stood?: string | null; given?: GoogleProof } = {}) {
  let answer!: (what: readonly [number, object]) => void
  const response = new Promise<Response>((resolve) => (answer = ([status, body]) => resolve(Response.json(body, { status }))))
  const fetched = vi.fn<typeof fetch>(() => response)
  vi.stubGlobal('fetch', fetched)
  const leaving = new AbortController()
  const done = sendProof(given, { stood, leaving: leaving.signal })
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled())
  const sent = JSON.parse(fetched.mock.calls[0]![1]!.body as string) as Record<string, unknown>
  return { done, answer, sent, leave: () => leaving.abort() }
}

beforeEach(() => clearSession())

test('a failure ends the session that stood when it began, and says why [#139]', async () => {
  setSession({ token: 'mine', user: nilmini })
  const { done, answer } = await send({ stood: 'mine' })
  answer(REFUSED)
  expect(await done).toEqual({ isOver: false })
  expect(getSession()).toMatchObject({ token: null, isAuthenticated: false, isLoading: false, error: 'Failed to login with Google' })
})

test('a session that another tab has begun meanwhile is kept, whatever comes late', async () => {
  for (const late of [REFUSED, TAKEN, WELCOME]) {
    clearSession()
    const { done, answer } = await send()
    setSession({ token: 'other', user: nilmini })
    answer(late)
    expect(await done).toEqual({ isOver: true })
    expect(getSession()).toMatchObject({ token: 'other', user: { id: 'c1' }, isLoading: false, error: null })
  }
})

test('whoever has left the page is neither signed in nor asked for a password by an answer that comes late', async () => {
  for (const late of [REFUSED, TAKEN, WELCOME]) {
    const { done, answer, leave } = await send()
    expect(getSession().isLoading).toBe(true)
    leave()
    answer(late)
    expect(await done).toEqual({ isOver: true })
    expect(getSession()).toMatchObject({ token: null, isLoading: false, error: null })
  }
})

test('an address that has an account is asked for its password, and the server says of which', async () => {
  const { done, answer } = await send()
  answer(TAKEN)
  expect(await done).toEqual({ isOver: false, email: ruwan.email })
  expect(getSession().error).toBe('Sign in with your password to connect Google')
})

test('what is no text in a name of Google is not sent, and without one there is the address', async () => {
  const named = await send({ given: proofOf({ sub: '1', email: ruwan.email, name: ' Ruwan\u0000  Silva\u0007' }) })
  expect(named.sent).toMatchObject({ email: ruwan.email, name: 'Ruwan Silva', googleId: '1' })
  const nameless = await send({ given: proofOf({ sub: '1', email: ruwan.email, name: '\u0007' }) })
  expect(nameless.sent['name']).toBe('ruwan')
})
