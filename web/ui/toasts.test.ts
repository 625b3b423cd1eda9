import { expect, test } from 'vitest'

import { TOAST } from '#contract/constants.ts'

import { createToasts } from './toasts.ts'

/** A store whose time passes only when told. */
function createStill() {
  const waiting: { run: () => void; milliseconds: number }[] = []
  const toasts = createToasts((run, milliseconds) => waiting.push({ run, milliseconds }))
  return { toasts, waiting }
}

test('a toast has an id, words, an action and a variant, and is open when it comes [#132, #170]', () => {
  const { toasts } = createStill()
  const id = toasts.add({ title: 'Authentication required', description: 'Please log in', action: { label: 'Log in', to: '/login' } })
  expect(toasts.list()).toEqual([
    {
      id,
      title: 'Authentication required',
      description: 'Please log in',
      action: { label: 'Log in', to: '/login' },
      open: true,
      variant: 'default',
    },
  ])
  toasts.add({ title: 'Error', variant: 'destructive' })
  expect(toasts.list().map(({ variant }) => variant)).toEqual(['destructive', 'default'])
})

test('it can be changed while it shows, closes when dismissed, and is removed 5000 ms after that [#170]', () => {
  const { toasts, waiting } = createStill()
  const id = toasts.add({ title: 'Saving' })
  toasts.update(id, { title: 'Saved' })
  expect(toasts.list()).toMatchObject([{ id, title: 'Saved', open: true }])

  toasts.dismiss(id)
  toasts.dismiss(id)
  expect(toasts.list()).toMatchObject([{ id, open: false }])
  expect(waiting.map(({ milliseconds }) => milliseconds)).toEqual([5_000])
  waiting[0]!.run()
  expect(toasts.list()).toEqual([])
})

test('at most five are kept, and the oldest gives way [#259]', () => {
  const { toasts } = createStill()
  for (let number = 1; number <= 7; number++) toasts.add({ title: `number ${number}` })
  expect(toasts.list().map(({ title }) => title)).toEqual(['number 7', 'number 6', 'number 5', 'number 4', 'number 3'])
  expect(TOAST).toEqual({ limit: 5, duration: 5_000, removeAfter: 5_000, swipe: 50 })
})

test('what is said again is said once more, not twice at a time, unless something can be done about each', () => {
  const { toasts } = createStill()
  toasts.add({ title: 'Data refreshed' })
  const id = toasts.add({ title: 'Error', description: 'Failed to load data.' })
  toasts.add({ title: 'Error', description: 'Failed to save.' })
  const again = toasts.add({ title: 'Error', description: 'Failed to load data.' })
  expect(again).not.toBe(id)
  expect(toasts.list().map(({ id: one, description }) => (one === again ? 'again' : description))).toEqual([
    'again',
    'Failed to save.',
    undefined,
  ])
  for (const offer of ['tea', 'rice']) toasts.add({ title: 'Removed', action: { label: 'Undo', run: () => offer } })
  expect(toasts.list().filter(({ title }) => title === 'Removed')).toHaveLength(2)
})

test('who listens is told of every change, until they stop', () => {
  const { toasts } = createStill()
  let changes = 0
  const stop = toasts.subscribe(() => changes++)
  toasts.dismiss(toasts.add({ title: 'one' }))
  expect(changes).toBe(2)
  stop()
  toasts.add({ title: 'two' })
  expect(changes).toBe(2)
})
