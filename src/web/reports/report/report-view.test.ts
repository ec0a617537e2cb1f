import { describe, expect, it } from 'vitest'
import { readQuery, writeQuery } from '#contract/lists/query-params.ts'
import type { CheckInfo, CheckResult, Outcome } from '#contract/reports/analysis.ts'
import { readResults } from '#contract/reports/any-report.ts'
import { indexabilityText, indexedInstead } from '#contract/reports/indexability.ts'
import type { ReportFacts } from '#contract/reports/report-facts.ts'
import {
  checksOf,
  fixFirst,
  foldedGroups,
  groupByOutcome,
  moreThanShown,
  mostPointsFirst,
} from '#web/checks/check-view.ts'
import { externalHref } from '#web/ui/url.tsx'
import { checksInView, indexability, viewParams } from './report-view.ts'

const result = (over: Partial<CheckResult> = {}): CheckResult => ({
  outcome: 'pass',
  passed: true,
  title: null,
  category: 'crawl',
  importance: 'medium',
  evidence_grade: null,
  scored: true,
  points_lost: 0,
  superseded_by: null,
  reason: null,
  evidence: [],
  evidence_total: null,
  errors: null,
  ...over,
})

const info = (id: string, over: Partial<CheckInfo> = {}): CheckInfo => ({
  id,
  name: '',
  aliases: [],
  category: 'crawl',
  importance: 'medium',
  rank: 6,
  scope: 'page',
  evidence_grade: 'required',
  source: 'practice',
  scored: true,
  gate: false,
  points: 6,
  deduction: null,
  supersedes: [],
  needs: [],
  ruleset: 1,
  title_pass: `${id} is fine`,
  title_fail: `${id} is wrong`,
  title_any: `${id} is wrong`,
  why: '',
  how: '',
  action: null,
  effort: null,
  thresholds: '',
  reference: null,
  ...over,
})

const views = (results: Record<string, Partial<CheckResult>>, catalogue: CheckInfo[] = [], cappedBy: string[] = []) =>
  checksOf(
    {
      results: readResults(Object.fromEntries(Object.entries(results).map(([id, over]) => [id, result(over)]))).checks,
      capped_by: cappedBy,
    },
    catalogue,
  )

const ids = (checks: { id: string }[]) => checks.map(({ id }) => id)
const blockers = ['http-status', 'noindex', 'robots-blocked'].map((id) => info(id, { gate: true }))

describe('the checks of a report', () => {
  it('are in the order of the catalogue, unknown checks last', () => {
    expect(ids(views({ other: {}, b: {}, a: {} }, [info('a'), info('b')]))).toEqual(['a', 'b', 'other'])
  })

  it('leave out a check that had nothing to judge by', () => {
    const catalogue = [info('depth', { needs: ['elsewhere'] }), info('other')]
    const found = (outcome: Outcome) => ids(views({ depth: { outcome }, other: { outcome } }, catalogue))
    expect(found('not-applicable')).toEqual(['other'])
    expect(found('unknown')).toEqual(['other'])
    expect(found('warn')).toEqual(['depth', 'other'])
  })

  it('have the title of the result, else of the catalogue, else their name', () => {
    const checks = views({ a: { title: 'Said so' }, b: { outcome: 'fail' }, image_alt: {} }, [info('a'), info('b')])
    expect(checks.map(({ title }) => title)).toEqual(['Said so', 'b is wrong', 'Image alt'])
  })

  it('name the check that deducts for the same cause', () => {
    const checks = views({ a: { superseded_by: 'b' }, b: {}, c: { superseded_by: 'other-check' } }, [
      info('a'),
      info('b', { name: 'HTTPS' }),
    ])
    expect(checks.map(({ supersededBy }) => supersededBy)).toEqual(['HTTPS', null, 'Other check'])
  })

  it('gain their points only later if a blocker caps the score', () => {
    const { checks: results } = readResults({
      noindex: result({ outcome: 'fail' }),
      other: result({ outcome: 'warn' }),
    })
    const heldIn = (report: { score: number; score_before_cap: number; capped_by: string[] }) =>
      checksOf({ results, ...report }, blockers).find(({ id }) => id === 'other')?.heldBy
    expect(heldIn({ score: 49, score_before_cap: 90.3, capped_by: ['noindex'] })).toBe('blockers')
    expect(heldIn({ score: 90, score_before_cap: 90.3, capped_by: [] })).toBeNull()
  })

  it('have an outcome if the server only sends whether they passed', () => {
    const { checks: results } = readResults({ a: { passed: false }, b: { passed: true } })
    const checks = checksOf({ results, capped_by: [] }, [])
    expect(checks.map(({ outcome }) => outcome)).toEqual(['fail', 'pass'])
  })
})

