import { describe, expect, it } from 'vitest'
import { faultOf, faultOfEntry, faultsOfCheck, faultsOfResult } from '#testing/pages/language-guide.ts'
import { textsOf } from '../support/texts-of.ts'
import { staleNames } from './comments.ts'
import { catalogues } from './copied-words.ts'
import { missingFiles } from './file-references.ts'

it('names in backticks that no code has are found', () => {
  const comment = '// `goneName`, `gone_name()`, `sharedName` and `hereNow`, but no `word`.'
  expect(staleNames(comment, 'const hereNow = 1', new Set(['sharedName']))).toEqual(['goneName', 'gone_name'])
})

it('files that a document names and that are gone are found', () => {
  expect(missingFiles('`store/gone.ts`, `scripts/modules.ts`, `modules.ts` and `gone-*.tsx`')).toEqual([
    'store/gone.ts',
    'gone-*.tsx',
  ])
})

describe('texts that tests must not copy', () => {
  const { ofInterface, ofAnalyser, ofService } = catalogues()

  it.each([
    [ofInterface, 'Anyone with the link and the password can view it. Only people with access can make changes.'],
    [ofAnalyser, 'The canonical URL is the home page'],
    [ofAnalyser, 'Google can’t crawl this page'],
    [ofService, 'Enter a time from 00:00 to 23:59, such as 06:00.'],
  ])('are of every kind', (catalogue, text) => {
    expect(catalogue.get(text)).toMatch(/privacy.words|canonical-elsewhere|indexability|schedule-forms/)
  })

  it('are many', () => {
    expect(ofInterface.size).toBeGreaterThan(1000)
    expect(ofAnalyser.size).toBeGreaterThan(900)
    expect(ofService.size).toBeGreaterThan(150)
  })
})

describe('a catalogue of the interface', () => {
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

describe('the catalogue of checks', () => {
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
