import { renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type Database from 'better-sqlite3'
import { createPrivateFile, syncFile, syncFolder } from './store-files.ts'

/** The name of a copy while it is being written. */
export const unfinishedCopy = (target: string) => `${target}.unfinished`

/**
 * Writes the file's current content to `target`, even while others write to it. `target` is complete or missing, and
 * only its owner can read it.
 */
export function copyInto(file: Database.Database, target: string): void {
  const unfinished = unfinishedCopy(target)
  rmSync(unfinished, { force: true })
  try {
    createPrivateFile(unfinished)
    file.prepare('vacuum into ?').run(unfinished)
    syncFile(unfinished)
    renameSync(unfinished, target)
    syncFolder(path.dirname(target))
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}
