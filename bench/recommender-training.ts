/** Trains one model of a made-up city, as a process of its own, so that its memory is what training takes, and prints what that was. */
import { encodeModel } from '#recommender/training/encode-model.ts'
import { trainModel } from '#recommender/training/train-model.ts'

import { makeWorld } from './recommender-world.ts'

export type TrainingOrder = {
  events: number
  users: number
  shops: number
  /** EASE, with its penalty; the sparse model without. */
  penalty?: number
  /** Settings are chosen too, instead of being given. */
  isChoosing?: boolean
}
/** Megabytes: `world` before training begins, `peak` the most that the process ever had. */
export type TrainingCost = { items: number; cpuSeconds: number; seconds: number; world: number; peak: number; model: number }

const SETTINGS = { beta: 0.3, share: 1, content: 0.2 }

if (import.meta.main) {
  const { events, users, shops, penalty, isChoosing = false } = JSON.parse(process.argv[2]!) as TrainingOrder
  const world = makeWorld({ shops, users, events })
  const before = process.memoryUsage().rss
  const [from, started] = [process.cpuUsage(), performance.now()]
  const settings = { ...SETTINGS, ...(penalty !== undefined && { penalty }) }
  const model = trainModel(world, {
    ...(!isChoosing && { settings }),
    say: (line) => process.stderr.write(`${line}\n`),
  })
  const { user, system } = process.cpuUsage(from)
  const cost: TrainingCost = {
    items: model.support.reduce((count, one) => count + (one > 0 ? 1 : 0), 0),
    cpuSeconds: (user + system) / 1e6,
    seconds: (performance.now() - started) / 1000,
    world: before / 2 ** 20,
    peak: process.resourceUsage().maxRSS / 1024,
    model: encodeModel(model).length / 2 ** 20,
  }
  process.stdout.write(JSON.stringify(cost))
}
