import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const files = globSync('{src,e2e,bench,scripts}/**/*.{ts,tsx,mjs,js,css}', { cwd: root }).toSorted()

/** The same limit as the formatter's for code. */
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

describe('names in backticks', () => {
  const isComment = (line: string) => /^\s*(\/\/|\/\*|\*)/.test(line)
  const linesOf = (file: string) => readFileSync(resolve(root, file), 'utf8').split('\n')
  const code = new Map(
    files.map((file) => [
      file,
      linesOf(file)
        .filter((line) => !isComment(line))
        .join('\n'),
    ]),
  )
  const allCode = files.map((file) => (file === 'scripts/comments.test.ts' ? '' : code.get(file))).join('\n')
  /** Names that other files can refer to: exported ones and values. */
  const shared = new Set([
    ...[...allCode.matchAll(/^export (?:async )?(?:function\*?|const|class|type|interface) (\w+)/gm)].map(
      ([, name]) => name,
    ),
    ...[...allCode.matchAll(/'(\w+)'/g)].map(([, name]) => name),
  ])
  /** Names of packages that our code does not write. */
  const foreign = new Set(['isPlaceholderData', 'maxHeaderListSize'])

  /** Returns the names of several words in a comment that are neither in the code beside it nor shared. */
  const staleIn = (line: string, nearby: string) =>
    [...line.matchAll(/`(\w+)(?:\(\))?`/g)]
      .map(([, name = '']) => name)
      .filter((name) => /[a-z\d]_?[A-Z]|[a-z\d]_[a-z]/.test(name))
      .filter((name) => !new RegExp(String.raw`\b${name}\b`).test(nearby) && !shared.has(name) && !foreign.has(name))

  it('occur in the code of their file, or are shared by another', () => {
    const stale = files.flatMap((file) =>
      linesOf(file).flatMap((line, at) =>
        isComment(line) ? staleIn(line, code.get(file) ?? '').map((name) => `${file}:${at + 1} ${name}`) : [],
      ),
    )
    expect(stale).toEqual([])
  })

  it('or are found', () => {
    expect(staleIn('// `goneName`, `gone_name()` and `hereNow`, but no `word`.', 'const hereNow = 1')).toEqual([
      'goneName',
      'gone_name',
    ])
  })
})
