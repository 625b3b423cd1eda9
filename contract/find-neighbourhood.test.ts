import { expect, test } from 'vitest'

import { city as citySchema } from './city.ts'
import { colombo } from './colombo.ts'
import { findNeighbourhood } from './find-neighbourhood.ts'

test.each([
  ['41 Station Lane, Wellawatte', 'Wellawatte'],
  ['12 Galle Road, Colombo 3', 'Kollupitiya'],
  ['12 Galle Road, COLOMBO-03', 'Kollupitiya'],
  ['12 Galle Rd, Col 03.', 'Kollupitiya'],
  ['24 Flower Road, Colombo 07, Sri Lanka', 'Cinnamon Gardens'],
  ['24 Flower Road, 00700', 'Cinnamon Gardens'],
  ['9 Nawala Road, Rajagiriya', 'Rajagiriya'],
  ['5 Elvitigala Mawatha, Narahenpita, Colombo 05', 'Narahenpita'],
  ['5 Elvitigala Mawatha, Colombo 05', 'Havelock Town'],
  ['15 Marine Drive, Bambalapitiya Colombo 04', 'Bambalapitiya'],
  ['Level 2 Union Place Colombo 2', 'Slave Island'],
  ['1 Bank Square, Fort', 'Fort'],
  ['3 Hotel Road, Mt. Lavinia', 'Mount Lavinia'],
  ['3 Hotel Road - Mt Lavinia', 'Mount Lavinia'],
  ['𝗪𝗲𝗹𝗹𝗮𝘄𝗮𝘁𝘁𝗲', 'Wellawatte'],
])('%j lies in %s', (address, name) => expect(findNeighbourhood(address, colombo)?.name).toBe(name))

test.each([
  '12 Galle Road',
  '12 Galle Road, Colombo',
  '7 Lake Road, Kandy',
  '3 Church Street, Galle Fort',
  '12 Dehiwala Road',
  'Borella Road, Maharagama',
  'Colombo 99',
  'Shop 3',
  '',
  ','.repeat(500),
])('%j leaves it open', (address) => expect(findNeighbourhood(address, colombo)).toBeUndefined())

test('no two neighbourhoods of the city are called the same, and a city without other names is one too', () => {
  const names = colombo.neighbourhoods.flatMap(({ name, alsoCalled = [] }) => [name, ...alsoCalled]).map((name) => name.toLowerCase())
  expect(new Set(names).size).toBe(names.length)
  const plain = { ...colombo, neighbourhoods: colombo.neighbourhoods.map(({ alsoCalled: _, ...place }) => place) }
  expect(citySchema.parse(plain)).toEqual(plain)
  expect(findNeighbourhood('Station Lane, Wellawatte', plain)?.name).toBe('Wellawatte')
})
