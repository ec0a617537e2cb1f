import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'

/** Written into the header of our SQLite files, to recognise files of other programs. */
export const applicationId = 0x53_45_4f_52

const fileName = 'seo-reports.db'

export const storeFile = (dataDir: string) => path.join(dataDir, fileName)

export const lockFile = (dataDir: string) => path.join(dataDir, 'seo-reports.lock')

/** Returns the name of the backup that is made before a migration to `version`. */
export const backupBefore = (dataDir: string, version: number) => path.join(dataDir, `before-version-${version}.db`)

/** The name of a replaced file. SQLite finds the `-wal` and `-shm` files of the same name. */
const setAsideName = /^seo-reports\.db\.\d{4}-\d\d-\d\dT[\d-]+Z$/

export const setAsideFile = (dataDir: string, time: string) => `${storeFile(dataDir)}.${time}`

/** Returns the files that restores have replaced. */
export const setAsideFiles = (dataDir: string) =>
  readdirSync(dataDir)
    .filter((name) => setAsideName.test(name))
    .map((name) => path.join(dataDir, name))

/** The name of a complete copy, which replaces the store's files from the moment it has this name. */
export const readyFile = (dataDir: string, time: string) => `${storeFile(dataDir)}.restored-${time}`

/** Returns the copy that is ready to replace the store's files; undefined if there is none. */
export function findReady(dataDir: string): string | undefined {
  if (!isFolder(dataDir)) return undefined
  const name = readdirSync(dataDir).find((file) => file.startsWith(path.basename(readyFile(dataDir, ''))))
  return name && path.join(dataDir, name)
}

const isStoreFile = (name: string) => /^(seo-reports\.|before-version-\d+\.db)/.test(name)

/** The permissions of the data: its owner can read and write it, other users cannot. */
const folderMode = 0o700
const fileMode = 0o600

/** Creates the data folder and its parents. */
export function makeDataFolder(folder: string): void {
  makeFolder(path.resolve(folder), folderMode)
}

/** Node's own `recursive` option never returns in folders like /proc. */
function makeFolder(folder: string, mode?: number) {
  if (isFolder(folder)) return
  makeFolder(path.dirname(folder))
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    if (!isFolder(folder)) throw error
  }
}

const isFolder = (name: string) => statSync(name, { throwIfNoEntry: false })?.isDirectory() ?? false

/** Creates an empty file that only its owner can read, unless it exists. SQLite gives its log the same mode. */
export function createPrivateFile(name: string): void {
  closeSync(openSync(name, 'a', fileMode))
}

/**
 * Removes the access of other users to an existing data folder and the store's files in it. Returns a
 * sentence for each of them that others can still read.
 */
export function restrictAccess(dataDir: string): string[] {
  // Windows has no such modes.
  if (process.platform === 'win32') return []
  const files = readdirSync(dataDir).filter(isStoreFile)
  return [
    ...(restrict(dataDir, folderMode, (stats) => isShared(dataDir, stats)) ? [] : [warning('folder', dataDir)]),
    ...files
      .map((name) => path.join(dataDir, name))
      .filter((name) => !restrict(name, fileMode))
      .map((name) => warning('file', name)),
  ]
}

const warning = (kind: 'file' | 'folder', name: string) =>
  `Other users of this machine may be able to read the data ${kind} ${path.resolve(name)}. Give it the mode ${(kind === 'file' ? fileMode : folderMode).toString(8)}.`

/** Returns whether only the owner can use the file, after changing its mode if necessary. */
function restrict(name: string, mode: number, mustStay: (stats: Stats) => boolean = () => false): boolean {
  const stats = statSync(name, { throwIfNoEntry: false })
  if (!stats || isPrivate(stats)) return true
  if (mustStay(stats)) return false
  try {
    chmodSync(name, mode)
  } catch {
    return false
  }
  // Some file systems have no modes, and ignore the change.
  return isPrivate(statSync(name))
}

const isPrivate = ({ mode }: Stats) => (mode & 0o077) === 0

const programFolder = fileURLToPath(new URL('../../../..', import.meta.url))

/** A folder that holds more than the data must stay readable: one for temporary files, or one around the program. */
function isShared(dataDir: string, { mode }: Stats) {
  const isSticky = (mode & 0o1000) !== 0
  return isSticky || [programFolder, homedir()].some((folder) => !path.relative(dataDir, folder).startsWith('..'))
}

/** Writes a file's content to the disk. */
export function syncFile(name: string): void {
  sync(name, 'r+')
}

/** Writes the names in a folder to the disk, so that they survive a power cut. */
export function syncFolder(folder: string): void {
  // Windows cannot open folders.
  if (process.platform === 'win32') return
  try {
    sync(folder, 'r')
  } catch (error) {
    // Some network file systems cannot sync folders.
    if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error
  }
}

function sync(name: string, flags: string) {
  const opened = openSync(name, flags)
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

/**
 * Writes the file's current content to `target`, even while others write to it. `target` is complete or missing, and
 * only its owner can read it.
 */
export function copyInto(file: Database.Database, target: string): void {
  const unfinished = `${target}.unfinished`
  discard(unfinished)
  try {
    createPrivateFile(unfinished)
    file.prepare('vacuum into ?').run(unfinished)
    syncFile(unfinished)
    renameSync(unfinished, target)
    syncFolder(path.dirname(target))
  } catch (error) {
    discard(unfinished)
    throw error
  }
}

/** A killed process also leaves the copy's journal, which must not be applied to the next copy. */
function discard(unfinished: string) {
  for (const name of [unfinished, `${unfinished}-journal`]) rmSync(name, { force: true })
}

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
