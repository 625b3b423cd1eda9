import os from 'node:os'

/** How many tests go on side by side. Each of them takes most of a gigabyte, with its databases, servers and pages. */
export const CORES = Math.min(Math.max(os.availableParallelism(), 2), 3)
