/** Tables for people, and the same as JSON. */
import { mkdirSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import type { Comparison } from './compare.ts'
import { GOAL_SIZE } from './point.ts'

export type Setting = { command: string; versions: Record<string, string> }

const FOLDER = path.join(import.meta.dirname, 'results')

/** When, where and with what: a number without these says little. */
export function describeSetting({ command, versions }: Setting) {
  const engines = Object.entries(versions).map(
    ([engine, version]) => `${engine === 'server' ? 'PostgreSQL' : 'PGlite, PostgreSQL'} ${version}`,
  )
  const load = os.loadavg()[0]!.toFixed(1)
  return `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC · ${os.availableParallelism()} cores, ${os.cpus()[0]?.model ?? 'unknown'} · Node ${process.versions.node} · ${engines.join(' · ')} · load ${load} at the end\n\n\`${command}\``
}

export function saveResult(name: string, markdown: string, data: unknown) {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(path.join(FOLDER, `${name}.md`), markdown)
  writeFileSync(path.join(FOLDER, `${name}.json`), `${JSON.stringify(data, null, 2)}\n`)
}

const whole = (number: number) => Math.round(number).toLocaleString('en')
const precise = (number: number | undefined) => (number === undefined ? '–' : number < 10 ? number.toFixed(2) : number.toFixed(0))
export const judge = (isGood: boolean) => (isGood ? 'pass' : '**miss**')

/** Growth of the cost of a request since the smallest size that was measured of the same point. */
function growthOf(one: Comparison, all: Comparison[]) {
  const [first] = all.filter(({ point, engine }) => point === one.point && engine === one.engine).toSorted((a, b) => a.size - b.size)
  if (!first?.subject.cpu || !one.subject.cpu || first.size === one.size) return ''
  return `× ${(one.subject.cpu / first.subject.cpu).toFixed(1)}${one.bound ? ` (${one.bound})` : ''}`
}

function judgeGoals({ subject, reference, goals, engine, size }: Comparison) {
  const ratio = subject.perSecond / reference.perSecond
  const perCpuSecond = subject.cpu === undefined ? undefined : 1000 / subject.cpu
  return [
    ...(goals.share === undefined ? [] : [`≥ ${goals.share * 100} %: ${judge(ratio >= goals.share)}`]),
    ...(goals.perCpuSecond === undefined || perCpuSecond === undefined || engine !== 'server' || size !== GOAL_SIZE
      ? []
      : [`≥ ${whole(goals.perCpuSecond)} per CPU s: ${judge(perCpuSecond >= goals.perCpuSecond)}`]),
  ].join(', ')
}

const HEAD = ['', 'offers', 'requests/s', 'p50 ms', 'p99 ms', 'CPU ms', 'per CPU s', 'reference/s', 'its CPU ms', 'ratio', 'goal', 'growth']

export function toTable(comparisons: Comparison[]): string {
  const rows = comparisons.map((one) => [
    one.point,
    whole(one.size),
    whole(one.subject.perSecond),
    precise(one.subject.p50),
    precise(one.subject.p99),
    precise(one.subject.cpu),
    one.subject.cpu === undefined ? '–' : whole(1000 / one.subject.cpu),
    whole(one.reference.perSecond),
    precise(one.reference.cpu),
    `${Math.round((one.subject.perSecond / one.reference.perSecond) * 100)} %`,
    judgeGoals(one),
    growthOf(one, comparisons),
  ])
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(HEAD), line(HEAD.map((_, at) => (at === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}
