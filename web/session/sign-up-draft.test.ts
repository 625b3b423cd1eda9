import { expect, test } from 'vitest'

import { checkSignUp, mendErrors, readSignUpErrors, toSignUpBody, type SignUpDraft } from './sign-up-draft.ts'

const GOOD: SignUpDraft = {
  name: ' Nilmini Perera ',
  email: ' nilmini@post.example ',
  phone: '(077) 123-45678',
  gender: 'Female',
  birthday: '1994-02-28',
  password: ' pass word ',
  confirmation: ' pass word ',
}
const TODAY = '2026-11-22'
const check = (change: Partial<SignUpDraft>) => checkSignUp({ ...GOOD, ...change }, TODAY)

test('every field but the gender is asked for, in plain words [#172]', () => {
  const empty = { name: ' ', email: '', phone: '', gender: '', birthday: '', password: '', confirmation: '' }
  expect(check({})).toEqual({})
  expect(check({ gender: '' })).toEqual({})
  expect(check(empty)).toEqual({
    name: 'Please enter your name',
    email: 'Please enter your email address',
    phone: 'Please enter your phone number',
    birthday: 'Please enter your birthday',
    password: 'Password must be at least 6 characters',
    confirmation: 'Please enter the password once more',
  })
})

test('what is wrong is said in the written words [#173, #174, #175, #176]', () => {
  expect(check({ email: 'nilmini@post' })).toEqual({ email: 'Please enter a valid email address' })
  expect(check({ phone: '077 123' })).toEqual({ phone: 'Please enter a valid phone number (min. 10 digits)' })
  expect(check({ password: '12345', confirmation: '12345' })).toEqual({ password: 'Password must be at least 6 characters' })
  expect(check({ confirmation: 'pass word' })).toEqual({ confirmation: 'Passwords do not match' })
  expect(check({ birthday: '2026-11-23' })).toEqual({ birthday: 'The birthday lies in the future' })
})

test('what is sent is cleaned, but for the password, and the confirmation stays here [#177]', () => {
  expect(toSignUpBody(GOOD)).toEqual({
    name: 'Nilmini Perera',
    email: 'nilmini@post.example',
    phone: '077 12345678',
    gender: 'Female',
    birthday: '1994-02-28',
    password: ' pass word ',
  })
  expect(toSignUpBody({ ...GOOD, gender: '' }).gender).toBe('Other')
})

test('what the server has against a field stands beside it', () => {
  expect(readSignUpErrors({ 'body.password': 'Too common', 'query.x': 'no' })).toEqual({ password: 'Too common' })
  expect(readSignUpErrors(undefined)).toEqual({})
})

test('an error goes as its field is mended, and none comes while somebody writes', () => {
  const errors = { email: 'Taken', password: 'Too short', confirmation: 'Passwords do not match' }
  expect(mendErrors(errors, { password: 'Too short', name: 'Missing' }, 'password')).toEqual({ email: 'Taken', password: 'Too short' })
  expect(mendErrors(errors, {}, 'email')).toEqual({ password: 'Too short', confirmation: 'Passwords do not match' })
})
