import type { Model, Settings } from '../ranking/model.ts'
import { addRows, findDeviation } from './add-rows.ts'
import { chooseSettings, contentUnit, countActive, keepFor, penaltyUnit } from './choose-settings.ts'
import { gatherChoices, listItems } from './gather-choices.ts'
import { holdOut, type Trial } from './hold-out.ts'
import { learnContent } from './learn-content.ts'
import { solveNeighbours } from './solve-neighbours.ts'
import { surveyCity } from './survey-city.ts'
import type { Events, TrainingSet } from './training-set.ts'
import { walkNeighbours } from './walk-neighbours.ts'

export type TrainingOptions = {
  /** What is told while it works, a line at a time. */
  say?: (line: string) => void
  /** Events of the same shoppers and shops that settings are chosen by; without them a part of the set is kept back for that, and learned from afterwards. */
  valid?: Events
  /** Of all that is drawn. */
  seed?: number
  /** Settings chosen before: nothing is tried then. */
  settings?: Settings
}

/** A model of all that stands in the set. Takes seconds to minutes of one processor: not for a thread that serves. */
export function trainModel(set: TrainingSet, { say = () => {}, valid, seed = 1, settings: chosen }: TrainingOptions = {}): Model {
  const items = listItems(set.shops, set.events)
  const choices = gatherChoices(set, items)
  const city = surveyCity(set, items, choices)
  say(`${choices.columns.length} choices of ${countActive(city.support)} items by ${set.users} shoppers`)
  if (choices.columns.length === 0) return city
  const settings = chosen ?? findSettings()
  const active = countActive(city.support)
  const keep = keepFor(active)
  const walk = walkNeighbours(choices, { beta: settings.beta, keep })
  const parts: Parameters<typeof addRows>[0][number][] = [[walk, settings.share / findDeviation(walk, choices)]]
  if (settings.penalty !== undefined) {
    const solved = solveNeighbours(choices, { penalty: settings.penalty * penaltyUnit(choices, active), keep })
    parts.push([solved, 1 / findDeviation(solved, choices)])
  }
  const model: Model = { ...city, method: describeMethod(settings), settings, neighbours: addRows(parts, keep) }
  model.trees = learnContent(model, choices, seed)
  const some = Math.min(200, set.users)
  const sample = Uint32Array.from({ length: some }, (_, n) => Math.floor((n * set.users) / some))
  model.blend = { ...model.blend, content: settings.content * contentUnit(model, { users: sample, choices }) }
  return model

  function findSettings() {
    const trial = valid ? tryOn(valid) : holdOut(choices, seed)
    const before = valid ? city : surveyCity(set, items, trial.choices)
    const found = chooseSettings(before, trial, seed, say)
    say(`chosen: ${JSON.stringify(found)}`)
    return found
  }

  function tryOn(events: Events): Trial {
    const wanted = gatherChoices({ ...set, events }, items)
    const users = Uint32Array.from({ length: set.users }, (_, user) => user).filter(
      (user) => wanted.starts[user + 1]! > wanted.starts[user]!,
    )
    const step = Math.max(1, Math.ceil(users.length / 1_000))
    const asked = users.filter((_, n) => n % step === 0)
    return {
      choices,
      users: asked,
      targets: Array.from(asked, (user) => wanted.columns.slice(wanted.starts[user], wanted.starts[user + 1])),
    }
  }
}

const describeMethod = ({ beta, penalty, share, content }: Settings) =>
  `${penalty === undefined ? `RP3-beta ${beta}` : `EASE, penalty ${penalty}, with ${share} of RP3-beta ${beta}`}; content ${content}`
