import { sumNeighbours } from '../ranking/describe-fit.ts'
import { listLargest } from '../ranking/pick-offers.ts'
import type { Model, Rows, Settings } from '../ranking/model.ts'
import { Scorer } from '../ranking/score-subjects.ts'
import { makeProfile, makeSubject, hasContent, learnContent } from './learn-content.ts'
import type { Choices } from './gather-choices.ts'
import { JUDGED, mean, measureNdcg, type Trial } from './hold-out.ts'
import { addRows, findDeviation } from './add-rows.ts'
import { solveNeighbours } from './solve-neighbours.ts'
import { walkNeighbours } from './walk-neighbours.ts'

/** A city of at most so many items that somebody chose gets EASE: above that the matrix takes too long. */
const DENSE_LIMIT = 6_000
const BETAS = [0, 0.15, 0.3, 0.45, 0.6, 0.7] as const
const MIDDLE = 0.3
const PENALTIES = [16, 32]
const SHARES = [0, 0.3, 0.6]
/** Never nothing: it is all that speaks for a shop that nobody has met. */
const CONTENTS = [0.005, 0.05, 0.1, 0.2, 0.4, 0.8] as const
/** Pairs of a shopper and an item that are asked about content, which takes more time each. */
const ASKED = 2_500_000

/** Choices that trees learn from which only settings are chosen by. */
const TO_CHOOSE = 10_000

/** Numbers that a model may hold: memory that a process which serves can spare for a city. */
const ROOM = 20_000_000
export const keepFor = (active: number) => Math.min(1_000, Math.max(50, Math.floor(ROOM / Math.max(1, active))))
export const countActive = (support: Float32Array) => support.reduce((count, one) => count + (one > 0 ? 1 : 0), 0)
/** Penalties are told in this measure, in which the good ones of very different cities are alike: the root of what an item weighs on average. */
export function penaltyUnit({ starts, columns, users }: Choices, active: number) {
  let weight = 0
  for (let user = 0; user < users; user += 1) weight += Math.sqrt(starts[user + 1]! - starts[user]!)
  return columns.length === 0 ? 1 : Math.sqrt(weight / active)
}

/** How well the wanted items of each shopper of a trial stand in a list by `score`, which fills one number for each item. */
function measureTrial(trial: Trial, most: number, score: (user: number, scores: Float32Array) => void) {
  const scores = new Float32Array(trial.choices.items)
  const results: number[] = []
  for (const [n, user] of trial.users.slice(0, most).entries()) {
    if (trial.targets[n]!.length === 0) continue
    score(user, scores)
    for (let k = trial.choices.starts[user]!; k < trial.choices.starts[user + 1]!; k += 1) scores[trial.choices.columns[k]!] = -Infinity
    results.push(measureNdcg(listLargest(scores, JUDGED), new Set(trial.targets[n])))
  }
  return mean(results)
}

/** The first of the options that does best. */
function chooseBest<T extends number>(options: readonly T[], measure: (option: T) => number) {
  let best = { option: options[0]!, result: -1 }
  for (const option of options) {
    const result = measure(option)
    if (result > best.result) best = { option, result }
  }
  return best
}

/** Tries what there is to choose on items that were kept back, one setting after the other. */
export function chooseSettings(model: Model, trial: Trial, seed: number, say: (line: string) => void): Settings {
  const { choices } = trial
  const active = countActive(model.support)
  const keep = keepFor(active)
  const likesOf = (neighbours: Rows) => {
    const asked: Model = { ...model, neighbours }
    return (user: number, scores: Float32Array) => sumNeighbours(asked, makeProfile(asked, choices, user), scores)
  }
  const { beta, result: walked, walk } = chooseBeta(model, trial, keep, say)
  let settings: Settings = { beta, share: 1, content: 0 }
  const walkUnit = 1 / findDeviation(walk, choices)
  let neighbours = addRows([[walk, walkUnit]], keep)
  let best = walked
  if (active <= DENSE_LIMIT) {
    for (const factor of PENALTIES) {
      const solved = solveNeighbours(choices, { penalty: factor * penaltyUnit(choices, active), keep })
      const solvedUnit = 1 / findDeviation(solved, choices)
      for (const share of SHARES) {
        const parts: [Rows, number][] = [
          [solved, solvedUnit],
          [walk, share * walkUnit],
        ]
        const rows = addRows(parts, keep)
        const result = measureTrial(trial, trial.users.length, likesOf(rows))
        say(`EASE, penalty ${factor}, with ${share} of the walk: ${result.toFixed(4)}`)
        if (result <= best) continue
        best = result
        settings = { beta, penalty: factor, share, content: 0 }
        neighbours = rows
      }
    }
  }
  if (!hasContent(model)) return settings
  const whole: Model = { ...model, neighbours }
  whole.trees = learnContent(whole, choices, seed, TO_CHOOSE)
  const content = chooseContent(whole, trial, contentUnit(whole, trial), say)
  return { ...settings, content }
}

