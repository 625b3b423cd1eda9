/** What journeys of somebody signed in begin with: an account, a browser that holds its session, and a look at what the server knows. */
import type { APIRequestContext, Page } from '@playwright/test'

import { openAccount, PASSWORD, type Account } from './accounts.ts'

export const signUp = (request: APIRequestContext, more: Record<string, string> = {}) =>
  openAccount(request, { name: 'Nimali Perera', phone: '+94 77 123 4567', ...more })

/** Signs in on one more device. */
export async function signIn(request: APIRequestContext, email: string, password = PASSWORD) {
  const response = await request.post('/api/v1/consumer/signin', { data: { email, password } })
  return { status: response.status(), ...((await response.json()) as { token?: string }) }
}

/** The session is put into the browser once: what the page makes of it later stays so. */
export const enter = (page: Page, { token, user }: Account) =>
  page.addInitScript(
    (state) => {
      if (sessionStorage.getItem('entered')) return
      sessionStorage.setItem('entered', 'yes')
      localStorage.setItem('auth-storage', JSON.stringify({ state, version: 0 }))
    },
    { user, token, likedOffers: [], likedShops: [], isAuthenticated: true },
  )

/** Opens a page and waits until the browser has asked whether its session still holds: what happens to it from then on is news. */
export async function openChecked(page: Page, path: string, { user }: Account) {
  const checked = page.waitForResponse((response) => response.url().endsWith(`/consumer/${user.id}`))
  await page.goto(path)
  await checked
}

export const readProfile = async (request: APIRequestContext, { token, user }: Account) => {
  const response = await request.get(`/api/v1/consumer/${user.id}`, { headers: { authorization: `Bearer ${token}` } })
  return ((await response.json()) as { data: Record<string, unknown> }).data
}

export const findToast = (page: Page, text: string) => page.getByRole('region', { name: /Notifications/ }).getByText(text, { exact: true })
export const editProfile = (page: Page) => page.getByRole('button', { name: 'Edit Profile' }).click()
