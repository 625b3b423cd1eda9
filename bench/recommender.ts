/**
 * Measures the recommender: npm run bench:recommender -- --data <folder with a folder for each data set> [--only quality,places,lightgcn,training,serving] [--sets a,b]
 * [--sizes 1000000,3000000] [--dry]
 * Quality is measured on the data sets of that folder, training and serving on a made-up city, "places" on a made-up set of the size of Gowalla.
 * "lightgcn" trains what the ranker is compared with, on the sets of that folder or, without one, on the made-up set: most of an hour.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { encodeModel } from '#recommender/training/encode-model.ts'
import { trainModel } from '#recommender/training/train-model.ts'

import { writePlaces } from './recommender-places.ts'
import { measureLightGcn, measureQuality, type Quality, type Score } from './recommender-quality.ts'
import { CITY, type Serving } from './recommender-serving.ts'
import type { TrainingCost, TrainingOrder } from './recommender-training.ts'
import { makeWorld } from './recommender-world.ts'
import { describeSetting, saveResult } from './report.ts'

type Training = TrainingOrder & { cost: TrainingCost; choosing?: TrainingCost }
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
const PLACES = 'made up, as many shoppers, places and choices as Gowalla'
const SETTINGS = { beta: 0.3, share: 1, content: 0.2 }
const SIZES = options.sizes?.split(',').map(Number) ?? [1_000_000, 3_000_000, 10_000_000]

/** Each in a process of its own: its peak of memory is then that of this training. */
const train = (order: TrainingOrder) =>
  JSON.parse(
    execFileSync(process.execPath, [
      '--max-old-space-size=8192',
      path.join(import.meta.dirname, 'recommender-training.ts'),
      JSON.stringify(order),
    ]).toString(),
  ) as TrainingCost

function measureTraining(events: number): Training {
  const order = { events, users: Math.round(events / 30), shops: Math.round(Math.min(100_000, events / 100)) }
  return { ...order, cost: train(order), ...(events <= 1_000_000 && { choosing: train({ ...order, isChoosing: true }) }) }
}
/** EASE at the items that it is still taken for. */
function measureDense(shops: number): Training {
  const order = { events: 1_000_000, users: 33_333, shops, penalty: 32 }
  return { ...order, cost: train(order) }
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
const tenth = (number: number | undefined) => (number === undefined ? '–' : number.toFixed(1))

const toQuality = ({ folder, method, seconds, cpuPerUser, users, rows }: Quality) =>
  `### ${folder}\n\n${method}, chosen on a part of train that was kept back. ${whole(users)} users, ${seconds === undefined ? 'trained' : `trained in ${whole(seconds)} s`}${cpuPerUser === undefined ? '' : `, ${tenth(cpuPerUser)} CPU ms a list`}.\n\n${table(
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

Parts are run with \`--only quality\`, \`places\`, \`lightgcn\` (with \`--data\` on those sets, without on the made-up one), \`training\` or \`serving\`; a run
replaces its own part and leaves the others.

## Quality

The definitions are those of LightGCN: every item that a user has not had in train is a candidate (or those of \`candidates.txt\`), ± is the standard error over users.
_LightGCN_ is trained by \`bench/light-gcn.ts\`, and its line is the best of what it reaches on test, looked at every ten or twenty epochs, as\nits authors count, which is generous: Singapore 200 epochs, the large sets 80 (the made-up places fall\noff behind that: Recall@20 of .1672 after 120). On Gowalla
itself, which is not at hand, it is published with Recall@20 of .182 and NDCG@20 of .155.

${quality.map(toQuality).join('\n\n')}

## Training

A made-up city, 30 events a shopper; one thread, a process for each line. _Choosing_ is the whole training where settings have to be chosen first;
afterwards they are kept. The peak is that of the whole process, the events that it learns from (_before_) and Node itself among it.

${table(
  ['', 'events', 'shoppers', 'items', 'CPU s', 'with choosing', 'before MB', 'peak MB', 'model MB'],
  training.map(({ events, users, penalty, cost, choosing }) => [
    penalty === undefined ? 'RP3-beta' : 'EASE',
    whole(events),
    whole(users),
    whole(cost.items),
    tenth(cost.cpuSeconds),
    tenth(choosing?.cpuSeconds),
    whole(cost.world),
    whole(cost.peak),
    tenth(cost.model),
  ]),
)}

Memory and time grow with the events, all but linearly: from 1 to 10 million peak memory grew four times and CPU time six times. A million shoppers with 30 events each
and 100 000 offers are 30 million events, three times the last line, and were not run: by that line some 2 to 3 GB and 2 minutes of CPU. A server
reads 20 million events at most.

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

const LIGHT_GCN = 'LightGCN'
const byFolder = (one: Quality, other: Quality) => one.folder.localeCompare(other.folder)

/** Replaces what is known of a set, but for LightGCN, which is measured apart. */
function keepQuality(measured: Quality) {
  save(({ quality }) => {
    const before = quality.find(({ folder }) => folder === measured.folder)?.rows.filter(([name]) => name === LIGHT_GCN) ?? []
    const others = quality.filter(({ folder }) => folder !== measured.folder)
    return { quality: [...others, { ...measured, rows: [...measured.rows, ...before] }].toSorted(byFolder) }
  })
}

function keepLightGcn(folder: string, score: Score) {
  save(({ quality }) => ({
    quality: quality.map((one) =>
      one.folder === folder ? { ...one, rows: [...one.rows.filter(([name]) => name !== LIGHT_GCN), [LIGHT_GCN, score]] } : one,
    ),
  }))
}

/** The made-up places, written into a folder for as long as `work` takes. */
function withPlaces(work: (folder: string) => void) {
  const folder = mkdtempSync(path.join(tmpdir(), 'recommender-'))
  try {
    writePlaces(folder)
    work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The folders of `--data`, or those of them that `--sets` names. */
function listSets(): string[] {
  const { data, sets } = options
  if (data === undefined) throw new Error('Quality is measured on data of yours: --data <folder>')
  return readdirSync(data).filter((set) => sets === undefined || sets.split(',').includes(set))
}

if (wants('quality')) for (const name of listSets()) keepQuality(measureQuality(path.join(options.data!, name), say))
if (wants('places')) withPlaces((folder) => keepQuality({ ...measureQuality(folder, say), folder: PLACES }))
// Takes most of an hour, and is no part of the product: only where it is asked for.
if (options.only?.split(',').includes('lightgcn')) {
  if (options.data !== undefined) for (const name of listSets()) keepLightGcn(name, measureLightGcn(path.join(options.data, name), say))
  else withPlaces((folder) => keepLightGcn(PLACES, measureLightGcn(folder, say)))
}
if (wants('serving')) {
  const serving = measureServing()
  save(() => ({ serving }))
}
if (wants('training')) {
  const training: Training[] = []
  const add = (one: Training) => {
    training.push(one)
    save(() => ({ training }))
  }
  for (const size of SIZES) add(measureTraining(size))
  for (const shops of [5_000, 6_000]) add(measureDense(shops))
}
// `--only table` writes the tables anew, of what was measured before.
if (options.only === 'table') save(() => ({}))
