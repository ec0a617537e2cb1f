import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CheckInfo, categories } from '#contract/analysis.ts'
import { catalogue, checkCatalogue, ruleset } from './catalogue.ts'

const files = readdirSync(new URL('./checks/', import.meta.url))
const named = (ending: RegExp) =>
  files
    .filter((file) => ending.test(file))
    .map((file) => file.replace(ending, ''))
    .toSorted()
const ids = catalogue.map(({ check }) => check.id)
const sentences = (text: string) => text.split(/[.?](?:\s|$)/).filter((part) => part.trim() !== '').length

/** Every check with its importance: high, medium, low, or unscored and shown only. Time to first byte weighs low, because it is timed. */
const table = `
crawl: http-status H, noindex H, robots-blocked H, robots-valid M, noindex-hidden M, redirect-chain M, html-size H,
  canonical-valid M, canonical-elsewhere M, hreflang M, sitemap-found L, sitemap-valid L, in-sitemap L, soft-404 M,
  render-gap M, snippet-limits L, meta-refresh L
content: title-present H, title-width L, title-unique M, description-present M, description-length L,
  description-unique L, h1-present M, heading-order L, html-lang L, image-alt M, alt-length L, duplicate-body M,
  placeholder-text L, keyword-stuffing L, keyword-presence U, readability U, word-count U
links: broken-internal H, broken-external L, crawlable-anchors H, anchor-text M, internal-nofollow L,
  redirecting-links L, insecure-links M, localhost-links M, url-format L, click-depth L
social: og-core M, og-description L, og-image L, twitter-card L
structured: jsonld-parse H, jsonld-required M, breadcrumb L, favicon L, retired-types U, structured-presence U
performance: ttfb L, compression M, transfer-weight M, requests L, render-blocking M, unsized-images M, lazy-lcp M,
  modern-images L, image-weight L, dom-size L, cache-headers L, http-version L, minification L, field-vitals H
security: https H, http-to-https M, certificate H, tls-version M, mixed-content H, insecure-form H, hsts L, csp L,
  other-headers L, version-leak L, cookie-flags L
technology: viewport M, charset L, doctype L, duplicate-ids L, form-labels L, stack U
`
const importanceOf = { H: 'high', M: 'medium', L: 'low', U: 'low' } as const
const expected = table
  .trim()
  .split(/\n(?! )/)
  .flatMap((line) => {
    const [category = '', checks = ''] = line.split(': ')
    return checks.split(/,\s+/).map((check) => {
      const [id = '', letter = 'U'] = check.split(' ') as [string, keyof typeof importanceOf]
      return { id, category, importance: importanceOf[letter], scored: letter !== 'U' }
    })
  })

describe('the catalogue', () => {
  it('is these checks, in this order, 79 of them scored and six only shown', () => {
    expect(
      catalogue.map(({ check: { id }, category, importance, scored }) => ({ id, category, importance, scored })),
    ).toEqual(expected)
    expect([catalogue.filter(({ scored }) => scored).length, catalogue.length]).toEqual([79, 85])
  })

  it('gives one label of a reference one address', () => {
    const labels = new Map<string, Set<string>>()
    for (const { reference } of checkCatalogue())
      if (reference) labels.set(reference.label, (labels.get(reference.label) ?? new Set()).add(reference.url))
    expect([...labels].filter(([, urls]) => urls.size > 1)).toEqual([])
  })

  it('holds every check file once, and every check has a test', () => {
    const checks = named(/(?<!\.test)\.ts$/)
    expect(ids.toSorted()).toEqual(checks)
    expect(named(/\.test\.ts$/)).toEqual(checks)
  })

  it.each(catalogue)('$check.id lives in a file of its name', async ({ check }) => {
    const module: Record<string, unknown> = await import(`./checks/${check.id}.ts`)
    expect(Object.values(module)).toContain(check)
  })

  it('lists categories together, in the order of reports', () => {
    const order = catalogue.map(({ category }) => categories.indexOf(category))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  })

  it('has these gates, of high importance and scored', () => {
    const gates = catalogue.filter(({ gate }) => gate)
    expect(gates.map(({ check }) => check.id)).toEqual(['http-status', 'noindex', 'robots-blocked'])
    for (const gate of gates) expect(gate).toMatchObject({ importance: 'high', scored: true })
  })

  it('has a whole number for its rules', () => {
    expect(Number.isInteger(ruleset)).toBe(true)
  })
})

describe.each(checkCatalogue())('the description of $id', (described) => {
  it('is what the contract says', () => {
    expect(CheckInfo.parse(described)).toEqual(described)
  })

  it('has two different titles without a full stop', () => {
    expect(described.title_pass).not.toBe(described.title_fail)
    for (const title of [described.title_pass, described.title_fail]) expect(title).toMatch(/^[A-Za-z].{10,}[^.!]$/)
  })

  it('says why in two sentences and how in three, calmly', () => {
    expect(sentences(described.why)).toBeLessThanOrEqual(2)
    expect(sentences(described.how)).toBeLessThanOrEqual(3)
    for (const text of [described.why, described.how, described.thresholds]) {
      expect(text.length).toBeGreaterThan(30)
      expect(text).toMatch(/\.$/)
      expect(text.replace('<!doctype html>', '')).not.toContain('!')
    }
  })

  it('refers to a page over https, if to any', () => {
    if (described.reference) expect(described.reference.url).toMatch(/^https:\/\/\S+$/)
  })

  it('has a reference where it claims more than habit', () => {
    if (described.evidence_grade !== 'heuristic') expect(described.reference).not.toBeNull()
  })
})
