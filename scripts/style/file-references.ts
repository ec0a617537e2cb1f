import { globSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { root } from '../support/root.mjs'
import { filesOf, read } from './files.ts'

/** The build writes these. */
const built = new Set(['404.html'])

const path = /`([\w.*@-][\w.*@/-]*\.(?:css|html|json|md|mjs|sql|tsx?|yml))`/g

/**
 * Returns the paths in backticks that have no file. They can leave out the folders above, and a `*` stands for any
 * characters of a name.
 */
export function missingFiles(text: string): string[] {
  const files = (all ??= globSync(['*.*', '{bench,docs,e2e,fonts,scripts,src}/**/*.*'], { cwd: root }))
  return [...text.matchAll(path)]
    .map(([, name = '']) => name)
    .filter((name) => !built.has(name) && !files.some((file) => matchesGlob(file, `{${name},**/${name}}`)))
}
let all: string[] | undefined

/** Returns the files that documents name, and that don't exist. */
export const faultsOfFileReferences = (): string[] =>
  filesOf('*.md', '{docs,fonts}/**/*.md').flatMap((document) =>
    missingFiles(read(document)).map((name) => `${document}: there is no file ${name}`),
  )
