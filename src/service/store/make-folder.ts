import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'

/** Makes a folder and those above it. Node's own recursive way never ends where nothing can be made, as under /proc. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(path.dirname(path.resolve(folder)))
  try {
    mkdirSync(folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
}
