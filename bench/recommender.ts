/**
 * Measures the recommender: npm run bench:recommender -- --data <folder with a folder for each data set> [--only quality,training,serving] [--sets a,b]
 * [--sizes 1000000,3000000] [--dry]
 * Quality is measured on the data sets of that folder, training and serving on a made-up city.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { encodeModel } from '#recommender/training/encode-model.ts'
import { trainModel } from '#recommender/training/train-model.ts'

import { measureQuality, type Quality } from './recommender-quality.ts'
import { CITY, type Serving } from './recommender-serving.ts'
import { makeWorld } from './recommender-world.ts'
import { describeSetting, saveResult } from './report.ts'

type Training = {
  events: number
  shoppers: number
  shops: number
  cpuSeconds: number
  choosingCpuSeconds: number
  megabytes: number
  modelMegabytes: number
}
type Results = { quality: Quality[]; training: Training[]; serving: Serving[] }

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    only: { type: 'string' },
    sets: { type: 'string' },
    sizes: { type: 'string' },
    dry: { type: 'boolean', default: false },
  },
})
const say = (line: string) => process.stderr.write(`${line}\n`)
const SETTINGS = { beta: 0.3, share: 1, content: 0.2 }
const SIZES = options.sizes?.split(',').map(Number) ?? [1_000_000, 3_000_000, 10_000_000]
const cpu = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6
const rss = () => process.memoryUsage().rss / 2 ** 20

function measureTraining(events: number): Training {
  const [shoppers, shops] = [Math.round(events / 30), Math.round(Math.min(100_000, events / 100))]
  const world = makeWorld({ shops, users: shoppers, events })
  const before = rss()
  const from = cpu()
  const model = trainModel(world, { say, settings: SETTINGS })
  const cpuSeconds = cpu() - from
  const megabytes = rss() - before
  const modelMegabytes = encodeModel(model).length / 2 ** 20
  const again = cpu()
  if (events <= 1_000_000) trainModel(world, { say })
  return {
    events,
    shoppers,
    shops,
    cpuSeconds,
    choosingCpuSeconds: events <= 1_000_000 ? cpu() - again : Number.NaN,
    megabytes,
    modelMegabytes,
  }
}

/** Another process serves, so that its memory is what serving takes and not what training took before it. */
function measureServing(): Serving[] {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'recommender-')), 'model')
  try {
    writeFileSync(file, encodeModel(trainModel(makeWorld(CITY), { say, settings: SETTINGS })))
    const answer = execFileSync(process.execPath, [path.join(import.meta.dirname, 'recommender-serving.ts'), file], { encoding: 'utf8' })
    return JSON.parse(answer) as Serving[]
  } finally {
    rmSync(path.dirname(file), { recursive: true })
  }
}

const table = (head: string[], rows: (string | number)[][]) =>
  [head, head.map((_, n) => (n === 0 ? '---' : '---:')), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
const digits = (number: number) => number.toFixed(4)
const whole = (number: number) => Math.round(number).toLocaleString('en')
const tenth = (number: number) => (Number.isNaN(number) ? '–' : number.toFixed(1))

const toQuality = ({ folder, method, seconds, users, rows }: Quality) =>
  `### ${folder}\n\n${method}, chosen on a part of train that was kept back. ${whole(users)} users, trained in ${whole(seconds)} s.\n\n${table(
    ['', 'Recall@10', '±', 'NDCG@10', '±', 'Recall@20', 'NDCG@20'],
    rows.map(([name, s]) => [
      name,
      digits(s.recall10),
      digits(s.errorOfRecall10),
      digits(s.ndcg10),
      digits(s.errorOfNdcg10),
      digits(s.recall20),
      digits(s.ndcg20),
    ]),
  )}`

const toMarkdown = ({ quality, training, serving }: Results, command: string) => `# The recommender

${describeSetting({ command, versions: {} })}

Parts are run with \`--only quality\`, \`training\` or \`serving\`; a run replaces its own part and leaves the others. Other programs may run
beside, so times are those of the processor where the table says CPU.

## Quality

The definitions are those of LightGCN: every item that a user has not had in train is a candidate (or those of \`candidates.txt\`), ± is the standard error over users.

${quality.map(toQuality).join('\n\n')}

## Training of the sparse model

A made-up city, 30 events a shopper; one thread. _Choosing_ is the whole training where settings have to be chosen first; afterwards they are kept.

${table(
  ['events', 'shoppers', 'shops', 'CPU s', 'with choosing', 'memory MB', 'model MB'],
  training.map((one) => [
    whole(one.events),
    whole(one.shoppers),
    whole(one.shops),
    tenth(one.cpuSeconds),
    tenth(one.choosingCpuSeconds),
    whole(one.megabytes),
    tenth(one.modelMegabytes),
  ]),
)}

## Serving 24 offers

100 000 offers of 20 000 shops, 100 000 shoppers who did a million things; rankOffers alone, one thread, in a process of its own, which reads the model as the\nservice does and makes up one question after the other. _The model_ is its bytes, _in memory_ what a process grows by as it opens it; the rest is Node and the made-up\ncity that the questions come from.

${table(
  ['candidates', 'p50 ms', 'p99 ms', 'CPU ms', 'requests per CPU s', 'the model MB', 'in memory MB', 'process MB'],
  serving.map((one) => [
    whole(one.candidates),
    tenth(one.p50),
    tenth(one.p99),
    one.cpuMs.toFixed(2),
    whole(one.perCpuSecond),
    tenth(one.modelMegabytes),
    tenth(one.openedMegabytes),
    whole(one.megabytes),
  ]),
)}
`

const kept = path.join(import.meta.dirname, 'results', 'recommender.json')
/** What was measured so far, by this run and by others. */
const readResults = (): Results =>
  existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as Results) : { quality: [], training: [], serving: [] }
const wants = (part: string) => options.only === undefined || options.only.split(',').includes(part)
const command = 'npm run bench:recommender -- --data <folder>'
const save = (change: (results: Results) => Partial<Results>) => {
  const results = { ...readResults(), ...change(readResults()) }
  if (!options.dry) saveResult('recommender', toMarkdown(results, command), results)
  else process.stdout.write(toMarkdown(results, command))
}

if (wants('quality')) {
  if (options.data === undefined) throw new Error('Quality is measured on data of yours: --data <folder>')
  for (const name of readdirSync(options.data).filter((set) => options.sets === undefined || options.sets.split(',').includes(set))) {
    const measured = measureQuality(path.join(options.data, name), say)
    save(({ quality }) => ({
      quality: [...quality.filter(({ folder }) => folder !== name), measured].toSorted((one, other) =>
        one.folder.localeCompare(other.folder),
      ),
    }))
  }
}
if (wants('serving')) {
  const serving = measureServing()
  save(() => ({ serving }))
}
if (wants('training')) {
  const training: Training[] = []
  for (const size of SIZES) {
    training.push(measureTraining(size))
    save(() => ({ training }))
  }
}
// `--only table` writes the tables anew, of what was measured before.
if (options.only === 'table') save(() => ({}))
