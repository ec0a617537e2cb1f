import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkCatalogue } from '#analyser/describe-checks.ts'
import { textsOf } from './support/texts-of.ts'

const root = resolve(import.meta.dirname, '..')
const textsIn = (file: string) => textsOf(readFileSync(resolve(root, file), 'utf8')).map(({ text }) => text)
const wordCount = (text: string) => text.trim().split(/\s+/).length

const checkNames = new Set(checkCatalogue().map(({ name }) => name))
/** The texts of the interface without placeholders, by the file of the catalogue. Some are names of checks too. */
const catalogued = new Map(
  globSync('src/web/**/*words.ts', { cwd: root }).flatMap((file) =>
    textsIn(file)
      .filter((text) => !text.includes('…') && !checkNames.has(text))
      .map((text) => [text, file] as const),
  ),
)

const copiesIn = (file: string, minWords: number) =>
  textsIn(file).flatMap((text) =>
    wordCount(text) >= minWords && catalogued.has(text) ? [`${text}: use ${catalogued.get(text)}`] : [],
  )

/** Decision 036: a text is found by its entry in a catalogue, so that it can be reworded. */
describe('a test names texts of two words or more by their catalogue', () => {
  it.each(globSync('e2e/**/*.ts', { cwd: root }).toSorted())('in %s', (file) => {
    expect(copiesIn(file, 2)).toEqual([])
  })

  // The tests of words files, of the words for error codes, and of the most important wordings, have the texts literally.
  const unitTests = globSync('src/web/**/*.test.{ts,tsx}', { cwd: root }).filter(
    (file) => !/word(s|ings)\.test|error-response\.test/.test(file),
  )
  it.each(unitTests.toSorted())('in %s', (file) => {
    expect(copiesIn(file, 3)).toEqual([])
  })

  it('as this test finds', () => {
    expect(
      catalogued.get('Anyone with the link and the password can view it. Only people with a key can make changes.'),
    ).toBe('src/web/websites/privacy-words.ts')
    expect(catalogued.size).toBeGreaterThan(1000)
  })
})
