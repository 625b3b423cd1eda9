/** Runs the programs of the installed packages with this very Node, and ends those that still run when this process is told to end. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

export type Outcome = { code: number; output: string; seconds: number }
type Options = { env?: Record<string, string>; isStreamed?: boolean; cwd?: string }

const running = new Set<ChildProcess>()

/** The script behind a package's command: `findProgram('vite')`, `findProgram('typescript', 'tsc')`. */
export function findProgram(name: string, command = name): string {
  const folder = path.join(ROOT, 'node_modules', name)
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { bin: Record<string, string> }
  const script = bin[command]
  if (!script) throw new Error(`the package ${name} has no command ${command}`)
  return path.join(folder, script)
}

/** Runs a script to its end. A streamed one writes to the terminal, and its output is not kept. */
export async function runScript(
  script: string,
  args: string[],
  { env = {}, isStreamed = false, cwd = ROOT }: Options = {},
): Promise<Outcome> {
  const started = performance.now()
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: isStreamed ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => chunks.push(text))
  const [code] = (await once(child, 'close')) as [number | null]
  running.delete(child)
  return { code: code ?? 1, output: chunks.join(''), seconds: (performance.now() - started) / 1_000 }
}

/** From now on, a signal that ends this process first ends its children, the way Ctrl-C does, so that they clear up behind them. */
export function endChildrenOnSignals() {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      for (const child of running) child.kill('SIGINT')
      void Promise.all([...running].map((child) => once(child, 'close'))).then(() => process.exit(1))
    })
  }
}
