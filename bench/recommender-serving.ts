/** Answers questions about a made-up city with the model of the file it is given, as a process of the service would, and prints how long that takes. */
import { readFileSync } from 'node:fs'

import type { Model } from '#recommender/ranking/model.ts'
import { rankOffers } from '#recommender/ranking/rank-offers.ts'
import { openModel } from '#recommender/ranking/read-question.ts'
import { decodeModel } from '#recommender/training/encode-model.ts'

import { makeQuestions, makeWorld } from './recommender-world.ts'

export type Serving = {
  candidates: number
  p50: number
  p99: number
  cpuMs: number
  perCpuSecond: number
  modelMegabytes: number
  openedMegabytes: number
  megabytes: number
}

export const CITY = { shops: 20_000, users: 100_000, events: 1_000_000 }
const OFFERS = 100_000
/** Answered before anything is measured: until then the code has not come to its speed. */
const FIRST = 100
const QUESTIONS = 300

const cpu = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e3
const rss = () => process.memoryUsage().rss / 2 ** 20

function measure(model: Model, world: ReturnType<typeof makeWorld>, candidates: number) {
  const times: number[] = []
  let spent = 0
  let asked = 0
  for (const question of makeQuestions(world, { questions: QUESTIONS, candidates, offers: OFFERS })) {
    const from = cpu()
    const started = performance.now()
    rankOffers(model, question)
    asked += 1
    if (asked <= FIRST) continue
    times.push(performance.now() - started)
    spent += cpu() - from
  }
  times.sort((one, other) => one - other)
  const at = (part: number) => times[Math.floor(times.length * part)]!
  const cpuMs = spent / times.length
  return { candidates, p50: at(0.5), p99: at(0.99), cpuMs, perCpuSecond: 1000 / cpuMs }
}

if (import.meta.main) {
  const before = rss()
  const bytes = readFileSync(process.argv[2]!)
  const model = await decodeModel(bytes)
  openModel(model)
  const openedMegabytes = rss() - before
  const world = makeWorld(CITY)
  const results = [500, 1_000, 2_000].map((candidates): Serving => ({
    ...measure(model, world, candidates),
    modelMegabytes: bytes.length / 2 ** 20,
    openedMegabytes,
    megabytes: rss(),
  }))
  process.stdout.write(JSON.stringify(results))
}
