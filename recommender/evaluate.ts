/**
 * Ranks a public data set with the code that ranks in production, for a program that scores it:
 *
 *     npm run recommender:evaluate -- --train train.tsv [--valid valid.tsv] [--items items.tsv] [--candidates candidates.txt]
 *       --users test.tsv --k 20 --out recs.tsv
 *
 * Of `--users` only the first column is read. Settings are chosen on `--valid`, or on a part of `--train` kept back for that; the model that
 * ranks has then learned from all of `--train` and nothing else. A line of `--out` is `user<TAB>item,item,…`, the best first.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { askRanker, buildWorld } from './evaluation/ask-ranker.ts'
import { readColumn, readInteractions, readItems } from './evaluation/read-files.ts'
import { trainModel } from './training/train-model.ts'

const USAGE =
  'npm run recommender:evaluate -- --train train.tsv [--valid valid.tsv] [--items items.tsv] [--candidates candidates.txt] --users test.tsv --k 20 --out recs.tsv'

/** Throws an Error with a plain message where a file or an option is not good. */
export function evaluate(args: string[], say: (line: string) => void) {
  const { train, valid, items, candidates, users, out, k } = readOptions(args)
  const known = readInteractions(train)
  if (known.length === 0) throw new Error(`${train} holds no interactions: lines are user<TAB>item[<TAB>unix time]`)
  const world = buildWorld(known, items === undefined ? [] : readItems(items))
  const model = trainModel(world.set, { say, ...(valid === undefined ? {} : { valid: world.toEvents(readInteractions(valid)) }) })
  const among = candidates === undefined ? undefined : readColumn(candidates)
  const lines: string[] = []
  for (const { user, items: best } of askRanker(model, world, known, readColumn(users), k, among))
    lines.push(`${user}\t${best.join(',')}\n`)
  try {
    writeFileSync(out, lines.join(''))
  } catch (error) {
    throw new Error(`Cannot write ${out}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
  say(`${lines.length} users ranked into ${out}`)
}

function readOptions(args: string[]) {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: { train: text, valid: text, items: text, candidates: text, users: text, out: text, k: text },
  })
  const { train, users, out } = values
  const k = Number(values.k ?? 20)
  if (train === undefined || users === undefined || out === undefined) throw new Error(`--train, --users and --out are needed:\n${USAGE}`)
  if (!Number.isInteger(k) || k < 1 || k > 1_000) throw new Error(`--k must be a whole number from 1 to 1000, not ${values.k}`)
  return { ...values, train, users, out, k }
}

if (import.meta.main) {
  const started = performance.now()
  try {
    evaluate(process.argv.slice(2), (line) => process.stderr.write(`${((performance.now() - started) / 1000).toFixed(1)} s  ${line}\n`))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
