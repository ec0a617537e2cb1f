import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkCatalogue } from '#analyser/describe-checks.ts'
import {
  faultForDevelopers,
  faultOf,
  faultOfDocument,
  faultOfEntry,
  faultsOfCheck,
  faultsOfResult,
} from '#testing/pages/language-guide.ts'
import { textsOf } from './support/texts-of.ts'

const root = resolve(import.meta.dirname, '..')
/** Throws if a pattern has no files: a file that was moved would no longer be checked. */
const filesOf = (patterns: string[]) =>
  patterns
    .flatMap((pattern) => {
      const found = globSync(pattern, { cwd: root })
      if (found.length === 0) throw new Error(`No file matches ${pattern}`)
      return found
    })
    .toSorted()

const files = filesOf(['src/web/**/*words.ts', 'src/web/**/*columns.tsx', 'src/contract/lists/{page-filters,views}.ts'])

describe('a catalogue of the interface', () => {
  it.each(files)('%s follows the language guide', (file) => {
    const source = readFileSync(resolve(root, file), 'utf8')
    const texts = file.endsWith('x')
      ? textsOf(source, 'tsx').filter(({ name }) => name === 'header' || name === 'label')
      : textsOf(source)
    expect(texts.length).toBeGreaterThan(0)
    const faults = texts.flatMap(({ name, text }) => {
      const fault = faultOf(text) ?? faultOfEntry(name, text)
      return fault === undefined ? [] : [`${name}: ${fault} in “${text}”`]
    })
    expect(faults).toEqual([])
  })

  it('is checked in templates and functions too', () => {
    const source = "export const words = { a: (n: number) => `${n} may read it.`, b: 'ok', 'address': f('rule set') }"
    expect(textsOf(source).map(({ text }) => faultOf(text))).toEqual([
      '“may”: use can, for permission',
      undefined,
      '“rule set”: use the word in the glossary',
    ])
    expect(faultOf('Say "no"')).toBe('“"no"”: use curly quotes')
    expect(faultOf('It may be private.')).toBeUndefined()
    expect(faultOf("It isn't")).toBe("“n't”: use a curly apostrophe")
    expect(faultOf('Site')).toBe('“Site”: use website')
    expect(faultOf('OK')).toBe('“OK”: use a verb and its object')
    expect(faultOfEntry('emptyTitle', 'No links.')).toBe('a full stop in a title, a label or a button')
    expect(faultOfEntry('emptyText', 'No links.')).toBeUndefined()
    expect(faultOf(`${'word '.repeat(26).trim()}.`)).toBe('a sentence of 26 words')
  })
})

const services = [
  'src/service/*.ts',
  ...['access', 'commands', 'fetcher', 'gateway', 'http', 'jobs', 'pdf', 'present', 'previews', 'visitors'].map(
    (name) => `src/service/${name}/**/*.ts`,
  ),
  'src/service/store/sqlite/*.ts',
  'src/service/store/verify/*.ts',
  'src/contract/**/*.ts',
  'src/conformance/*.ts',
  'src/analyser/probes/*.ts',
  'scripts/**/*.mjs',
]
// These files have headers, SQL, sample texts and parts of paths.
const spoken = filesOf(services).filter(
  (file) =>
    !/\.test\.ts$|-words\.ts$|every-request|contract.reports.indexability|shell.page|migrations|seed\//.test(file),
)

describe('the service', () => {
  it.each(spoken)('%s speaks plain English', (file) => {
    const texts = textsOf(readFileSync(resolve(root, file), 'utf8')).filter(
      ({ text }) => / /.test(text) && !/^\s*(select|from|where|analyze) /.test(text),
    )
    expect(
      texts
        .flatMap(({ text }) => text.split('\n'))
        .flatMap((text) => faultForDevelopers(text)?.concat(` in “${text}”`) ?? []),
    ).toEqual([])
  })
})

const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).toSorted()

describe('a document', () => {
  it.each(documents)('%s uses no word that the glossary forbids', (file) => {
    const text = readFileSync(resolve(root, file), 'utf8').replaceAll(/```[^]*?```/g, '')
    const paragraphs = text.split(/\n(?:\n|#|\||[-*] |\d+\. )/).map((one) => one.replaceAll(/\s+/g, ' '))
    expect(paragraphs.flatMap((one) => faultOfDocument(one)?.concat(` in “${one}”`) ?? [])).toEqual([])
  })

  it.each(documents.filter((file) => file.includes('decisions')))('%s has the sections of a decision', (file) => {
    const text = readFileSync(resolve(root, file), 'utf8')
    expect(text.match(/^##? .*/gm)?.map((line) => line.replace(/^# \d{3} [A-Z].*/, '# …'))).toEqual([
      '# …',
      '## Context',
      '## Decision',
      '## Consequences',
    ])
  })
})

describe('the catalogue of checks', () => {
  it.each(checkCatalogue())('$id follows the language guide', (check) => {
    expect(faultsOfCheck(check)).toEqual([])
  })

  it('is checked for long titles, clauses, code in quotes and the form of pass criteria', () => {
    const faults = faultsOfCheck({
      name: 'Title',
      title_pass: 'The page says what it is about',
      title_fail: 'The page has a title that is one word too long',
      why: 'The “address” of the page is at https://example.com/address.',
      how: 'Add <meta name="address"> or alt="" to the head. Use no "quotes".',
      thresholds: 'Fail: no title. Warning: several.',
      deduction: 'All where it is judged.',
    })
    expect(faults.map((fault) => fault.replace(/ in “.*/s, ''))).toEqual([
      'title_pass: a clause instead of “The X is …”',
      'title_fail: 11 words, more than 8',
      'how: “"quotes"”: use curly quotes',
      'deduction: “judged”: use the word in the glossary',
      'thresholds: not in the order Pass, Warning, Fail, Info, Unknown, Not applicable',
    ])
  })
})

describe('the result of a check', () => {
  it.each([
    ['1 of 3 images have no alt text', '2 of 3 images have no alt text'],
    ['At least 1,000 other pages has the same title', '1 other page has the same title'],
    ['1 cookie lack security attributes or are rejected', '1 cookie lacks security attributes or is rejected'],
  ])('is checked for the number of its verb: “%s”', (wrong, right) => {
    const faultsOf = (title: string) =>
      faultsOfResult('any', { outcome: 'warn', title, reason: null, evidence: [] }).map((fault) => fault.slice(0, 34))
    expect(faultsOf(wrong)).toEqual(['title: the verb has another number'])
    expect(faultsOf(right)).toEqual([])
  })

  it('is checked in its title, its reason and its evidence, except for what it quotes', () => {
    const result = {
      outcome: 'unknown',
      title: 'Whether it works is open',
      reason: 'The server did not respond.',
      evidence: [{ note: 'The text “whoever answers”' }, { note: 'An address' }],
    } as const
    expect(faultsOfResult('any', { ...result, evidence: [...result.evidence] })).toEqual([
      'title: doesn’t begin with “We couldn’t” in “Whether it works is open”',
      'reason: “did not”: use a contraction: can’t, couldn’t, isn’t in “The server did not respond.”',
      'evidence 1: “address”: use URL in “An address”',
    ])
  })
})