/**
 * How much popular ends of a walk are held back. That is a factor of the end alone, so one walk serves to try them all, and is what settings are
 * chosen beside; of what it leaves out, the strongest of each row being kept, another beta would keep a little.
 */
function chooseBeta(model: Model, trial: Trial, keep: number, say: (line: string) => void) {
  const rows = walkNeighbours(trial.choices, { beta: MIDDLE, keep })
  const walked: Model = { ...model, neighbours: rows }
  const scores = new Float32Array(trial.choices.items)
  const results = BETAS.map((): number[] => [])
  const factors = BETAS.map((beta) => model.support.map((count) => (count > 0 ? count ** (MIDDLE - beta) : 0)))
  for (const [n, user] of trial.users.entries()) {
    if (trial.targets[n]!.length === 0) continue
    sumNeighbours(walked, makeProfile(walked, trial.choices, user), scores)
    for (let k = trial.choices.starts[user]!; k < trial.choices.starts[user + 1]!; k += 1) scores[trial.choices.columns[k]!] = -Infinity
    const wanted = new Set(trial.targets[n])
    for (const [option, factor] of factors.entries()) {
      const held = scores.map((score, item) => (score > 0 ? score * factor[item]! : -Infinity))
      results[option]!.push(measureNdcg(listLargest(held, JUDGED), wanted))
    }
  }
  say(`walk: ${BETAS.map((beta, n) => `beta ${beta}: ${mean(results[n]!).toFixed(4)}`).join(', ')}`)
  const { option: beta, result } = chooseBest(BETAS, (one) => mean(results[BETAS.indexOf(one)]!))
  const factor = factors[BETAS.indexOf(beta)]!
  const walk: Rows = { ...rows, values: rows.values.map((value, n) => value * factor[rows.columns[n]!]!) }
  return { beta, result, walk }
}

/** How much content counts beside the neighbours. Scores are asked for once, whatever they count. */
function chooseContent(model: Model, { choices, users, targets }: Trial, unit: number, say: (line: string) => void) {
  const scorer = new Scorer({ ...model, blend: { ...model.blend, content: unit } })
  const subjects = Array.from({ length: choices.items }, (_, item) => makeSubject(model, item))
  const results = CONTENTS.map((): number[] => [])
  const scores = new Float32Array(choices.items)
  const step = Math.max(1, Math.floor((users.length * choices.items) / ASKED))
  for (let n = 0; n < users.length; n += step) {
    if (targets[n]!.length === 0) continue
    scorer.read(makeProfile(model, choices, users[n]!))
    const content = Float32Array.from(subjects, (subject) => scorer.scoreContent(subject))
    for (const [option, factor] of CONTENTS.entries()) {
      for (let item = 0; item < scores.length; item += 1) scores[item] = scorer.scoreNeighbours(item) + factor * content[item]!
      for (let k = choices.starts[users[n]!]!; k < choices.starts[users[n]! + 1]!; k += 1) scores[choices.columns[k]!] = -Infinity
      results[option]!.push(measureNdcg(listLargest(scores, JUDGED), new Set(targets[n])))
    }
  }
  const { option } = chooseBest(CONTENTS, (factor) => mean(results[CONTENTS.indexOf(factor)]!))
  say(`content: ${CONTENTS.map((factor, n) => `${factor}: ${mean(results[n]!).toFixed(4)}`).join(', ')}`)
  return option
}

/** What brings the scores of content to the scale of the neighbours: a deviation of 1. */
export function contentUnit(model: Model, { users, choices }: Pick<Trial, 'users' | 'choices'>) {
  const scorer = new Scorer({ ...model, blend: { ...model.blend, content: 1 } })
  let [sum, squares, count] = [0, 0, 0]
  const step = Math.max(1, Math.floor(choices.items / 500))
  for (const user of users.slice(0, 200)) {
    scorer.read(makeProfile(model, choices, user))
    for (let item = user % step; item < choices.items; item += step) {
      const score = scorer.scoreContent(makeSubject(model, item))
      sum += score
      squares += score * score
      count += 1
    }
  }
  const deviation = Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
  return deviation > 0 ? 1 / deviation : 1
}
