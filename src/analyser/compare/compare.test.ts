import { describe, expect, it } from 'vitest'
import type { CheckResult } from '#contract/reports/analysis.ts'
import { indexabilityText, indexabilityTexts } from '#contract/reports/indexability.ts'
import { factsOf, soundWorld, type World } from '#testing/pages/planted-changes.ts'
import { soundParts } from '#testing/pages/sound-page.ts'
import { evaluate } from '../evaluate.ts'
import { compareReports } from './compare.ts'
import type { ComparableReport } from './score-shares.ts'

const report = (given: Partial<World> = {}, day = 2): ComparableReport => {
  const facts = factsOf({ ...soundWorld, ...given }, day)
  const { score, results } = evaluate(facts)
  return { facts, score, results }
}
const changesOf = (before: ComparableReport, after: ComparableReport) =>
  Object.fromEntries(compareReports(before, after).checks.map(({ id, change }) => [id, change]))
const sound = report()

describe('issues', () => {
  it('are fixed, new or unchanged', () => {
    const before = report({ parts: { title: '', description: '' } })
    const after = report({ parts: { title: '', viewport: '' } })
    expect(changesOf(before, after)).toMatchObject({
      'title-present': 'unchanged',
      'description-present': 'fixed',
      viewport: 'new',
    })
    const [title] = compareReports(before, after).checks.filter(({ id }) => id === 'title-present')
    expect(title).toMatchObject({
      importance: 'high',
      category: 'content',
      before: { outcome: 'fail', points_lost: 12 },
      after: { outcome: 'fail', points_lost: 12 },
      causes: [],
    })
  })

  it('count as fixed when their check no longer applies', () => {
    const broken = report({ parts: { structured: '<script type="application/ld+json">{</script>' } })
    expect(changesOf(broken, report({ parts: { structured: '' } }))).toMatchObject({ 'jsonld-parse': 'fixed' })
  })

  it('are not checked if there is no result this time, and were not checked if there was none', () => {
    const without: Partial<World> = { lacks: ['linkNotes'] }
    const links = `${soundParts.links} <a href="/lost">The lost workshop</a>`
    expect(changesOf(report({ parts: { links } }), report({ parts: { links }, ...without }))).toMatchObject({
      'broken-internal': 'not_checked',
    })
    expect(changesOf(report({ parts: { links }, ...without }), report({ parts: { links } }))).toMatchObject({
      'broken-internal': 'not_checked_before',
    })
  })

  it('say which cause changed them', () => {
    const { checks, causes } = compareReports(sound, report({ parts: { viewport: '' } }))
    expect(checks).toMatchObject([{ id: 'viewport', causes: ['page'] }])
    expect(causes).toMatchObject([
      { cause: 'page', points: -6, checks: [{ id: 'viewport', points: -6 }] },
      { cause: 'surroundings', points: 0, checks: [] },
      { cause: 'view', points: 0, parts: [], checks: [] },
      { cause: 'ruleset', points: 0, checks: [] },
    ])
  })
})

describe('values', () => {
  const valuesOf = (before: ComparableReport, after: ComparableReport) =>
    Object.fromEntries(compareReports(before, after).values.map(({ name, ...value }) => [name, value]))

  it('are shown before and after', () => {
    const after = report({
      parts: { title: '<title>Lamps</title>', head: '<meta name="robots" content="noindex, max-snippet:20">' },
      headers: { 'x-robots-tag': 'googlebot: nofollow' },
      page: { robots: 'User-agent: *\nDisallow: /garden\n' },
    })
    expect(valuesOf(sound, after)).toMatchObject({
      title: { before: 'Garden lamps of copper and glass', after: 'Lamps', is_changed: true },
      status: { before: 200, after: 200, is_changed: false, unknown: [] },
      robots_meta: { before: [], after: ['noindex', 'max-snippet: 20'], is_changed: true },
      x_robots_tag: { before: [], after: ['googlebot: nofollow'] },
      robots_txt: { before: ['allowed'], after: ['disallowed', 'Disallow: /garden'] },
      h1: { before: ['Garden lamps'], after: ['Garden lamps'] },
      headings: { before: expect.arrayContaining(['H2 Made for the rain']) },
      structured_data: { before: ['BreadcrumbList', 'Product'] },
      indexability: {
        before: [indexabilityTexts.indexable, expect.any(String)],
        after: [indexabilityText({ state: 'blocked', check: 'robots-blocked', deliberate: false }), expect.any(String)],
      },
    })
  })
})

describe('the older ruleset of a report', () => {
  it('explains what its stored score differs from the current one', () => {
    const stored: Record<string, CheckResult> = { ...sound.results }
    delete stored['hsts']
    const { causes, change } = compareReports({ ...sound, score: 97, results: stored }, sound)
    expect(change).toBe(3)
    expect(causes.filter(({ points }) => points !== 0)).toMatchObject([{ cause: 'ruleset', points: 3 }])
  })
})
