import { renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type Database from 'better-sqlite3'
import { createPrivateFile, syncFile, syncFolder } from './data-files.ts'

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
