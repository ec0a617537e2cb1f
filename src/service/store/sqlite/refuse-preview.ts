import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { madeByPreview, versionNameOfPreviews } from '../migrate.ts'
import { findReady, storeFile } from './data-files.ts'

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
    return file.prepare('select 1 from meta where name = ?').get(versionNameOfPreviews) !== undefined
  } catch {
    return false
  } finally {
    file?.close()
  }
}
