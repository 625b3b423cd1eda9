import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5

/**
 * Takes an exclusive lock on a data directory and returns what gives it back. The embedded database takes none of its own, and a second
 * process would silently lose committed rows. SQLite's file lock is dropped by the kernel with the process (kill -9 too), so no stale
 * state is left, and it holds across containers that share a volume. It does not hold on NFS.
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true })
  const file = new DatabaseSync(path.join(directory, '.lock'), { timeout: 0 })
  try {
    file.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    file.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) {
      throw new Error(`the data directory is in use by another process: ${directory}`, { cause: error })
    }
    throw error
  }
  return () => file.close()
}
