import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { buildTown, placeOf, SHOPS } from '#test/taste-town.ts'
import { evaluate } from './evaluate.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'kade-evaluate-'))
afterAll(() => rmSync(folder, { recursive: true }))
const write = (name: string, lines: string[], end = '\n') => {
  writeFileSync(path.join(folder, name), lines.join(end))
  return path.join(folder, name)
}
const read = (name: string) =>
  new Map(
    readFileSync(path.join(folder, name), 'utf8')
      .trim()
      .split('\n')
      .map((line): [string, string[]] => [line.split('\t')[0]!, line.split('\t')[1]!.split(',')]),
  )

const { events } = buildTown()
const lines = [...events.user].map((user, n) => `u${user}\titem ${events.shop[n]}\t${Math.round(events.at[n]! / 1000)}`)
const train = write('train.tsv', ['user\titem\ttime', ...lines])
const items = write(
  'items.tsv',
  Array.from(
    { length: SHOPS },
    (_, shop) => `item ${shop}\t${placeOf(shop).lat}\t${placeOf(shop).lng}\t${shop < SHOPS / 2 ? 'Bakery' : 'Gym'}\tAll`,
  ),
)
const users = write('test.tsv', ['u0\titem 30', 'u0\titem 31', '', 'u1\tmade up', 'stranger\titem 2'], '\r\n')
const had = (user: string) => new Set(lines.filter((line) => line.startsWith(`${user}\t`)).map((line) => line.split('\t')[1]!))
const run = (...args: string[]) => evaluate(['--train', train, '--users', users, ...args], () => {})

test('every user gets a list of the length that was asked for, without what they had, of their kind first', () => {
  run('--items', items, '--k', '5', '--out', path.join(folder, 'a.tsv'))
  const lists = read('a.tsv')
  expect([...lists.keys()]).toEqual(['u0', 'u1', 'stranger'])
  for (const [user, list] of lists) {
    expect(new Set(list).size).toBe(5)
    expect(list.filter((item) => had(user).has(item))).toEqual([])
  }
  const bakeries = (user: string) => lists.get(user)!.filter((item) => Number(item.split(' ')[1]) < SHOPS / 2).length
  expect(bakeries('u0')).toBeGreaterThan(bakeries('u1'))
})

test('columns that are missing are left out, and so are lines that say nothing', () => {
  const bare = write(
    'bare.tsv',
    ['', 'alone', ...lines.map((line) => line.split('\t').slice(0, 2).join('\t')), '\titem 3', 'u0\titem 1\tnever'],
    '\r\n',
  )
  evaluate(['--train', bare, '--users', users, '--k', '3', '--out', path.join(folder, 'b.tsv')], () => {})
  expect([...read('b.tsv').values()].map((list) => list.length)).toEqual([3, 3, 3])
})

test('only candidates are recommended, one that nobody has chosen among them', () => {
  const candidates = write('candidates.txt', [`item ${SHOPS / 2 - 1}`, 'item 39', 'nowhere'])
  run('--items', items, '--candidates', candidates, '--out', path.join(folder, 'c.tsv'))
  const lists = read('c.tsv')
  for (const list of lists.values()) expect(new Set(list)).toEqual(new Set(['item 19', 'item 39', 'nowhere']))
  expect(lists.get('u0')![0]).toBe('item 19')
  expect(lists.get('u1')![0]).toBe('item 39')
})

test('settings are chosen on --valid where it is given', () => {
  const valid = write('valid.tsv', ['u0\titem 5', 'u1\titem 25', 'u2\titem 3', 'nobody\titem 1', 'u3\tnothing'])
  const said: string[] = []
  evaluate(['--train', train, '--valid', valid, '--users', users, '--out', path.join(folder, 'd.tsv')], (line) => said.push(line))
  expect(said.some((line) => line.startsWith('chosen:'))).toBe(true)
  expect(read('d.tsv').get('u0')!.length).toBeGreaterThan(10)
})

test('a stranger gets what is popular', () => {
  run('--k', '3', '--out', path.join(folder, 'e.tsv'))
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line.split('\t')[1]!, (counts.get(line.split('\t')[1]!) ?? 0) + 1)
  const popular = [...counts].toSorted(([, one], [, other]) => other - one).map(([item]) => item)
  expect(popular.slice(0, 6)).toEqual(expect.arrayContaining(read('e.tsv').get('stranger')!))
})

test('what is wrong is said: a file that is not there, one that holds nothing, options that make no sense', () => {
  const out = path.join(folder, 'f.tsv')
  expect(() => evaluate(['--train', path.join(folder, 'none.tsv'), '--users', users, '--out', out], () => {})).toThrow(
    /Cannot read .*none\.tsv/,
  )
  expect(() => evaluate(['--train', write('empty.tsv', ['', '']), '--users', users, '--out', out], () => {})).toThrow(
    'holds no interactions',
  )
  expect(() => run('--k', '0', '--out', out)).toThrow('--k must be')
  expect(() => run()).toThrow('--out are needed')
  expect(() => run('--out', path.join(folder, 'no', 'folder', 'x.tsv'))).toThrow('Cannot write')
})
