import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { newestVersion } from './migrate.ts'
import { applicationId, makeFolder, storeFile } from './sqlite-file.ts'
import { StartError } from './start-error.ts'

/**
 * Copies the file of a store, which may be running, in one consistent state. Throws a StartError, also if `target`
 * exists.
 */
export function backUp(dataDir: string, target: string): void {
  const source = storeFile(dataDir)
  if (!existsSync(source)) throw new StartError(`There is no data in ${path.resolve(dataDir)} to back up.`)
  if (existsSync(target))
    throw new StartError(`The file ${target} exists already: name another one, or remove it first.`)
  const file = new Database(source, { fileMustExist: true, readonly: true })
  try {
    copyInto(file, target)
  } catch (error) {
    throw new StartError(`The backup could not be written to ${target}: ${(error as Error).message}.`)
  } finally {
    file.close()
  }
}

/** Writes the file's current content to `target`, even while others write to it. `target` is complete or missing. */
export function copyInto(file: Database.Database, target: string): void {
  const unfinished = `${target}.unfinished`
  rmSync(unfinished, { force: true })
  try {
    file.prepare('vacuum into ?').run(unfinished)
    const written = openSync(unfinished, 'r+')
    fsyncSync(written)
    closeSync(written)
    renameSync(unfinished, target)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

/**
 * Replaces the store's file, which must not be in use, with a copy of `source`. Returns the new name of the old file,
 * or undefined if there was none. Throws a StartError, and then nothing has changed.
 */
export function restore(dataDir: string, source: string, now = new Date()): string | undefined {
  checkBackup(source)
  const target = storeFile(dataDir)
  const unfinished = `${target}.unfinished`
  const hadData = existsSync(target)
  const aside = `${target}.${now.toISOString().replace(/[:.]/g, '-')}`
  try {
    makeFolder(dataDir)
    copyFileSync(source, unfinished)
    if (hadData) {
      closeWriteAheadLog(target)
      renameSync(target, aside)
    }
    renameSync(unfinished, target)
  } catch (error) {
    rmSync(unfinished, { force: true })
    if (existsSync(aside)) renameSync(aside, target)
    throw error instanceof StartError
      ? error
      : new StartError(`The data could not be restored: ${(error as Error).message}.`)
  }
  return hadData ? aside : undefined
}

function checkBackup(source: string) {
  if (!existsSync(source)) throw new StartError(`There is no file ${source}.`)
  try {
    withFile(source, (file) => {
      if (file.pragma('application_id', { simple: true }) !== applicationId) throw new Error('not ours')
      if (file.pragma('quick_check', { simple: true }) !== 'ok') throw new Error('damaged')
      const version = Number(file.prepare("select value from meta where name = 'schema_version'").pluck().get())
      if (!(version >= 1)) throw new Error('empty')
      if (version > newestVersion)
        throw new StartError(`The file ${source} was written by a newer version of this program.`)
    })
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`The file ${source} is no whole backup of this program.`)
  }
}

/** Leaves the write-ahead log: this needs exclusive access, and moves all data into the one file. */
function closeWriteAheadLog(target: string) {
  try {
    withFile(target, (file) => {
      if (file.pragma('journal_mode = delete', { simple: true }) !== 'delete') throw new Error('in use')
    })
  } catch {
    throw new StartError('The data is in use: stop the service first.')
  }
}

function withFile(name: string, work: (file: Database.Database) => void) {
  const file = new Database(name, { fileMustExist: true, timeout: 500 })
  try {
    work(file)
  } finally {
    file.close()
  }
}
