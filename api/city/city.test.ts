import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { colombo } from '#contract/colombo.ts'
import { openTestApp } from '#test/app.ts'

const galle = {
  name: 'Galle',
  key: 'galle',
  center: { lat: 6.0535, lng: 80.221 },
  timeZone: 'Asia/Colombo',
  currency: 'LKR',
  locale: 'en-LK',
  neighbourhoods: [{ name: 'Unawatuna', lat: 6.0103, lng: 80.2489 }],
  holidays: [{ day: '2026-12-25', name: 'Christmas Day' }],
}

test('anyone may ask for the profile of the city: name, place, zone, money, neighbourhoods and holidays', async () => {
  const { http } = await openTestApp()
  expect((await http('GET /city')).data).toEqual(colombo)
})

test('it is the city that this installation serves, and nothing of its file that the contract does not name', async () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'kade-city-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = path.join(directory, 'galle.json')
  writeFileSync(file, JSON.stringify({ ...galle, operator: 'Nobody must know' }))
  const { http } = await openTestApp({ variables: { CITY_FILE: file } })
  expect((await http('GET /city')).data).toEqual(galle)
})

test('who has the profile already is told that it is still the same, without it', async () => {
  const { server } = await openTestApp()
  const first = await server.inject('/api/v1/city')
  expect(first.headers['cache-control']).toBe('public, no-cache')
  const again = await server.inject({ url: '/api/v1/city', headers: { 'if-none-match': String(first.headers['etag']) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})
