import { globSync, readFileSync } from 'node:fs'
import { matchesGlob, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const filesOf = (patterns: string[]) => globSync(patterns, { cwd: root }).toSorted()
const files = filesOf(['*.*', '{bench,docs,e2e,fonts,scripts,src}/**/*.*'])

/** The build writes these. */
const built = new Set(['404.html'])

const path = /`([\w.*@-][\w.*@/-]*\.(?:css|html|json|md|mjs|sql|tsx?|yml))`/g

/**
 * Returns the paths in backticks that have no file. They can leave out the folders above, and a `*` stands for any
 * characters of a name.
 */
const missingIn = (text: string) =>
  [...text.matchAll(path)]
    .map(([, name = '']) => name)
    .filter((name) => !built.has(name) && !files.some((file) => matchesGlob(file, `{${name},**/${name}}`)))

describe('every file that a document names exists', () => {
  it.each(filesOf(['*.md', '{docs,fonts}/**/*.md']))('in %s', (document) => {
    expect(missingIn(readFileSync(resolve(root, document), 'utf8'))).toEqual([])
  })

  it('or it is found', () => {
    expect(missingIn('`store/gone.ts`, `scripts/modules.ts`, `modules.ts` and `gone-*.tsx`')).toEqual([
      'store/gone.ts',
      'gone-*.tsx',
    ])
  })
})
