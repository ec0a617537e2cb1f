import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CheckInfo, categories } from '#contract/reports/analysis.ts'
import { catalogue, ruleset } from './catalogue.ts'
import { checkCatalogue } from './describe-checks.ts'

const files = readdirSync(new URL('./checks/', import.meta.url))
const idsOfFiles = (ending: RegExp) =>
  files
    .filter((file) => ending.test(file))
    .map((file) => file.replace(ending, ''))
    .toSorted()
const sentences = (text: string) => text.split(/[.?](?:\s|$)/).filter((part) => part.trim() !== '').length

describe('the catalogue', () => {
  it('lists every check file exactly once, and every check has a test', () => {
    const ids = idsOfFiles(/(?<!\.test)\.ts$/)
    expect(ids.length).toBeGreaterThan(0)
    expect(catalogue.map(({ check }) => check.id).toSorted()).toEqual(ids)
    expect(idsOfFiles(/\.test\.ts$/)).toEqual(ids)
  })

  it.each(catalogue)('$check.id is exported by the file of its name', async ({ check }) => {
    const module: Record<string, unknown> = await import(`./checks/${check.id}.ts`)
    expect(Object.values(module)).toContain(check)
  })

  it('groups checks by category, in the order of reports, and leaves no category empty', () => {
    const order = catalogue.map(({ category }) => category)
    expect(order).toEqual(order.toSorted((a, b) => categories.indexOf(a) - categories.indexOf(b)))
    expect(new Set(order)).toEqual(new Set(categories))
  })

  it('has blockers, all of them scored and of high importance', () => {
    const blockers = catalogue.filter(({ blocker }) => blocker)
    expect(blockers).not.toEqual([])
    for (const blocker of blockers) expect(blocker).toMatchObject({ importance: 'high', scored: true })
  })

  it('gives unscored checks low importance and no points', () => {
    for (const { scored, points, importance } of checkCatalogue().filter((check) => !check.scored))
      expect({ scored, points, importance }).toEqual({ scored: false, points: 0, importance: 'low' })
  })

  it('has an action and its effort for every scored check, and for no other', () => {
    for (const { id, scored, action, effort } of checkCatalogue())
      expect([id, action !== null, effort !== null]).toEqual([id, scored, scored])
  })

  it('says actions without the words of developers', () => {
    const jargon = /\b(?:canonical|noindex|hreflang|JSON|alt|CSS|JavaScript|DOM|HTTP|TLS|H1|URLs|meta)\b/
    expect(checkCatalogue().filter(({ action }) => jargon.test(action ?? ''))).toEqual([])
  })

  it('ranks what keeps pages out of search first, then what is broken, and headers last', () => {
    const ranks = new Map(checkCatalogue().map(({ id, rank }) => [id, rank]))
    const ranked = {
      1: ['noindex', 'robots-blocked', 'canonical-elsewhere', 'meta-refresh'],
      2: ['broken-internal', 'http-status', 'soft-404-page', 'canonical-valid'],
      3: ['title-present', 'h1-present', 'page-text', 'hreflang', 'redirect-chain', 'redirecting-links'],
      4: ['description-present', 'jsonld-required', 'image-alt', 'og-core'],
      5: ['ttfb', 'compression', 'lazy-lcp'],
      6: ['csp', 'hsts', 'other-headers', 'sitemap-missing', 'favicon'],
    }
    for (const [rank, ids] of Object.entries(ranked))
      for (const id of ids) expect([id, ranks.get(id)]).toEqual([id, Number(rank)])
  })

  it('judges these settings once for the whole website', () => {
    const settings = checkCatalogue().filter(({ scope }) => scope === 'website')
    expect(settings.map(({ id }) => id)).toEqual([
      'robots-valid',
      'sitemap-found',
      'sitemap-valid',
      'sitemap-lastmod',
      'soft-404',
      'ai-search',
      'ai-user-fetch',
      'ai-training',
      'usage-preferences',
      'llms-txt',
      'compression',
      'http-version',
      'https',
      'http-to-https',
      'certificate',
      'tls-version',
      'hsts',
      'csp',
      'other-headers',
      'version-leak',
      'cookie-flags',
      'favicon',
    ])
  })

  it('gives each check a name of its own', () => {
    const names = checkCatalogue().map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('uses each label of a reference for one URL only', () => {
    const urls = new Map<string, Set<string>>()
    for (const { reference } of checkCatalogue())
      if (reference) urls.set(reference.label, (urls.get(reference.label) ?? new Set()).add(reference.url))
    expect([...urls].filter(([, { size }]) => size > 1)).toEqual([])
  })

  it('takes for checks from Google only those that Google’s documentation asks for', () => {
    const sources = new Map(checkCatalogue().map(({ id, source }) => [id, source]))
    for (const id of ['doctype', 'duplicate-ids', 'form-labels', 'html-lang', 'hsts', 'compression', 'tls-version'])
      expect([id, sources.get(id)]).toEqual([id, 'standard'])
    for (const id of ['noindex', 'title-present', 'canonical-valid', 'https', 'viewport'])
      expect([id, sources.get(id)]).toEqual([id, 'google'])
    for (const id of ['title-width', 'image-weight', 'dom-size'])
      expect([id, sources.get(id)]).toEqual([id, 'practice'])
  })

  it('has a whole number as its ruleset', () => {
    expect(Number.isInteger(ruleset)).toBe(true)
  })
})

describe.each(checkCatalogue())('the description of $id', (described) => {
  it('follows the contract', () => {
    expect(CheckInfo.parse(described)).toEqual(described)
  })

  it('has a short name and search terms that are not in it', () => {
    expect(described.name).toMatch(/^[A-Za-z].{2,30}[^.]$/)
    expect(described.aliases.length).toBeGreaterThan(0)
    for (const alias of described.aliases) expect(described.name?.toLowerCase()).not.toBe(alias.toLowerCase())
  })

  it('has titles without a full stop, and two different ones for pass and fail', () => {
    expect(described.title_pass).not.toBe(described.title_fail)
    const { faults = {} } = catalogue.find(({ check }) => check.id === described.id)?.check ?? {}
    for (const title of [described.title_pass, described.title_fail, described.title_any, ...Object.values(faults)])
      expect(title).toMatch(/^[A-Za-z].{10,}[^.!]$/)
  })

  it('gives the reason in two sentences and the advice in three, without exclamation marks', () => {
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

  it('has a reference unless it is common practice', () => {
    if (described.evidence_grade !== 'heuristic') expect(described.reference).not.toBeNull()
  })
})
