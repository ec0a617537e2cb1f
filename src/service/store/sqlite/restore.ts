import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { StartError } from '#service/start-error.ts'
import { latestVersion, madeByPreview, versionName, versionNamesOfPreviews } from '../migrate.ts'
import {
  applicationId,
  copyInto,
  findReady,
  isBusy,
  lockStore,
  makeDataFolder,
  readyFile,
  restrictAccess,
  setAsideFile,
  setAsideFiles,
  storeFile,
  syncFile,
  syncFolder,
} from './data-files.ts'

/** Longest wait for a process that uses the data, in milliseconds. */
const lockTimeoutMs = 500
/** Longest wait for a restore that is running, in milliseconds. */
const maxOpenWaitMs = 5000

export type Restored = {
  /** The files that were replaced, by their new names. */
  setAside: string[]
  /** Keys and share links revoked after the backup, which stay revoked. */
  revocations: Revocation[]
  /** Replaced files whose revocations could not be read. */
  unreadable: string[]
}

/** A copy that is being made or checked. It is not used yet. */
const stagedFile = (dataDir: string) => `${storeFile(dataDir)}.restoring`

/** Removes the copy and its journal, also those of an interrupted restore. Needs a lock of either kind. */
function removeStaged(dataDir: string) {
  const staged = path.basename(stagedFile(dataDir))
  for (const name of readdirSync(dataDir)) if (name.startsWith(staged)) rmSync(path.join(dataDir, name))
}

/**
 * Replaces the store's files, which must not be in use, with a copy of `source`. If the process ends before the copy is
 * ready, nothing has changed. If it ends later, the next start completes the restore. Throws a StartError.
 */
export function restore(dataDir: string, source: string): Restored {
  refusePreviewFolder(dataDir)
  checkBackup(source)
  const staged = stagedFile(dataDir)
  const release = prepare(dataDir)
  try {
    completeRestore(dataDir)
    const replaced = filesOf(storeFile(dataDir)).length > 0 ? [storeFile(dataDir)] : []
    closeWriteAheadLog(storeFile(dataDir))
    withFile(source, { readonly: true }, (file) => copyInto(file, staged))
    const carried = withFile(staged, {}, (file) => {
      // A copy that is not complete is thrown away, so it needs no journal.
      file.pragma('journal_mode = memory')
      const found = carryRevocations(file, [...replaced, ...setAsideFiles(dataDir)])
      if (file.pragma('quick_check', { simple: true }) !== 'ok') throw new Error('the copy is damaged')
      return found
    })
    syncFile(staged)
    renameSync(staged, readyFile(dataDir, new Date().toISOString().replace(/[:.]/g, '-')))
    syncFolder(dataDir)
    return { setAside: completeRestore(dataDir), ...carried }
  } catch (error) {
    throw error instanceof StartError ? error : notRestored(error)
  } finally {
    removeStaged(dataDir)
    release()
  }
}

/** Creates the folder if necessary, and locks it. */
function prepare(dataDir: string): () => void {
  try {
    makeDataFolder(dataDir)
    restrictAccess(dataDir)
    const release = lockStore(dataDir, 'exclusive', lockTimeoutMs)
    if (release) return release
  } catch (error) {
    throw notRestored(error)
  }
  throw inUse()
}

const notRestored = (error: unknown) => new StartError(`Couldn't restore the data: ${(error as Error).message}.`)

const inUse = () => new StartError('The service is running. Stop it first.')

/**
 * Locks the store's files for a process that uses them, and completes a restore that was interrupted before. Returns
 * the function that releases the lock. Throws a StartError while a restore is running.
 */
export function lockForUse(dataDir: string, onWarning: (sentence: string) => void = () => {}): () => void {
  for (;;) {
    const release = lockStore(dataDir, 'shared', maxOpenWaitMs) ?? beingRestored(dataDir)
    if (!findReady(dataDir)) {
      removeStaged(dataDir)
      return release
    }
    release()
    const releaseAll = lockStore(dataDir, 'exclusive', maxOpenWaitMs) ?? beingRestored(dataDir)
    try {
      const setAside = completeRestore(dataDir)
      onWarning(`Completed an interrupted restore. ${previousDataSentence(setAside)}`.trim())
    } finally {
      releaseAll()
    }
  }
}

function beingRestored(dataDir: string): never {
  throw new StartError(`The data in ${path.resolve(dataDir)} is being restored. Try again when that is done.`)
}

/** Returns a sentence about the replaced files, or nothing if there were none. */
export const previousDataSentence = (setAside: readonly string[]) =>
  setAside.length === 0 ? '' : `The previous data is in ${setAside.join(', ')}.`

/**
 * Puts a copy that is ready in the place of the store's files, if there is one. Needs the exclusive lock. It can be
 * interrupted and repeated: the copy moves last. Returns the new names of the replaced files.
 */
function completeRestore(dataDir: string): string[] {
  const ready = findReady(dataDir)
  if (!ready) return []
  const file = storeFile(dataDir)
  const aside = setAsideFile(dataDir, ready.slice(readyFile(dataDir, '').length))
  // A log or journal that stayed would be applied to the new file and destroy it.
  for (const name of filesOf(file)) renameSync(name, name.replace(file, aside))
  syncFolder(dataDir)
  renameSync(ready, file)
  syncFolder(dataDir)
  return filesOf(aside)
}

/** Returns which of a store's files exist: the database, its write-ahead log, the log's index and its journal. */
const filesOf = (file: string) =>
  ['', '-wal', '-shm', '-journal'].map((ending) => `${file}${ending}`).filter((name) => existsSync(name))

