import { expect, test } from 'vitest'

import { createDataSaving } from './data-saving.ts'

const memory = () => {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

test('data is saved where somebody chose so, also after a reload, until they choose otherwise [D-09]', () => {
  const storage = memory()
  const saving = createDataSaving({ storage })
  expect([saving.isOn(), saving.isChosen()]).toEqual([false, false])
  saving.choose(true)
  expect(createDataSaving({ storage }).isOn()).toBe(true)
  saving.choose(false)
  expect(createDataSaving({ storage }).isOn()).toBe(false)
})

test('the server is told of a choice when it is made, and again whenever a page is opened', () => {
  const storage = memory()
  const told: boolean[] = []
  const tellServer = (isOn: boolean) => void told.push(isOn)
  createDataSaving({ storage, tellServer }).choose(true)
  createDataSaving({ storage, tellServer }).choose(false)
  expect(told).toEqual([false, true, true, false])
})

test('data is saved where the browser asks for it, whatever was chosen, and as soon as it does', () => {
  const connection = Object.assign(new EventTarget(), { saveData: true })
  const saving = createDataSaving({ connection })
  expect([saving.isOn(), saving.isChosen(), saving.isAsked()]).toEqual([true, false, true])
  let changes = 0
  const stop = saving.subscribe(() => changes++)
  connection.saveData = false
  connection.dispatchEvent(new Event('change'))
  expect([saving.isOn(), changes]).toEqual([false, 1])
  stop()
  saving.choose(true)
  expect(changes).toBe(1)
})

test('another tab may choose, and a storage that is switched off does no harm', () => {
  const storage = memory()
  const [here, there] = [createDataSaving({ storage }), createDataSaving({ storage })]
  there.choose(true)
  expect(here.isOn()).toBe(false)
  here.readAgain()
  expect(here.isOn()).toBe(true)

  const refuse = () => {
    throw new DOMException('no', 'SecurityError')
  }
  const closed = createDataSaving({ storage: { getItem: refuse, setItem: refuse, removeItem: refuse } })
  closed.choose(true)
  expect(closed.isOn()).toBe(true)
})
