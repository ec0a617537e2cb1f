import { describe, expect, it } from 'vitest'
import type { CheckInfo, CheckResult, Outcome } from '#contract/analysis.ts'
import { checksOf } from './check-view.ts'
import { humanise } from './humanise.ts'
import { indexability } from './indexability.ts'
import { fixFirst, groupByCategory, tally } from './order.ts'
import { outwardHref } from './outward-link.ts'
import { valueText } from './value-text.ts'

const result = (over: Partial<CheckResult> = {}): CheckResult => ({
  outcome: 'pass',
  passed: true,
  title: null,
  category: 'crawl',
  importance: 'medium',
  evidence_grade: null,
  scored: true,
  points_lost: 0,
  reason: null,
  evidence: [],
  errors: null,
  ...over,
})

const info = (id: string, over: Partial<CheckInfo> = {}): CheckInfo => ({
  id,
  category: 'crawl',
  importance: 'medium',
  evidence_grade: 'required',
  scored: true,
  gate: false,
  weight: 5,
  needs: [],
  ruleset: 1,
  title_pass: `${id} is fine`,
  title_fail: `${id} is wrong`,
  why: '',
  how: '',
  thresholds: '',
  reference: null,
  ...over,
})

const views = (results: Record<string, Partial<CheckResult>>, catalogue: CheckInfo[] = [], cappedBy: string[] = []) =>
  checksOf(
    { results: Object.fromEntries(Object.entries(results).map(([id, over]) => [id, result(over)])), capped_by: cappedBy },
    catalogue,
  )

const ids = (checks: { id: string }[]) => checks.map(({ id }) => id)
const gates = ['http-status', 'noindex', 'robots-blocked'].map((id) => info(id, { gate: true }))

describe('reading the checks of a report', () => {
  it('follows the order of the catalogue, unknown checks last', () => {
    expect(ids(views({ other: {}, b: {}, a: {} }, [info('a'), info('b')]))).toEqual(['a', 'b', 'other'])
  })

  it('takes the title from the result, then the catalogue, then the name', () => {
    const checks = views(
      { a: { title: 'Said so' }, b: { outcome: 'fail' }, image_alt: {} },
      [info('a'), info('b')],
    )
    expect(checks.map(({ title }) => title)).toEqual(['Said so', 'b is wrong', 'Image alt'])
  })

  it('reads the outcome of a server that only says passed or not', () => {
    const checks = views({ a: { outcome: null, passed: false }, b: { outcome: null } })
    expect(checks.map(({ outcome }) => outcome)).toEqual(['fail', 'pass'])
  })
})

describe('what to fix first', () => {
  it('puts failed gates before everything, then points', () => {
    const checks = views(
      {
        big: { outcome: 'fail', points_lost: 20 },
        small: { outcome: 'warn', points_lost: 1 },
        noindex: { outcome: 'fail', points_lost: 5 },
        fine: {},
      },
      gates,
    )
    expect(ids(fixFirst(checks))).toEqual(['noindex', 'big', 'small'])
  })

  it('orders equal points by outcome, then importance', () => {
    const checks = views({
      warned: { outcome: 'warn', importance: 'high' },
      low: { outcome: 'fail', importance: 'low' },
      high: { outcome: 'fail', importance: 'high' },
    })
    expect(ids(fixFirst(checks))).toEqual(['high', 'low', 'warned'])
  })

  it('leaves out what weighs nothing', () => {
    const outcomes: Outcome[] = ['unknown', 'error', 'info', 'not-applicable', 'pass']
    expect(fixFirst(views(Object.fromEntries(outcomes.map((outcome) => [outcome, { outcome }]))))).toEqual([])
  })
})

describe('checks by category', () => {
  it('keeps the order of the contract and puts checks without a category last', () => {
    const groups = groupByCategory(views({ x: { category: null }, s: { category: 'security' }, c: { category: 'crawl' } }))
    expect(groups.map(({ category }) => category)).toEqual(['crawl', 'security', null])
  })

  it('loses no check whatever its outcome', () => {
    const outcomes: Outcome[] = ['pass', 'warn', 'fail', 'not-applicable', 'info', 'unknown', 'error']
    const [group] = groupByCategory(views(Object.fromEntries(outcomes.map((outcome) => [outcome, { outcome }]))))
    expect([...group!.attention, ...group!.rest].map(({ outcome }) => outcome).toSorted()).toEqual(outcomes.toSorted())
  })
})

describe('the number of each outcome', () => {
  it('begins with what needs work and leaves out what there is none of', () => {
    expect(tally(views({ a: {}, b: {}, c: { outcome: 'fail' }, d: { outcome: 'unknown' } }))).toEqual([
      { outcome: 'fail', many: 1 },
      { outcome: 'unknown', many: 1 },
      { outcome: 'pass', many: 2 },
    ])
  })
})

describe('whether Google may index the page', () => {
  it('is open only when every gate passed', () => {
    expect(indexability(views({ noindex: {}, 'http-status': {} }, gates), 200)).toEqual({ kind: 'open' })
    expect(indexability(views({ noindex: {}, 'robots-blocked': { outcome: 'unknown' } }, gates), 200)?.kind).toBe('unsure')
    expect(indexability(views({ 'title-present': {} }, []), 200)).toBeNull()
  })

  it('names every failed gate with the line and the status', () => {
    const checks = views(
      { 'http-status': { outcome: 'fail' }, noindex: { outcome: 'fail', evidence: [{ snippet: 'x' }, { line: 14 }] } },
      gates,
    )
    expect(indexability(checks, 503)).toMatchObject({
      kind: 'blocked',
      obstacles: [
        { id: 'http-status', status: 503, line: null },
        { id: 'noindex', status: null, line: 14 },
      ],
    })
  })

  it('says that a page kept from robots is not even read', () => {
    const checks = views({ noindex: { outcome: 'fail' }, 'robots-blocked': { outcome: 'fail' } }, gates)
    expect(indexability(checks, 200)?.kind).toBe('unread')
  })

  it('knows a gate from the cap alone', () => {
    expect(indexability(views({ odd: { outcome: 'fail' } }, [], ['odd']), 200)?.kind).toBe('blocked')
  })
})

describe('words for what servers send', () => {
  it.each([
    ['seo_title', 'SEO title'],
    ['imageAltText', 'Image alt text'],
    ['h1-tag', 'H1 tag'],
    ['', ''],
  ])('%s reads %s', (name, text) => expect(humanise(name)).toBe(text))

  it.each([
    [1234, '1,234'],
    [true, 'yes'],
    [' ok ', 'ok'],
    [null, null],
    [[], null],
    [['a', 2], 'a, 2'],
    [{ max_length: 60, given: { chars: 71 } }, 'Max length: 60, Given: Chars: 71'],
  ])('%j is shown as %s', (value, text) => expect(valueText(value, 'yes', 'no')).toBe(text))

  it('cuts values that are too long to read', () => {
    expect(valueText('a'.repeat(5000), 'yes', 'no')).toHaveLength(301)
    expect(valueText(Array.from({ length: 40 }, (_, n) => n), 'yes', 'no')).toMatch(/11, …$/)
  })
})

describe('links out', () => {
  it.each([
    ['https://a.example/x', 'https://a.example/x'],
    ['a.example/page', 'https://a.example/page'],
    ['a.example:8080/page', 'https://a.example:8080/page'],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['', undefined],
  ])('%s leads to %s', (address, href) => expect(outwardHref(address)).toBe(href))
})
