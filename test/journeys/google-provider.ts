/** What journeys with Google begin with: a real OpenID provider on this machine, and a script in the shape of Google's. */
import { randomUUID } from 'node:crypto'

import type { APIRequestContext, Page } from '@playwright/test'

import { expect, test as base } from '#test/journey.ts'
import { startOpenIdProvider, type OpenIdProvider, type ProviderAccount } from '#test/openid-provider.ts'
import { makeDataDirectory } from '#test/data-directory.ts'
import { startServer, type Server } from '#test/server.ts'

import { readStored } from './accounts.ts'
import { closeOutside } from './city.ts'
import { readMails } from './mails.ts'

/** Somebody new at Google for each journey. */
const accounts: ProviderAccount[] = []
export const test = base.extend<{ outside: void }, { provider: OpenIdProvider; server: Server }>({
  outside: [
    async ({ page, context }, use) => {
      await closeOutside(page)
      // The provider's pages would have a typeface from elsewhere.
      await context.route('https://fonts.googleapis.com/**', (route) => route.fulfill({ contentType: 'text/css', body: '' }))
      await use()
    },
    { auto: true },
  ],
  provider: [
    async ({}, use) => {
      const provider = await startOpenIdProvider(accounts)
      await use(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ provider }, use) => {
      const data = makeDataDirectory({ holds: 'city' })
      const server = await startServer({ directory: data.directory, variables: provider.variables })
      await use(server)
      await server.stop()
      data.remove()
    },
    { scope: 'worker' },
  ],
})

export function makeSomebody(more: Partial<ProviderAccount> = {}) {
  const sub = randomUUID()
  const somebody = { sub, email: `ruwan.${sub}@post.example`, name: 'Ruwan Fernando', picture: 'https://pictures.example/r.jpg', ...more }
  accounts.push(somebody)
  return somebody
}

export const ours = (page: Page) => page.getByRole('button', { name: 'Sign in with Google' })
export const googles = (page: Page) =>
  page.frameLocator('iframe[title="Continue with Google"]').getByRole('button', { name: 'Continue with Google' })
/** Google's window, once its button is pressed. */
export async function openWindow(page: Page, press = () => googles(page).click()) {
  const opened = page.waitForEvent('popup')
  await press()
  return opened
}
export async function sayWho(window: Page, sub: string) {
  await window.getByPlaceholder('Enter any login').fill(sub)
  await window.getByPlaceholder('and password').fill('any')
  await window.getByRole('button', { name: 'Sign-in' }).click()
  const closed = window.waitForEvent('close')
  await window.getByRole('button', { name: 'Continue' }).click()
  await closed
}
export const toast = (page: Page, text: string) => page.getByRole('region', { name: /Notifications/ }).getByText(text)
export const COULD_NOT = 'Could not login with Google. Please try again.'
export const BROKEN = 'An error occurred during Google sign in.'

/** Who is signed in, by the stored token. */
export async function readMe(page: Page, request: APIRequestContext) {
  const { session } = (await readStored(page)) as unknown as { session: { state: { token: string; user: { id: string } } } }
  const { token, user } = session.state
  const answer = await request.get(`/api/v1/consumer/${user.id}`, { headers: { authorization: `Bearer ${token}` } })
  return ((await answer.json()) as { data: Record<string, unknown> }).data
}

/** The path in the mail that asks somebody to confirm an address. */
export async function readConfirmation(server: Server, to: string) {
  const find = () =>
    readMails(server, to)
      .map((mail) => /\/settings\?confirm=[\w-]+/.exec(mail)?.[0])
      .find(Boolean)
  await expect.poll(find).toBeDefined()
  return find()!
}

/** A server of its own for a journey: one that has asked the provider for nothing yet, or knows another or none. */
export async function withServer(page: Page, variables: Record<string, string>, use: (url: string) => Promise<void>) {
  const { directory, remove } = makeDataDirectory({ holds: 'tables' })
  const server = await startServer({ directory, variables })
  try {
    await use(server.url)
  } finally {
    // What the page still asks for is not to be missed.
    await page.goto('about:blank', { waitUntil: 'load' })
    await server.stop()
    remove()
  }
}
