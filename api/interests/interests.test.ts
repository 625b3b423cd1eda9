import { expect, test } from 'vitest'

import { INTEREST_LIMIT, TEXT } from '#contract/constants.ts'
import { signUp, type SignedIn } from '#test/accounts.ts'
import { openTestApp } from '#test/app.ts'

/** The same list under both of its names: with one's own id behind it and without. */
function listOf({ http, user }: SignedIn, kind: 'categories' | 'tags') {
  const params = { id: user.id }
  const name = `interested-${kind}` as const
  const wordBody = (word: unknown) => ({ [kind === 'tags' ? 'tag' : 'category']: word }) as never
  const wordsBody = (words: unknown) => ({ [kind]: words }) as never
  const words = async (call: Promise<{ data: string[]; count: number; total: number; nextCursor: string | null }>) => {
    const { data, count, total, nextCursor } = await call
    expect([count, total, nextCursor]).toEqual([data.length, data.length, null])
    return data
  }
  return {
    read: [() => words(http(`GET /consumer/${name}`)), () => words(http(`GET /consumer/${name}/{id}`, { params }))],
    add: [
      (word: unknown) => words(http(`POST /consumer/${name}`, { body: wordBody(word) })),
      (word: unknown) => words(http(`POST /consumer/${name}/{id}`, { params, body: wordBody(word) })),
    ],
    replace: [
      (all: unknown) => words(http(`PUT /consumer/${name}`, { body: wordsBody(all) })),
      (all: unknown) => words(http(`PUT /consumer/${name}/{id}`, { params, body: wordsBody(all) })),
    ],
    remove: [
      (word: string) => words(http(`DELETE /consumer/${name}`, { body: wordBody(word) })),
      (word: string) => words(http(`DELETE /consumer/${name}/{id}`, { params: { id: word } })),
    ],
    inProfile: async () => {
      const { data } = await http('GET /consumer/{id}', { params })
      return kind === 'tags' ? data.interestedTags : data.interestedCategories
    },
  }
}
const KINDS = ['categories', 'tags'] as const
/** Words that an address cannot hold as they are. */
const WORDS = [
  'Hotels & Accommodation',
  '50% off',
  'half/half',
  'a?b=c#d',
  '%2F',
  'café',
  '𝓗𝓪𝓹𝓹𝔂 🍛',
  'අ'.repeat(TEXT.tag),
  '1+1',
  '__proto__',
]

test('interested categories and tags are added, read, replaced and removed, with an id and without, whatever is in the word [#218]', async () => {
  const me = await signUp(await openTestApp())
  for (const kind of KINDS) {
    const { read, add, replace, remove, inProfile } = listOf(me, kind)
    const expectList = async (words: string[]) => {
      for (const one of [...read, inProfile]) expect(await one()).toEqual(words)
    }
    await expectList([])
    for (const [index, word] of WORDS.entries()) expect(await add[index % 2]!(word)).toEqual(WORDS.slice(0, index + 1))
    await expectList(WORDS)
    for (const [index, word] of WORDS.entries()) expect(await remove[1 - (index % 2)]!(word)).toEqual(WORDS.slice(index + 1))
    for (const write of replace) {
      expect(await write(WORDS)).toEqual(WORDS)
      await expectList(WORDS)
      expect(await write(['Food'])).toEqual(['Food'])
    }
    // The other list is another one.
    expect(await listOf(me, kind === 'tags' ? 'categories' : 'tags').inProfile()).toEqual([])
    // What is not there is gone already, and a removal is about the whole word.
    for (const word of ['Tea', 'Foo', 'o', ' ', '%']) expect(await remove[1]!(word)).toEqual(['Food'])
    expect(await remove[1]!(' FOOD')).toEqual([])
    for (const write of replace) expect(await write([])).toEqual([])
    await expectList([])
  }
})

