import { expect, test } from 'vitest'

import type { Consumer } from '#contract/consumer.ts'

import { addTags, checkDraft, findTagProblem, readFieldErrors, toBody, toDraft, toInterestBody, toInterests } from './profile-draft.ts'

const user: Consumer = {
  _id: 'u1',
  id: 'u1',
  name: 'Nimali Perera',
  email: 'nimali@post.example',
  phone: '+94 77 123 4567',
  gender: 'Female',
  birthday: '1990-04-12',
  imageUrl: null,
  interestedTags: ['lunch'],
  interestedCategories: ['Food'],
  likedOffers: [],
  likedShops: [],
  googleId: null,
  googleEmail: null,
  locationHistory: [],
  emailConfirmed: true,
  hasPassword: true,
}
const draft = toDraft(user)
const TODAY = '2026-11-22'

test('name, e-mail and phone are required, and must be such [#186]', () => {
  expect(checkDraft(draft, user, TODAY)).toEqual({})
  expect(Object.keys(checkDraft({ ...draft, name: '  ', email: '', phone: ' ' }, user, TODAY))).toEqual(['name', 'email', 'phone'])
  expect(checkDraft({ ...draft, email: 'nimali@post', phone: '077 123' }, user, TODAY)).toEqual({
    email: 'Please enter a valid email address',
    phone: 'Please enter a valid phone number (min. 10 digits)',
  })
  expect(checkDraft({ ...draft, birthday: '2026-11-23' }, user, TODAY)).toHaveProperty('birthday')
  expect(checkDraft({ ...draft, birthday: '' }, user, TODAY)).toEqual({})
})

test('another e-mail address needs the password; the same one in capitals does not [D-52]', () => {
  const other = { ...draft, email: 'nimali@home.example' }
  expect(Object.keys(checkDraft(other, user, TODAY))).toEqual(['currentPassword'])
  expect(checkDraft({ ...other, currentPassword: 'correct horse' }, user, TODAY)).toEqual({})
  expect(toBody({ ...other, currentPassword: 'correct horse' }, user)).toEqual({
    email: 'nimali@home.example',
    currentPassword: 'correct horse',
  })
  expect(checkDraft({ ...draft, email: 'NIMALI@post.example' }, user, TODAY)).toEqual({})
})

test('only what was changed is sent, cleaned as it will be kept', () => {
  expect(toBody(draft, user)).toEqual({})
  expect(toBody({ ...draft, phone: '(077) 123-4567', birthday: '', tag: ' seafood ,lunch,' }, user)).toEqual({
    phone: '077 1234567',
    birthday: null,
    interestedTags: ['lunch', 'seafood'],
  })
})

test('what another device changed meanwhile is not changed back', () => {
  const meanwhile = { ...user, phone: '0112 345 678', interestedTags: ['tea'] }
  // The form began from `user`; only its own change is sent, whatever is known by now.
  expect(toBody({ ...toDraft(user), name: 'Nimali Silva' }, user)).toEqual({ name: 'Nimali Silva' })
  expect(toInterestBody({ ...toInterests(meanwhile), interestedCategories: [] }, meanwhile)).toEqual({ interestedCategories: [] })
})

test('tags are trimmed, and neither empty nor there twice [#187]', () => {
  expect(addTags([], ' tea , ,TEA,  rice')).toEqual({ tags: ['tea', 'rice'], rest: '' })
  expect(addTags(['tea'], '')).toEqual({ tags: ['tea'], rest: '' })
})

test('beyond fifty tags nothing is dropped without a word: what there is no room for is left over, and keeps the profile from being saved', () => {
  const many = Array.from({ length: 49 }, (_, number) => `tag ${number}`)
  const { tags, rest } = addTags(many, 'tea, rice, tag 3, salt')
  expect([tags.length, tags.at(-1), rest]).toEqual([50, 'tea', 'rice, salt'])
  expect(findTagProblem({ interestedTags: many, tag: 'tea' })).toBeUndefined()
  expect(findTagProblem({ interestedTags: tags, tag: 'TEA, tag 3' })).toBeUndefined()
  const full = { ...draft, interestedTags: tags, tag: 'rice' }
  expect(findTagProblem(full)).toBe('There is room for 50 tags. Remove one below, or empty this field.')
  expect(checkDraft(full, user, TODAY)).toEqual({ tag: findTagProblem(full) })
  expect(checkDraft({ ...full, tag: '' }, user, TODAY)).toEqual({})
})

test('whoever has no password is told to set one first, instead of being asked for it', () => {
  const other = { ...draft, email: 'nimali@home.example' }
  const told = checkDraft(other, { ...user, hasPassword: false }, TODAY)
  expect(told).toEqual({ email: 'To change it, first set a password under Security Settings.' })
})

test('a stored profile may be older than some fields', () => {
  const { id, name, email } = user
  expect(toDraft({ id, name, email } as Consumer)).toEqual({
    name,
    email,
    currentPassword: '',
    phone: '',
    gender: 'Other',
    birthday: '',
    interestedCategories: [],
    interestedTags: [],
    tag: '',
  })
})

test('what the server says of a field belongs to that field', () => {
  expect(readFieldErrors({ 'body.email': 'taken', 'body.interestedTags.3': 'Is empty', 'query.x': 'no', body: 'no' })).toEqual({
    email: 'taken',
    interestedTags: 'Is empty',
  })
  expect(readFieldErrors(undefined)).toEqual({})
})
