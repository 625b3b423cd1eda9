/** Clears up where a process ends before its time: Ctrl-C, a test runner that gives up, an error. */
const duties = new Set<() => void>()
let isWatching = false

/** Runs `duty` (which cannot wait for anything) when this process ends, and answers what takes it back. */
export function onExit(duty: () => void): () => void {
  duties.add(duty)
  if (!isWatching) {
    isWatching = true
    process.on('exit', () => {
      for (const each of duties) each()
    })
    // Without a listener, a signal ends the process before its exit is told.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  }
  return () => duties.delete(duty)
}

export const REMOVAL = { recursive: true, force: true } as const