test('of categories and tags that differ in case or blanks alone the first one stays, empty ones are ignored, and what is no word is refused [#187]', async () => {
  const me = await signUp(await openTestApp())
  for (const kind of KINDS) {
    const { add, replace, remove, inProfile } = listOf(me, kind)
    expect(await add[0]!('  Rice & curry ')).toEqual(['Rice & curry'])
    expect(await add[1]!('rice & CURRY')).toEqual(['Rice & curry'])
    expect(await replace[0]!([' Tea', '', 'tea', '  ', 'TEA ', 'Milk', 'Tea'])).toEqual(['Tea', 'Milk'])
    const refused = { status: 400, code: 'invalid_input' }
    const wrong = ['x'.repeat(TEXT.tag + 1), 'a\u0000b', 'a\u0007b', '\ud800', 7, null, ['Tea'], undefined]
    for (const word of wrong) {
      for (const write of add) await expect(write(word)).rejects.toMatchObject(refused)
      for (const write of replace) await expect(write(['Coffee', word])).rejects.toMatchObject(refused)
    }
    for (const empty of ['', '   ']) await expect(add[0]!(empty)).rejects.toMatchObject(refused)
    for (const all of ['Tea', null, undefined, {}]) await expect(replace[1]!(all)).rejects.toMatchObject(refused)
    expect(await inProfile()).toEqual(['Tea', 'Milk'])
    expect(await remove[0]!(' TEA ')).toEqual(['Milk'])
  }
})

test('there is room for so many categories and tags; one too many changes nothing, and none is lost of those that come at once', async () => {
  const me = await signUp(await openTestApp())
  for (const kind of KINDS) {
    const { add, replace, remove, read } = listOf(me, kind)
    const many = Array.from({ length: INTEREST_LIMIT }, (_, i) => `word ${i}`)
    // Several devices, and one of them removes what another adds.
    await replace[0]!(['gone'])
    await Promise.all([...many.slice(0, 20).map((word, index) => add[index % 2]!(word)), remove[1]!('gone')])
    expect((await read[0]!()).toSorted()).toEqual(many.slice(0, 20).toSorted())
    const racing = await Promise.allSettled([...many.slice(20), 'one', 'too', 'many'].map((word) => add[0]!(word)))
    expect(racing.filter(({ status }) => status === 'fulfilled')).toHaveLength(INTEREST_LIMIT - 20)
    const full = await read[0]!()
    expect(full).toHaveLength(INTEREST_LIMIT)
    const refused = { status: 400, code: 'invalid_input' }
    await expect(add[1]!('another')).rejects.toMatchObject(refused)
    await expect(replace[1]!([...many, 'another'])).rejects.toMatchObject(refused)
    // What is there already takes no room.
    expect(await add[0]!(full[7]!.toUpperCase())).toEqual(full)
    expect(await read[1]!()).toEqual(full)
    expect(await remove[1]!(full[0]!)).toEqual(full.slice(1))
    expect(await add[0]!('another')).toEqual([...full.slice(1), 'another'])
  }
})

test('nobody reads or changes the interests of somebody else [D-23]', async () => {
  const app = await openTestApp()
  const [mine, theirs] = [await signUp(app), await signUp(app, { email: 'other@post.example' })]
  await listOf(theirs, 'tags').replace[0]!(['tea'])
  await listOf(theirs, 'categories').replace[0]!(['Food'])
  // My token, their id.
  for (const kind of KINDS) {
    const { read, add, replace } = listOf({ ...mine, user: theirs.user }, kind)
    // One after the other: the refusal of one that nobody waits for yet would be an unhandled error.
    for (const attempt of [read[1]!, () => add[1]!('rice'), () => replace[1]!(['rice'])])
      await expect(attempt()).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  }
  expect(await listOf(theirs, 'tags').inProfile()).toEqual(['tea'])
  expect(await listOf(theirs, 'categories').inProfile()).toEqual(['Food'])
  expect(await listOf(mine, 'tags').inProfile()).toEqual([])
})
