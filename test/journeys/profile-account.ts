/** What journeys of somebody signed in begin with: an account, a browser that holds its session, and a look at what the server knows. */
import { randomUUID } from 'node:crypto'

import type { APIRequestContext, Page } from '@playwright/test'

export const PASSWORD = 'correct horse'

export type SignedUp = { token: string; user: { id: string; name: string; email: string } }

export async function signUp(request: APIRequestContext, { base = '', ...more }: Record<string, string> = {}): Promise<SignedUp> {
  const response = await request.post(`${base}/api/v1/consumer/signup`, {
    data: { name: 'Nimali Perera', email: `nimali-${randomUUID()}@post.example`, phone: '+94 77 123 4567', password: PASSWORD, ...more },
  })
  if (!response.ok()) throw new Error(await response.text())
  return (await response.json()) as SignedUp
}

/** Signs in on one more device. */
export async function signIn(request: APIRequestContext, email: string, password = PASSWORD) {
  const response = await request.post('/api/v1/consumer/signin', { data: { email, password } })
  return { status: response.status(), ...((await response.json()) as { token?: string }) }
}

/** The session is put into the browser once: what the page makes of it later stays so. */
export const enter = (page: Page, { token, user }: SignedUp) =>
  page.addInitScript(
    (state) => {
      if (sessionStorage.getItem('entered')) return
      sessionStorage.setItem('entered', 'yes')
      localStorage.setItem('auth-storage', JSON.stringify({ state, version: 0 }))
    },
    { user, token, likedOffers: [], likedShops: [], isAuthenticated: true },
  )

export const readProfile = async (request: APIRequestContext, { token, user }: SignedUp) => {
  const response = await request.get(`/api/v1/consumer/${user.id}`, { headers: { authorization: `Bearer ${token}` } })
  return ((await response.json()) as { data: Record<string, unknown> }).data
}

export const findToast = (page: Page, text: string) => page.getByRole('region', { name: /Notifications/ }).getByText(text, { exact: true })
export const editProfile = (page: Page) => page.getByRole('button', { name: 'Edit Profile' }).click()
