/** What journeys of shoppers with an account begin with. */
import { randomUUID } from 'node:crypto'

import type { APIRequestContext, Page } from '@playwright/test'

import { expect } from '#test/journey.ts'

export const PASSWORD = 'two umbrellas, one rickshaw'

export type Account = { email: string; token: string; user: { id: string; name: string; email: string } }

/** Somebody who has an account already, made without a browser. */
export async function openAccount(request: APIRequestContext, { base = '', ...more }: Record<string, string> = {}): Promise<Account> {
  const email = `nilmini.${randomUUID()}@post.example`
  const person = { name: 'Nilmini Perera', email, phone: '077 1234 5678', password: PASSWORD, ...more }
  const response = await request.post(`${base}/api/v1/consumer/signup`, { data: person })
  if (response.status() !== 201) throw new Error(await response.text())
  return { email: person.email, ...((await response.json()) as Omit<Account, 'email'>) }
}

export async function fillSignIn(page: Page, email: string, password = PASSWORD) {
  await expect(page).toHaveURL(/\/login$/)
  await page.getByRole('main').getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Signed in, as one finds it on coming back: by what is stored, without a form. */
export async function beSignedIn(page: Page, request: APIRequestContext, change: object = {}) {
  const account = await openAccount(request)
  const { token, user } = account
  const state = { user: { ...user, ...change }, token, likedOffers: [], likedShops: [], isAuthenticated: true }
  await page.goto('/privacy')
  await page.evaluate((kept) => localStorage.setItem('auth-storage', kept), JSON.stringify({ state, version: 0 }))
  return account
}

/** What is stored of a session, whole or broken. */
export const readStored = (page: Page) =>
  page.evaluate(() => {
    const kept = localStorage.getItem('auth-storage')
    const parse = (): unknown => {
      try {
        return JSON.parse(kept ?? 'null')
      } catch {
        return kept
      }
    }
    return { session: parse(), token: localStorage.getItem('token'), user: localStorage.getItem('user') }
  })
export const NOTHING = { session: null, token: null, user: null }
export const account = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Account' })
