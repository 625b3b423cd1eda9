import { expect, test } from 'vitest'

import { describeSpecialDays, describeWeek } from './describe-hours.ts'

test('hours are told as they were understood, days that nobody has named too', () => {
  expect(describeWeek('mon to fri 9am-5pm; sun closed')).toEqual({
    text: 'Mon–Fri 09:00–17:00, Sun closed. Not known: Sat',
    isUnderstood: true,
  })
  expect(describeWeek('daily 24 hours')).toEqual({ text: 'Mon–Sun 24 hours', isUnderstood: true })
  expect(describeWeek('mornings')).toEqual({ text: expect.stringContaining('“mornings” is not understood'), isUnderstood: false })
  expect(describeWeek(' ')).toBeUndefined()
})

test('single days are told with their dates', () => {
  const tell = (cell: string) => describeSpecialDays(cell, '2026-11-21', 'Asia/Colombo')
  expect(tell('2026-12-25 closed; 31/12/2026 10am-2pm')).toEqual({
    text: '25 Dec 2026 closed, 31 Dec 2026 10:00–14:00',
    isUnderstood: true,
  })
  expect(tell('christmas closed')).toMatchObject({ isUnderstood: false })
  expect(tell('')).toBeUndefined()
})
