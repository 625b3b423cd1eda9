import { expect, test } from 'vitest'

import { checkHouse } from './check-house.ts'

/** What the check says of a small tree, as "file text". */
function check(files: Record<string, string>) {
  return checkHouse(new Map(Object.entries(files))).map(({ file, text }) => `${file} ${text}`)
}
const lines = (count: number) => 'a\n'.repeat(count)

test('a tree that keeps the rules has no problems', () => {
  const tree = {
    'contract/offer.ts': "import * as z from 'zod'\n",
    'contract/offer-rules.ts': "import type { Offer } from './offer.ts'\n",
    'db/filters.ts': "import { isOfferLive } from '#contract/offer-rules.ts'\n",
    'api/config.ts': 'process.env',
    'api/http/bind-call.ts': '',
    'api/offers/routes.ts': "import { listOffers } from './data.ts'\nimport { bind } from '../http/bind-call.ts'\n",
    'api/offers/data.ts': "import { x } from '#db/filters.ts'\n",
    'web/offers/offer-page.tsx':
      "import type { Offer } from '#contract/offer.ts'\nimport { isOfferLive } from '#contract/offer-rules.ts'\n",
    'test/app.ts': "import '#api/offers/routes.ts'\n",
    'package.json': '{"dependencies":{"zod":"4.0.0"}}',
    'docs/dependencies.md': '# Dependencies\n\n- `zod`: schemas, once for both ends.\n',
    'package-lock.json': '{"resolved": "x"}',
  }
  expect(check(tree)).toEqual([])
})

test.each([
  ['contract', 'db/filters.ts'],
  ['db', 'api/app.ts'],
  ['api', 'web/root.tsx'],
  ['web', 'api/app.ts'],
  ['web', 'db/filters.ts'],
  ['recommender', 'api/app.ts'],
  ['api', 'test/app.ts'],
])('%s must not know %s, and its tests may know the test tools', (room, target) => {
  const tree = { [target]: '', [`${room}/thing.ts`]: `import { a } from '#${target}'\n` }
  expect(check(tree)).toEqual([`${room}/thing.ts ${room} must not know ${target.split('/')[0]} ('#${target}')`])
  expect(check({ 'test/app.ts': '', [`${room}/thing.test.ts`]: "import { a } from '#test/app.ts'\n" })).toEqual([])
})

test('a part of ui/ knows lib/ and its like, and no feature of the product', () => {
  const tree = {
    'web/lib/clock.tsx': '',
    'web/shops/shop-card.tsx': '',
    'web/ui/button.tsx': "import '#web/lib/clock.tsx'\nimport '#web/shops/shop-card.tsx'\n",
  }
  expect(check(tree)).toEqual(["web/ui/button.tsx a part of ui/ fits another product: it must not know '#web/shops/shop-card.tsx'"])
})

test('a type of a forbidden room is forbidden too, on several lines and as a dynamic import', () => {
  const several = "import type {\n  App,\n  Other,\n} from '#api/app.ts'\n"
  expect(check({ 'api/app.ts': '', 'db/a.ts': several, 'db/b.ts': "const app = await import('#api/app.ts')\n" })).toHaveLength(2)
})

test('paths neither climb nor leave their room nor lead nowhere', () => {
  const tree = {
    'contract/time.ts': '',
    'web/a/climbs.ts': '',
    'web/a/b-c.ts': "import { a } from '../../contract/time.ts'\nimport { b } from './gone.ts'\nimport { c } from './climbs'\n",
    'web/d.ts': "import { e } from '../contract/time.ts'\n",
  }
  expect(check(tree)).toEqual([
    "web/a/b-c.ts '../../contract/time.ts' climbs: write '#contract/time.ts'",
    "web/a/b-c.ts './gone.ts' is not there",
    "web/a/b-c.ts './climbs' has no suffix: write the file's whole name",
    'web/a/climbs.ts is none of the names of a feature: <thing>-page.tsx, <thing>-<part>.tsx, queries.ts or use-<thing>.ts',
    "web/d.ts '../contract/time.ts' leaves web: write '#contract/time.ts'",
  ])
})

