import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { StartError } from './start-error.ts'

/** Written into the file's header, to recognise files of other programs. */
export const applicationId = 0x53_45_4f_52

/** Longest wait for other processes while opening, in milliseconds. */
const openTimeout = 5000

export const storeFile = (dataDir: string) => path.join(dataDir, 'seo-reports.db')

export type SqliteHandles = { reader: Database.Database; writer: Database.Database; isNew: boolean }

/** Opens the file for reading and for writing. Creates missing folders and the file. Throws a StartError. */
export function openSqliteFile(dataDir: string): SqliteHandles {
  const file = storeFile(dataDir)
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.W_OK)
    if (existsSync(file)) accessSync(file, constants.W_OK)
  } catch {
    throw new StartError(
      `The data folder ${path.resolve(dataDir)} cannot be written to: make it writable or name another one in SEO_REPORTS_DATA_DIR.`,
    )
  }
  try {
    const writer = openHandle(file)
    const isNew = isEmpty(writer)
    if (isNew) writer.pragma(`application_id = ${applicationId}`)
    if (writer.pragma('application_id', { simple: true }) !== applicationId)
      throw new Error('it belongs to another program')
    const reader = openHandle(file)
    reader.pragma('query_only = on')
    // From here on the driver waits for other processes, without blocking this one.
    writer.pragma('busy_timeout = 5')
    return { reader, writer, isNew }
  } catch (error) {
    throw new StartError(
      `The file ${path.resolve(file)} cannot be opened: ${error instanceof Error ? error.message : error}.`,
    )
  }
}

function openHandle(file: string) {
  const handle = new Database(file, { timeout: openTimeout })
  handle.pragma('journal_mode = wal')
  handle.pragma('synchronous = full')
  handle.pragma('foreign_keys = on')
  // 64 MB, so that deep pages of a long list are walked in memory.
  handle.pragma('cache_size = -65536')
  return handle
}

const isEmpty = (file: Database.Database) => file.prepare('select count(*) from sqlite_master').pluck().get() === 0

/**
 * Creates a folder and its parents. Node's own `recursive` option never returns where nothing can be created (/proc).
 */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return
  makeFolder(path.dirname(path.resolve(folder)))
  try {
    mkdirSync(folder)
  } catch (error) {
    if (!isFolder(folder)) throw error
  }
}

const isFolder = (name: string) => statSync(name, { throwIfNoEntry: false })?.isDirectory() ?? false
