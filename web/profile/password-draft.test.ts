import { expect, test } from 'vitest'

import { describeStrength, findPasswordProblem } from './password-draft.ts'

const draft = { currentPassword: 'correct horse', newPassword: 'battery staple', confirmation: 'battery staple' }

test('a change of password is refused in the written words, each at its fields [#182, #183, #184]', () => {
  expect(findPasswordProblem(draft)).toBeUndefined()
  expect(findPasswordProblem({ ...draft, currentPassword: '', confirmation: '' })).toEqual({
    text: 'All fields are required',
    fields: ['currentPassword', 'confirmation'],
  })
  expect(findPasswordProblem({ ...draft, confirmation: 'battery stable' })).toEqual({
    text: "Passwords don't match",
    fields: ['confirmation'],
  })
  expect(findPasswordProblem({ ...draft, newPassword: 'short', confirmation: 'short' })).toEqual({
    title: 'Password too short',
    text: 'Password must be at least 6 characters long.',
    fields: ['newPassword'],
  })
  expect(findPasswordProblem({ ...draft, newPassword: 'sixsix', confirmation: 'sixsix' })).toBeUndefined()
  const long = 'long '.repeat(50)
  expect(findPasswordProblem({ ...draft, newPassword: long, confirmation: long })?.fields).toEqual(['newPassword'])
})

test('how strong a password is, is a hint [D-37]', () => {
  expect(describeStrength('')).toContain('At least 6 characters')
  expect(describeStrength('aaaaaa')).toBe('Easy to guess.')
  expect(describeStrength('Battery staple 9 horses')).toBe('Strong.')
})
