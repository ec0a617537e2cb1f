import { describe, expect, it } from 'vitest'
import { document, fetchedPageOf, probe, sitemap } from '#testing/pages/fetched-page.ts'
import { texts as hreflangTexts } from './checks/hreflang.ts'
import { texts as sitemapTexts } from './checks/sitemap-missing.ts'
import { indexabilityOf } from './indexability.ts'
import { pageColumns } from './page-state.ts'
import { analysePage, readPage } from './run.ts'

const staging = 'https://staging.example.com/en/lamps'
const production = 'https://www.example.com/en/lamps'
const german = (host: string) => `https://${host}/de/lampen`
const tags = (canonical: string) => `<link rel="canonical" href="${canonical}">
  <link rel="alternate" hreflang="en" href="${production}">
  <link rel="alternate" hreflang="de" href="${german('www.example.com')}">
  <link rel="alternate" hreflang="x-default" href="${production}">
  <meta property="og:url" content="${production}">`

const pageNaming = (canonical: string, settings = {}) => ({
  ...fetchedPageOf({
    finalUrl: staging,
    html: document(`${tags(canonical)}<meta name="robots" content="noindex">`, '<h1>Lamps</h1><p>Lamps of glass.</p>'),
    robots: 'User-agent: *\nDisallow: /\nSitemap: https://www.example.com/sitemap.xml',
  }),
  judgesAsProduction: true,
  productionHost: 'www.example.com',
  ...settings,
})

/** The German version and the sitemap, as staging serves them. */
const answers = [
  probe('alternate', german('staging.example.com'), {
    text: document(`<link rel="alternate" hreflang="en" href="${production}">`),
  }),
  sitemap('https://staging.example.com/sitemap.xml', { found: [production] }),
]

describe('a staging website that is judged as production, with its production host', () => {
  it('requests on staging what its pages name on the production host', () => {
    const { probeRequests } = readPage(pageNaming(production))
    const urlsFor = (wanted: string) => probeRequests.flatMap(({ purpose, url }) => (purpose === wanted ? [url] : []))
    expect(urlsFor('canonical')).toEqual([])
    expect(urlsFor('alternate')).toEqual([german('staging.example.com')])
    expect(urlsFor('sitemap')).toEqual(['https://staging.example.com/sitemap.xml'])
    expect(probeRequests.find(({ purpose }) => purpose === 'sitemap')?.lookFor).toEqual([staging, production])
    expect(readPage(pageNaming('https://www.example.com/en/')).probeRequests).toContainEqual(
      expect.objectContaining({ purpose: 'canonical', url: 'https://staging.example.com/en/' }),
    )
  })

  it('reads canonical, hreflang, og:url and sitemap as if they named staging', () => {
    const { facts, results } = analysePage(pageNaming(production), answers)
    expect(indexabilityOf(facts)).toMatchObject({ state: 'indexable', code: 'production' })
    expect(results['canonical-elsewhere']).toMatchObject({ outcome: 'pass' })
    expect(results['canonical-valid']).toMatchObject({ outcome: 'pass' })
    expect(results['hreflang']).toMatchObject({ outcome: 'pass', title: hreflangTexts.sampled(1, 1) })
    expect(results['conflicts']).toMatchObject({ outcome: 'pass' })
    expect(results['sitemap-missing']).toMatchObject({ outcome: 'pass', title: sitemapTexts.listed })
    expect(pageColumns(facts, results)).toMatchObject({ canonical: staging, in_sitemap: 1 })
  })

  it('fails a canonical tag that names a third host', () => {
    const { facts, results } = analysePage(pageNaming('https://example.org/en/lamps'), answers)
    expect(indexabilityOf(facts)).toMatchObject({ state: 'blocked', code: 'canonical_host' })
    expect(results['canonical-elsewhere']?.outcome).toBe('fail')
  })

  it.each([{ productionHost: null }, { judgesAsProduction: false }])('names another host without it: %o', (without) => {
    const { facts, results } = analysePage(pageNaming(production, without), [])
    expect(results['canonical-elsewhere']?.title).toContain('(www.example.com)')
    expect(facts.productionHost).toBeUndefined()
  })
})
