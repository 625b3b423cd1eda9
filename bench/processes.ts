/** The processes of a measurement, and how much of the processor each has used. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A script of this folder that answers each message with one. */
export class Helper {
  readonly #child: ChildProcess
  #settle: ((answer: { error?: string }) => void) | undefined

  constructor(script: string, variables: Record<string, string> = {}) {
    this.#child = fork(fileURLToPath(new URL(script, import.meta.url)), [], { env: { ...process.env, ...variables } })
    this.#child.on('message', (answer: { error?: string }) => this.#settle?.(answer))
    this.#child.on('exit', () => this.#settle?.({ error: `${script} has ended` }))
  }

  get pid() {
    return this.#child.pid!
  }

  async ask<T>(request: object): Promise<T> {
    const answer = await new Promise<{ error?: string }>((resolve) => {
      this.#settle = resolve
      this.#child.send(request)
    })
    if (answer.error) throw new Error(answer.error)
    return answer as T
  }

  async end() {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const exited = once(this.#child, 'exit')
    this.#child.disconnect()
    await exited
  }
}

/** What such a script does with each message, until who has started it goes. */
export function answerMessages(work: (request: never) => Promise<unknown>) {
  process.on(
    'message',
    (request) =>
      void work(request as never).then(
        (result) => process.send!(result),
        (error: Error) => process.send!({ error: error.message || String(error) }),
      ),
  )
  process.on('disconnect', () => process.exit(0))
}

/** Linux counts in hundredths of a second. */
const TICK = 10

type Times = { parent: number; own: number; ofEnded: number }
function readTimes(pid: number): Times | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    return { parent: fields[1]!, own: (fields[11]! + fields[12]!) * TICK, ofEnded: (fields[13]! + fields[14]!) * TICK }
  } catch {
    return undefined
  }
}

/** Milliseconds of the processor that a process with all its threads has used; undefined where the system does not tell. */
export const readCpu = (pid: number): number | undefined => readTimes(pid)?.own

/** The main process of a PostgreSQL, told by one that serves a connection. */
export const findMainProcess = (backend: number): number | undefined => readTimes(backend)?.parent

/** The same for a whole PostgreSQL, by its main process: each connection is a child of it. */
export function readServerCpu(main: number): number | undefined {
  const times = readTimes(main)
  if (!times) return undefined
  const others = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readTimes(Number(name)))
  return times.own + times.ofEnded + others.reduce((sum, other) => sum + (other && other.parent === main ? other.own : 0), 0)
}

/** Megabytes of memory that a process holds. */
export const readMemory = (pid: number): number | undefined =>
  existsSync(`/proc/${pid}/statm`) ? (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 2 ** 20 : undefined
