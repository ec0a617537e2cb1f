import Database from 'better-sqlite3'
import { createPrivateFile, lockFile } from './data-files.ts'

/**
 * Locks the store's files in a folder: `shared` to use them, `exclusive` to replace them. The lock of an empty SQLite
 * file serves, because it ends with the process, however that ends. A lock of the store's own file would move with the
 * file when it is renamed.
 * @param maxWaitMs longest wait in milliseconds, which blocks the process
 * @returns the function that releases the lock, or null if another process holds it
 */
export function lockStore(dataDir: string, kind: 'shared' | 'exclusive', maxWaitMs: number): (() => void) | null {
  const name = lockFile(dataDir)
  createPrivateFile(name)
  const file = new Database(name, { timeout: maxWaitMs })
  try {
    // A journal would stay after a kill, and nothing is ever written.
    file.pragma('journal_mode = memory')
    // A transaction that has read holds a shared lock until it ends.
    file.exec(kind === 'shared' ? 'begin; select * from sqlite_master' : 'begin exclusive')
    return () => void file.close()
  } catch (error) {
    file.close()
    if (isBusy(error)) return null
    throw error
  }
}

export const isBusy = (error: unknown) =>
  error instanceof Database.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code)