describe('what to fix first', () => {
  it('starts with failed blockers, then goes by points', () => {
    const checks = views(
      {
        big: { outcome: 'fail', points_lost: 20 },
        small: { outcome: 'warn', points_lost: 1 },
        noindex: { outcome: 'fail', points_lost: 5 },
        fine: {},
      },
      blockers,
    )
    expect(ids(fixFirst(checks))).toEqual(['noindex', 'big', 'small'])
  })

  it('is ordered by importance, then points, then outcome, if a server doesn’t rank its checks', () => {
    const checks = views({
      low: { outcome: 'fail', importance: 'low', points_lost: 9 },
      warned: { outcome: 'warn', importance: 'high' },
      high: { outcome: 'fail', importance: 'high' },
      costly: { outcome: 'warn', importance: 'high', points_lost: 2 },
    })
    expect(ids(fixFirst(checks))).toEqual(['costly', 'high', 'warned', 'low'])
  })

  it('is ordered by rank, and ends with checks that are only shown', () => {
    const issue = { outcome: 'fail', importance: 'high' } as const
    const checks = views(
      {
        shown: { ...issue, scored: false },
        speed: { ...issue, points_lost: 9 },
        title: { outcome: 'warn', importance: 'low' },
        link: { outcome: 'warn', importance: 'medium' },
      },
      [info('shown', { rank: 1 }), info('speed', { rank: 5 }), info('title', { rank: 3 }), info('link', { rank: 2 })],
    )
    expect(ids(fixFirst(checks))).toEqual(['link', 'title', 'speed', 'shown'])
  })

  it('is listed by the points that it gains, blockers first', () => {
    const checks = views(
      {
        small: { outcome: 'fail', importance: 'high', points_lost: 1 },
        large: { outcome: 'warn', importance: 'low', points_lost: 3 },
        noindex: { outcome: 'fail', points_lost: 2 },
        shown: { outcome: 'fail', importance: 'high', scored: false },
        fine: {},
      },
      blockers,
      ['noindex'],
    )
    expect(ids(mostPointsFirst(checks))).toEqual(['noindex', 'large', 'small', 'shown'])
  })

  it('leaves out checks that need no work', () => {
    const outcomes: Outcome[] = ['unknown', 'error', 'info', 'not-applicable', 'pass']
    expect(fixFirst(views(Object.fromEntries(outcomes.map((outcome) => [outcome, { outcome }]))))).toEqual([])
  })
})

const everyOutcome: Outcome[] = ['fail', 'warn', 'info', 'unknown', 'error', 'pass', 'not-applicable']
const oneOfEach = Object.fromEntries(everyOutcome.map((outcome) => [outcome, { outcome }]))

describe('the checks in view', () => {
  const checks = views({
    a: { category: 'content', evidence_grade: 'required' },
    b: { category: 'content', evidence_grade: 'heuristic' },
    c: { category: 'security', evidence_grade: 'recommended' },
    d: { category: null },
  })

  it.each([
    ['all without a filter', null, null, ['a', 'b', 'c', 'd']],
    ['those of a category', 'content', null, ['a', 'b']],
    ['those based on Google or a standard', null, '1', ['a', 'c']],
    ['those of a category and a basis', 'content', '1', ['a']],
  ] as const)('are %s', (_, category, google, expected) =>
    expect(ids(checksInView(checks, { category, google }))).toEqual(expected),
  )

  it('are based on Google by their source, whatever their grade, if the catalogue names it', () => {
    const catalogue = [info('a', { source: 'standard' }), info('c', { source: 'google' })]
    const known = views({ a: { evidence_grade: 'required' }, c: { evidence_grade: 'recommended' } }, catalogue)
    expect(ids(checksInView(known, { category: null, google: '1' }))).toEqual(['c'])
  })

  it('are either to be fixed or folded, whatever their outcome', () => {
    const all = views(oneOfEach)
    expect(ids([...fixFirst(all), ...foldedGroups(all).flatMap((group) => group.checks)]).toSorted()).toEqual(
      everyOutcome.toSorted(),
    )
  })

  it('are grouped by outcome, the most urgent first, without empty groups', () => {
    const counted = groupByOutcome(views({ a: {}, b: {}, c: { outcome: 'fail' }, d: { outcome: 'unknown' } }))
    expect(counted.map(({ outcome, checks: some }) => [outcome, some.length])).toEqual([
      ['fail', 1],
      ['unknown', 1],
      ['pass', 2],
    ])
  })

  it('depend on the URL; invalid values are dropped and other parameters kept', () => {
    const { query, wrong } = readQuery(
      viewParams,
      new URLSearchParams('category=colours&outcome=warn&google=1&status=in_progress&utm_source=x'),
    )
    expect(query).toEqual({ category: null, outcome: 'warn', google: '1', status: 'in_progress', tab: null })
    expect(wrong.map(({ name }) => name)).toEqual(['category'])
    expect(
      writeQuery(viewParams, { ...query, google: null }, new URLSearchParams('list=page%3D2&google=1')).toString(),
    ).toBe('list=page%3D2&outcome=warn&status=in_progress')
  })
})

