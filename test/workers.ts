import os from 'node:os'

const cores = Math.min(Math.max(os.availableParallelism(), 2), 3)

/** How many processes test side by side, of those that keep a core busy and of those that wait in between. Each takes most of a gigabyte, with its databases, servers and pages. */
export const WORKERS = { busy: cores, waiting: cores + 1 } as const
