import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkCatalogue } from '#analyser/describe-checks.ts'
import { textsOf } from './support/texts-of.ts'

const root = resolve(import.meta.dirname, '..')
const filesOf = (pattern: string) => globSync(pattern, { cwd: root }).toSorted()
const textsIn = (file: string) =>
  textsOf(readFileSync(resolve(root, file), 'utf8'), file.endsWith('x') ? 'tsx' : 'ts').map(({ text }) => text)
const wordCount = (text: string) => text.trim().split(/\s+/).length
const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/** Throws if a pattern has no files: a file that was moved would no longer be guarded. */
function sourcesOf(pattern: string): string[] {
  const files = filesOf(pattern).filter((file) => !isTest(file))
  if (files.length === 0) throw new Error(`No file matches ${pattern}`)
  return files
}

/** Texts by the files that have them. Those with placeholders are left out. */
type Catalogue = ReadonlyMap<string, string>
const catalogueOf = (patterns: string[], isWanted: (text: string) => boolean): Catalogue =>
  new Map(
    patterns.flatMap(sourcesOf).flatMap((file) =>
      textsIn(file)
        .filter((text) => !text.includes('…') && isWanted(text))
        .map((text) => [text, file] as const),
    ),
  )

const copiesIn = (file: string, catalogue: Catalogue, minWords: number) =>
  textsIn(file).flatMap((text) =>
    wordCount(text) >= minWords && catalogue.has(text) ? [`${text}: use ${catalogue.get(text)}`] : [],
  )

const checkNames = new Set(checkCatalogue().map(({ name }) => name))
/** The texts of the interface. Some are names of checks too. */
const ofInterface = catalogueOf(
  ['src/web/**/*words.ts', 'src/contract/lists/page-filters.ts', 'src/contract/lists/views.ts'],
  (text) => !checkNames.has(text),
)

/**
 * Titles, reasons and notes of results, and texts of indexability. Parts of sentences have neither capitals nor
 * punctuation.
 */
const ofAnalyser = catalogueOf(
  ['src/analyser/*.ts', 'src/analyser/{checks,check-helpers,probes}/*.ts', 'src/contract/reports/indexability.ts'],
  (text) => /[A-Z.:]/.test(text),
)

/** The API's specification has these words. */
const specified = new Set(['Resource not found.'])
/** Sentences of errors and commands. Other texts of the service are SQL, headers and markup. */
const ofService = catalogueOf(
  ['src/service/**/*.ts', 'src/contract/forms/*.ts'],
  (text) => /^[^<].*\.$/.test(text) && !specified.has(text),
)

/** Decision 036: a text is found by its entry in a catalogue, so that it can be reworded. */
describe('a test names texts of two words or more by their catalogue', () => {
  it.each(filesOf('e2e/**/*.ts'))('in %s', (file) => {
    expect(copiesIn(file, ofInterface, 2)).toEqual([])
  })

  // The tests of words files, of the words for error codes, and of the most important wordings, have the texts
  // literally.
  const unitTests = filesOf('src/web/**/*.test.{ts,tsx}').filter(
    (file) => !/word(s|ings)\.test|error-response\.test/.test(file),
  )
  it.each(unitTests)('in %s', (file) => {
    expect(copiesIn(file, ofInterface, 3)).toEqual([])
  })
})

describe('a test names texts of results and of the service by their entries', () => {
  // Literally: whether a page is indexable, and the results of the checks that block it.
  const wordings = ['src/analyser/wordings.test.ts', 'src/contract/reports/indexability.test.ts']
  const tests = filesOf('src/{analyser,service,contract,testing}/**/*.test.ts').filter(
    (file) => !wordings.includes(file),
  )
  it.each(tests)('in %s', (file) => {
    expect([...copiesIn(file, ofAnalyser, 3), ...copiesIn(file, ofService, 3)]).toEqual([])
  })
})

describe('this test finds', () => {
  it.each([
    [ofInterface, 'Anyone with the link and the password can view it. Only people with a key can make changes.'],
    [ofAnalyser, 'The canonical URL is the home page'],
    [ofAnalyser, 'Google can’t crawl this page'],
    [ofService, 'Enter a time from 00:00 to 23:59, such as 06:00.'],
  ])('texts of every kind', (catalogue, text) => {
    expect(catalogue.get(text)).toMatch(/privacy.words|canonical-elsewhere|indexability|schedule-forms/)
  })

  it('many of each', () => {
    expect(ofInterface.size).toBeGreaterThan(1000)
    expect(ofAnalyser.size).toBeGreaterThan(900)
    expect(ofService.size).toBeGreaterThan(150)
  })
})
