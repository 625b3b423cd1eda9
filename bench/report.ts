/** Tables for people, and the same as JSON. */
import { mkdirSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import type { Comparison, Sides } from './compare.ts'
import type { Engine } from './dataset.ts'
import { timeLoop } from './slowness.ts'

/** What a measure is told that goes its own way: on which engines, and where its words and figures go. */
export type Run = {
  engines: readonly Engine[]
  serverUrl: string | undefined
  command: string
  isDry: boolean
  /** Rows of a file, where the measure lets one choose. */
  rows: number | undefined
  say: (line: string) => void
}
export const nameEngine = (engine: Engine) => (engine === 'server' ? 'PostgreSQL' : 'PGlite')

export type Setting = { command: string; versions: Record<string, string> }

const FOLDER = path.join(import.meta.dirname, 'results')

/** When, where and with what: a number without these says little. */
export function describeSetting({ command, versions }: Setting) {
  const engines = Object.entries(versions).map(
    ([engine, version]) => `${engine === 'server' ? 'PostgreSQL' : 'PGlite, PostgreSQL'} ${version}`,
  )
  const load = os.loadavg()[0]!.toFixed(1)
  return `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC · ${os.availableParallelism()} cores, ${os.cpus()[0]?.model ?? 'unknown'} · Node ${process.versions.node} · ${engines.join(' · ')} · load ${load} at the end, ${timeLoop().toFixed(0)} ms for a loop\n\n\`${command}\``
}

export function saveResult(name: string, markdown: string, data: unknown) {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(path.join(FOLDER, `${name}.md`), markdown)
  writeFileSync(path.join(FOLDER, `${name}.json`), `${JSON.stringify(data, null, 2)}\n`)
}

const whole = (number: number) => Math.round(number).toLocaleString('en')
const precise = (number: number | undefined) =>
  number === undefined ? '–' : number < 0.1 ? number.toFixed(3) : number < 10 ? number.toFixed(2) : number.toFixed(0)
export const judge = (isGood: boolean) => (isGood ? 'pass' : '**miss**')

/**
 * Growth of the cost of a request since the smallest size that was measured of the same point. Where few offers are there the answer may be
 * empty, or not full: nothing grows from an empty one, and what a fuller one costs is told for each offer in it.
 */
function growthOf(one: Comparison, all: Comparison[]) {
  const sizes = all.filter(({ point, engine }) => point === one.point && engine === one.engine).toSorted((a, b) => a.size - b.size)
  const first = sizes.find(({ answered }) => answered !== 0) ?? sizes[0]!
  const [from, to] = [first.sides?.subject.cpu, one.sides?.subject.cpu]
  if (one.size < first.size) return 'empty'
  if (first === one || !from || !to) return ''
  const grown = to / from
  const { answered: few, bound } = first
  const more = few && one.answered && one.answered / few
  const fuller =
    more && more > FULLER ? [`${few.toFixed(1)} → ${one.answered!.toFixed(1)} offers in it: × ${(grown / more).toFixed(1)} for each`] : []
  const reasons = [...fuller, ...(bound ? [bound] : [])]
  return `× ${grown.toFixed(1)}${reasons.length > 0 ? ` (${reasons.join('; ')})` : ''}`
}
/** An answer that holds so many times the offers takes longer for them. */
const FULLER = 1.05

/** How much of the reference's requests a second the product reaches, and of those for a second of the processor. */
const shares = ({ subject, reference }: Sides) => ({
  byRequests: subject.perSecond / reference.perSecond,
  byCpu: subject.cpu === undefined || reference.cpu === undefined ? undefined : reference.cpu / subject.cpu,
})
const percent = (share: number | undefined) => (share === undefined ? '–' : `${Math.round(share * 100)} %`)

function judgeGoals({ goals, slowness, reference: kind }: Comparison, sides: Sides) {
  const { subject } = sides
  const verdicts: string[] = []
  if (goals.share !== undefined) {
    const { byRequests, byCpu } = shares(sides)
    // The load generator takes its share of the same cores, which the database alone has to itself.
    const share = kind === 'database' ? (byCpu ?? byRequests) : byRequests
    verdicts.push(`≥ ${goals.share * 100} %: ${judge(share >= goals.share)}`)
  }
  if (goals.perCpuSecond !== undefined && subject.cpu !== undefined && slowness !== undefined) {
    const [least, here] = [goals.perCpuSecond, 1000 / subject.cpu]
    const there = here * slowness
    verdicts.push(
      `≥ ${whole(least)} per CPU s: ${judge(here >= least)}, ${whole(there)} by × ${slowness.toFixed(1)}: ${judge(there >= least)}`,
    )
  }
  return verdicts.join(', ')
}

const HEAD = [
  '',
  'offers',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'CPU ms',
  'per CPU s',
  'reference/s',
  'its CPU ms',
  'ratio',
  'by CPU',
  'goal',
  'growth',
]

function toCells(one: Comparison, all: Comparison[]): string[] {
  const { sides } = one
  if (!sides) return [one.point, whole(one.size), `**failed**: ${one.failure}`, ...HEAD.slice(3).map(() => '')]
  const { subject, reference } = sides
  return [
    one.point,
    whole(one.size),
    whole(subject.perSecond),
    precise(subject.p50),
    precise(subject.p99),
    precise(subject.cpu),
    subject.cpu === undefined ? '–' : whole(1000 / subject.cpu),
    whole(reference.perSecond),
    precise(reference.cpu),
    percent(shares(sides).byRequests),
    percent(shares(sides).byCpu),
    judgeGoals(one, sides),
    growthOf(one, all),
  ]
}

export function toTable(comparisons: Comparison[]): string {
  const rows = comparisons.map((one) => toCells(one, comparisons))
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(HEAD), line(HEAD.map((_, at) => (at === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}
