import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../support/root.mjs'

/** Returns the files of patterns, sorted. Throws if a pattern has none: files that were moved would not be checked. */
export function filesOf(...patterns: string[]): string[] {
  const files = patterns.flatMap((pattern) => {
    const found = globSync(pattern, { cwd: root })
    if (found.length === 0) throw new Error(`No file matches ${pattern}`)
    return found
  })
  return [...new Set(files)].toSorted()
}

export const read = (file: string) => readFileSync(join(root, file), 'utf8')
