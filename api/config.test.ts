import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { colombo } from '#contract/colombo.ts'
import { readConfig } from './config.ts'

test('nothing has to be set', () => {
  expect(readConfig({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    IMPORT_MAX_MB: 100,
    THROTTLE_FACTOR: 1,
    city: { name: 'Colombo', key: 'colombo', currency: 'LKR' },
  })
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 3000 })
})

test.each([
  [{ PORT: '70000' }, /^PORT is not usable/],
  [{ PORT: 'web' }, /^PORT is not usable: must be a number/],
  [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL is not usable: must begin with postgres/],
  [{ DEMO: 'yes' }, /^DEMO is not usable: must be 1 or 0/],
  [{ SUPERADMIN_KEY: 'short' }, /^SUPERADMIN_KEY is not usable: must have at least 16/],
  [{ PUBLIC_URL: 'ftp://x' }, /^PUBLIC_URL is not usable/],
  [{ CITY_FILE: '/nowhere.json' }, /^CITY_FILE is not usable/],
  [{ CARDS_IN_MEMORY: '1.5' }, /^CARDS_IN_MEMORY is not usable: must be a whole number/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL is not usable/],
  [{ CORS_ORIGINS: '*' }, /^CORS_ORIGINS is not usable: must be origins/],
  [{ CORS_ORIGINS: 'https://app.example,app.example' }, /^CORS_ORIGINS is not usable: must be origins/],
  [{ CORS_ORIGINS: 'https://app.example/path' }, /^CORS_ORIGINS is not usable: must be origins/],
])('a wrong variable is told in one line: %o', (variables, message) => {
  expect(() => readConfig(variables)).toThrow(message)
  try {
    readConfig(variables)
  } catch (error) {
    expect((error as Error).message).not.toContain('\n')
  }
})

test('origins that may call the API are a list, and none by default', () => {
  expect(readConfig({}).CORS_ORIGINS).toEqual([])
  expect(readConfig({ CORS_ORIGINS: 'https://app.example/, http://localhost:8100' }).CORS_ORIGINS).toEqual([
    'https://app.example',
    'http://localhost:8100',
  ])
})

test('another city comes from a file, and a wrong one says what is wrong with it', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kade-city-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'city.json')
  writeFileSync(file, JSON.stringify({ ...colombo, name: 'Galle', key: 'galle' }))
  expect(readConfig({ CITY_FILE: file }).city.name).toBe('Galle')
  writeFileSync(file, JSON.stringify({ ...colombo, timeZone: 'Mars/Olympus' }))
  expect(() => readConfig({ CITY_FILE: file })).toThrow(/timeZone: Is not a time zone/)
})