test('the browser never loads zod, not even through another file of the contract, while types are free', () => {
  const tree = {
    'contract/offer.ts': "import * as z from 'zod'\n",
    'contract/offer-rules.ts': "import { offer } from './offer.ts'\n",
    'web/a.tsx': "import { isLive } from '#contract/offer-rules.ts'\n",
    'web/b.tsx': "import { type Offer } from '#contract/offer.ts'\n",
    'web/c.tsx': "import type { Offer } from '#contract/offer.ts'\nexport type { Rule } from '#contract/offer-rules.ts'\n",
    'web/d.test.ts': "import { offer } from '#contract/offer.ts'\n",
    'package.json': '{"dependencies":{"zod":"4.0.0"}}',
    'docs/dependencies.md': '- `zod`: schemas.',
  }
  expect(check(tree).map((line) => line.split(' ')[0])).toEqual(['web/a.tsx', 'web/b.tsx'])
})

test('a page belongs to its feature', () => {
  const tree = { 'web/shops/shop-page.tsx': '', 'web/offers/offer-card.tsx': "import { ShopPage } from '../shops/shop-page.tsx'\n" }
  expect(check(tree)).toHaveLength(1)
})

test('circles of imports are named once, with their way round', () => {
  const tree = {
    'db/a.ts': "import { b } from './b.ts'\n",
    'db/b.ts': "import { c } from './c.ts'\n",
    'db/c.ts': "import type { A } from './a.ts'\n",
  }
  expect(check(tree)).toEqual([expect.stringContaining('db/a.ts -> db/b.ts -> db/c.ts -> db/a.ts')])
})

test.each([
  ['web/lib/index.ts', 'says'],
  ['api/utils/read-it.ts', 'does not say'],
  ['contract/types.ts', 'does not say'],
  ['contract/offerRules.ts', 'kebab-case'],
  ['web/ui/a/b/button.tsx', 'deeper'],
  ['api/offers/offer-data.ts', 'names of a feature'],
  ['web/offers/ticket.tsx', 'names of a feature'],
])('%s is not a name of the house', (file, reason) => {
  expect(check({ [file]: '' }).join()).toContain(reason === 'says' ? "'index' does not say" : reason)
})

test('300 lines are a hint, 400 the end, and 300 themselves are fine', () => {
  const problems = checkHouse(new Map([300, 301, 400, 401].map((count) => [`db/of-${count}.ts`, lines(count)])))
  expect(problems.map(({ file, isHint = false }) => [file, isHint])).toEqual([
    ['db/of-301.ts', true],
    ['db/of-400.ts', true],
    ['db/of-401.ts', false],
  ])
})

test('only the configuration reads the environment, and no file names a path of one machine', () => {
  const home = ['', 'home', 'someone', 'kade'].join('/')
  expect(check({ 'api/app.ts': 'process.env.PORT', 'test/run.ts': 'process.env.CI', 'docs/a.md': `see ${home}` })).toEqual([
    'api/app.ts reads process.env: take it from the configuration (config.ts)',
    `docs/a.md line 1 names a path of one machine: ${['', 'home', 'someone'].join('/')}`,
  ])
  expect(check({ 'api/main.ts': 'readConfig(process.env)', 'api/a.ts': 'const { PORT } = process.env' })).toHaveLength(1)
  expect(check({ 'web/a.ts': "const home = '/home?tags=a'; const page = '/home'" })).toEqual([])
})

test('dependencies and their list agree, and nothing is imported that is not declared', () => {
  const tree = {
    'package.json': '{"dependencies":{"zod":"4.0.0","pg":"8.0.0"},"devDependencies":{"@types/pg":"8.0.0"}}',
    'docs/dependencies.md':
      '| package | why |\n|---|---|\n| `pg`, `@types/pg` | the driver of `PostgreSQL` |\n\n- `left-pad`: nobody knows.\n',
    'package-lock.json': '{"resolved": "https://registry.example/zod.tgz"}',
    'db/a.ts': "import pg from 'pg'\nimport deep from 'pg/lib/deep.js'\nimport lodash from 'lodash'\nimport fs from 'node:fs'\n",
  }
  expect(check(tree)).toEqual([
    "db/a.ts imports 'lodash', which package.json does not have",
    expect.stringContaining('docs/dependencies.md says nothing of zod'),
    expect.stringContaining('docs/dependencies.md speaks of left-pad'),
    expect.stringContaining('package-lock.json names addresses'),
  ])
})

test('a lock file that lacks the packages of other platforms is told before npm ci fails', () => {
  const lock = {
    packages: { 'node_modules/a': { optionalDependencies: { 'a-linux': '1', 'a-mac': '1' } }, 'node_modules/a/node_modules/a-linux': {} },
  }
  expect(check({ 'package-lock.json': JSON.stringify(lock) })).toEqual([expect.stringContaining('a-mac')])
})
