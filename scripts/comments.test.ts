import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const files = globSync('{src,e2e,bench,scripts}/**/*.{ts,tsx,mjs,js,css}', { cwd: root }).toSorted()

/** As for code, which the formatter wraps. */
const maxColumns = 120
const isTooLong = (line: string) => /^\s*(\/\/|\/\*|\*)/.test(line) && [...line].length > maxColumns

it('lines of comments have at most 120 columns', () => {
  expect(files.length).toBeGreaterThan(1_000)
  const tooLong = files.flatMap((file) =>
    readFileSync(resolve(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => (isTooLong(line) ? [`${file}:${at + 1}`] : [])),
  )
  expect(tooLong).toEqual([])
})
