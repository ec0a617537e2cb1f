import { existsSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { StartError } from '#service/start-error.ts'
import { copyInto, storeFile } from './data-files.ts'
import { refusePreviewFolder, lockForUse } from './restore.ts'

/**
 * Copies the file of a store, which may be running, in one consistent state. Throws a StartError, also if `target`
 * exists.
 */
export function backUp(dataDir: string, target: string): void {
  const nothing = new StartError(`There is no data in ${path.resolve(dataDir)} to back up.`)
  if (!existsSync(dataDir)) throw nothing
  refusePreviewFolder(dataDir)
  if (existsSync(target)) throw new StartError(`${target} already exists. Choose another name, or delete it first.`)
  let unlock = () => {}
  try {
    unlock = lockForUse(dataDir)
    if (!existsSync(storeFile(dataDir))) throw nothing
    const file = new Database(storeFile(dataDir), { fileMustExist: true, readonly: true })
    try {
      copyInto(file, target)
    } finally {
      file.close()
    }
  } catch (error) {
    throw error instanceof StartError
      ? error
      : new StartError(`Couldn't write the backup to ${target}: ${(error as Error).message}.`)
  } finally {
    unlock()
  }
}
