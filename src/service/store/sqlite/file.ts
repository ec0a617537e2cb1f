import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { StartError } from '#service/start-error.ts'
import { applicationId, createPrivateFile, makeDataFolder, restrictAccess, storeFile } from './data-files.ts'
import { refusePreviewFolder, lockForUse } from './restore.ts'

/** Longest wait for other processes while opening, in milliseconds. */
const openTimeoutMs = 5000

export type SqliteHandles = {
  reader: Database.Database
  writer: Database.Database
  /** Releases the lock that keeps the files from being replaced. */
  unlock: () => void
  isNew: boolean
}

type OnWarning = (sentence: string) => void

/** Opens the file for reading and for writing. Creates missing folders and the file. Throws a StartError. */
export function openSqliteFile(dataDir: string, onWarning: OnWarning = () => {}): SqliteHandles {
  const file = storeFile(dataDir)
  refusePreviewFolder(dataDir)
  try {
    makeDataFolder(dataDir)
    accessSync(dataDir, constants.W_OK)
    if (existsSync(file)) accessSync(file, constants.W_OK)
    for (const sentence of restrictAccess(dataDir)) onWarning(sentence)
  } catch {
    throw new StartError(
      `The data folder ${path.resolve(dataDir)} isn't writable. Make it writable, or set SEO_REPORTS_DATA_DIR to another one.`,
    )
  }
  let unlock = () => {}
  try {
    unlock = lockForUse(dataDir, onWarning)
    createPrivateFile(file)
    const writer = openHandle(file)
    const isNew = isEmpty(writer)
    if (isNew) writer.pragma(`application_id = ${applicationId}`)
    if (writer.pragma('application_id', { simple: true }) !== applicationId)
      throw new Error('it belongs to another program')
    const reader = openHandle(file)
    reader.pragma('query_only = on')
    // 32 MB, so that long lists are scanned in memory; more, and a crawl of 10,000 pages takes over 512 MB. A report
    // changes far fewer pages.
    reader.pragma('cache_size = -32768')
    writer.pragma('cache_size = -16384')
    // From here on the driver waits for other processes, without blocking this one.
    writer.pragma('busy_timeout = 5')
    return { reader, writer, unlock, isNew }
  } catch (error) {
    unlock()
    if (error instanceof StartError) throw error
    throw new StartError(
      `The file ${path.resolve(file)} can't be opened: ${error instanceof Error ? error.message : error}.`,
    )
  }
}

function openHandle(file: string) {
  const handle = new Database(file, { timeout: openTimeoutMs })
  // Only an empty file takes this setting, and it writes, which a full disk refuses. See `releaseFreePages`.
  if (isEmpty(handle)) handle.pragma('auto_vacuum = incremental')
  handle.pragma('journal_mode = wal')
  handle.pragma('synchronous = full')
  // A report writes some 200 KB. Checkpoints every 16 MB instead of 4 MB write pages that many reports change less
  // often.
  handle.pragma('wal_autocheckpoint = 4096')
  handle.pragma('foreign_keys = on')
  return handle
}

const isEmpty = (file: Database.Database) => file.prepare('select count(*) from sqlite_master').pluck().get() === 0