function checkBackup(source: string) {
  if (!existsSync(source)) throw new StartError(`The file ${source} doesn't exist.`)
  if (isMadeByPreview(source)) throw madeByPreview('folder')
  try {
    withFile(source, { readonly: true }, (file) => {
      if (file.pragma('application_id', { simple: true }) !== applicationId) throw new Error('not ours')
      if (file.pragma('quick_check', { simple: true }) !== 'ok') throw new Error('damaged')
      const version = file.prepare<[string], string>('select value from meta where name = ?').pluck().get(versionName)
      if (version === undefined) throw new Error('empty')
      if (Number(version) > latestVersion)
        throw new StartError(`${source} was written by a newer version of SEO Reports.`)
    })
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`${source} isn't a complete SEO Reports backup.`)
  }
}

/**
 * Moves all data into the one file. This needs exclusive access, so it also detects programs that ignore our lock. A
 * file that cannot be read stays as it is, because SQLite would delete its log.
 */
function closeWriteAheadLog(file: string) {
  if (!existsSync(file) || !isReadable(file)) return
  try {
    withFile(file, {}, (handle) => {
      if (handle.pragma('journal_mode = delete', { simple: true }) !== 'delete') throw inUse()
    })
  } catch (error) {
    if (error instanceof StartError || isBusy(error)) throw inUse()
  }
}

function isReadable(file: string) {
  try {
    withFile(file, { readonly: true }, (handle) => handle.prepare('select * from sqlite_master').all())
    return true
  } catch (error) {
    // Other errors, such as a journal that must be rolled back first, don't mean that the data is damaged.
    return !(error instanceof Database.SqliteError && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code))
  }
}

function withFile<T>(name: string, options: { readonly?: true }, work: (file: Database.Database) => T): T {
  const file = new Database(name, { ...options, fileMustExist: true, timeout: lockTimeoutMs })
  try {
    return work(file)
  } finally {
    file.close()
  }
}

/** Throws a StartError if a preview made the data in a folder. Call it before anything in the folder changes. */
export function refusePreviewFolder(dataDir: string): void {
  const ready = findReady(dataDir)
  if ([storeFile(dataDir), ...(ready ? [ready] : [])].some(isMadeByPreview)) throw madeByPreview('folder')
}

/** Returns false for a file that can't be read, which is reported when it is used. Changes nothing. */
export function isMadeByPreview(name: string): boolean {
  if (!existsSync(name)) return false
  // A read-only handle leaves the log's index that it creates; another would write the content of a log to the file.
  const readonly = ['-wal', '-journal'].some((ending) => existsSync(`${name}${ending}`))
  let file: Database.Database | undefined
  try {
    file = new Database(name, { readonly, fileMustExist: true })
    file.pragma('query_only = on')
    const row = file.prepare('select 1 from meta where name = ?')
    return versionNamesOfPreviews.some((version) => row.get(version) !== undefined)
  } catch {
    return false
  } finally {
    file?.close()
  }
}

/** An API key or share link that was revoked after a backup, and must stay revoked when the backup is restored. */
export type Revocation = { kind: 'key' | 'link'; id: string | number; name: string }

type Revoked = { id: string | number; secret: string; at: string }

/** Finds a key or link by its ID and its secret's hash, because another database may use the same ID. */
const statements = {
  key: {
    find: 'select id, secret_hash as secret, revoked_at as at from api_keys where revoked_at is not null',
    revoke: `update api_keys set revoked_at = @at where id = @id and secret_hash = @secret and revoked_at is null
      returning id, name`,
  },
  link: {
    find: 'select id, token_hash as secret, revoked_at as at from links where revoked_at is not null',
    // Deletes its snapshot too, as revoking a link by hand does.
    revoke: `update links set revoked_at = @at, snapshot = null
      where id = @id and token_hash = @secret and revoked_at is null
      returning id, case label when '' then title else label end as name`,
  },
}

/** Deletes all rows of a table, which an older backup may not have. */
function deleteRows(file: Database.Database, table: string): void {
  const isThere = file.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(table)
  if (isThere) file.prepare(`delete from ${table}`).run()
}

/**
 * Revokes in `file` all keys and links revoked in one of `replaced`, the newest first. Deletes its sign-in tokens,
 * invitations and sessions too, since they may have been used or ended. Also returns the files that could not be read.
 */
export function carryRevocations(file: Database.Database, replaced: readonly string[]) {
  const revocations: Revocation[] = []
  const unreadable: string[] = []
  const carryAll = file.transaction(() => {
    for (const name of replaced) {
      try {
        for (const revocation of carryFrom(name, file)) revocations.push(revocation)
      } catch {
        unreadable.push(name)
      }
    }
    for (const table of ['sign_in_tokens', 'sessions', 'invitations']) deleteRows(file, table)
  })
  carryAll()
  return { revocations, unreadable }
}

/** Yields one at a time, so that the readable part of a damaged file is not lost. */
function* carryFrom(name: string, file: Database.Database): Generator<Revocation> {
  const other = new Database(name, { readonly: true, fileMustExist: true })
  try {
    const tables = other.prepare('select count(*) from sqlite_master').pluck().get()
    // A start that ended early leaves an empty file.
    if (tables === 0) return
    for (const kind of ['key', 'link'] as const) {
      const { find, revoke } = statements[kind]
      const update = file.prepare<[Revoked], Omit<Revocation, 'kind'>>(revoke)
      for (const revoked of other.prepare<[], Revoked>(find).iterate()) {
        const row = update.get(revoked)
        if (row) yield { kind, ...row }
      }
    }
  } finally {
    other.close()
  }
}
