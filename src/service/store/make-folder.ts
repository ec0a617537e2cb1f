import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

const isFolder = (name: string) => statSync(name, { throwIfNoEntry: false })?.isDirectory() ?? false

/** Makes a folder and those above it. Node's own recursive way never ends where nothing can be made, as under /proc. */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return
  makeFolder(path.dirname(path.resolve(folder)))
  try {
    mkdirSync(folder)
  } catch (error) {
    if (!isFolder(folder)) throw error
  }
}