describe('whether Google can index the page', () => {
  const indexabilityOf = (checks: ReturnType<typeof views>, facts: Partial<ReportFacts> | null = null) =>
    indexability({ facts: facts as ReportFacts | null }, checks)

  it('names the URL that Google will index instead, as lists do', () => {
    const indexable: ReportFacts['indexable'] = {
      value: null,
      state: 'other_url',
      code: 'canonical',
      reason: '',
      url: 'https://shop.example/chairs',
      line: 7,
      check: 'canonical-elsewhere',
      deliberate: false,
      instead: '/chairs',
      redirects: null,
    }
    const sent = indexabilityOf(views({ 'canonical-elsewhere': {} }, blockers), { indexable })
    expect(indexabilityText({ ...sent!, check: 'canonical-elsewhere' })).toBe(indexedInstead('/chairs'))
  })
  it('is that of the server, with the check behind it', () => {
    const checks = views({ 'http-status': {}, noindex: {}, 'robots-blocked': { outcome: 'fail' } }, blockers)
    const sent = indexabilityOf(checks, {
      indexable: {
        value: false,
        state: 'blocked',
        code: 'robots',
        reason: 'robots.txt line 12 disallows it',
        url: null,
        line: 12,
        check: 'robots-blocked',
        deliberate: false,
        instead: null,
        redirects: null,
      },
    })
    expect(sent).toMatchObject({
      state: 'blocked',
      reason: 'robots.txt line 12 disallows it',
      check: { id: 'robots-blocked' },
    })
  })

  it('follows from the blockers if the server sends none', () => {
    expect(indexabilityOf(views({ noindex: {}, 'http-status': {} }, blockers))).toMatchObject({
      state: 'indexable',
      check: null,
    })
    expect(
      indexabilityOf(
        views({ noindex: {}, 'robots-blocked': { outcome: 'unknown', reason: 'it did not answer' } }, blockers),
      ),
    ).toMatchObject({ state: null, reason: 'it did not answer' })
    expect(
      indexabilityOf(views({ noindex: { outcome: 'fail', title: 'The page is set to noindex' } }, blockers)),
    ).toMatchObject({
      state: 'blocked',
      reason: 'the page is set to noindex',
    })
    expect(indexabilityOf(views({ 'title-present': {} }, []))).toBeNull()
  })

  it('treats a check that caps the score as a blocker', () => {
    expect(indexabilityOf(views({ odd: { outcome: 'fail' } }, [], ['odd']))?.state).toBe('blocked')
  })
})

describe('the number of findings beyond the evidence', () => {
  const found = (total: number | null, pieces: number) =>
    moreThanShown({ evidence: Array.from({ length: pieces }, () => ({})), evidence_total: total })

  it.each([
    ['the rest of all findings', 400, 20, 380],
    ['zero if the evidence is complete', 4, 4, 0],
    ['zero if the server does not count them', null, 20, 0],
  ])('is %s', (_, total, pieces, more) => expect(found(total, pieces)).toBe(more))
})

describe('links to other websites', () => {
  it.each([
    ['https://a.example/x', 'https://a.example/x'],
    ['a.example/page', 'https://a.example/page'],
    ['a.example:8080/page', 'https://a.example:8080/page'],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['', undefined],
  ])('%s leads to %s', (address, href) => expect(externalHref(address)).toBe(href))
})
