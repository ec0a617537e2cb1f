import { describe, expect, it } from 'vitest'
import { unreachable } from '#analyser/indexability.ts'
import type { SitemapReading } from '#analyser/probe.ts'
import { analysePage } from '#analyser/run.ts'
import { ReportFacts } from '#contract/reports/report-facts.ts'
import { document, fetchedPageOf, failedProbe, type Page, probe } from '#testing/pages/fetched-page.ts'
import { presentFacts } from './facts.ts'

const url = 'https://shop.example/lamps/old%20ones'

function shown({ probes = [], ...page }: Page) {
  const { facts, results } = analysePage(fetchedPageOf({ finalUrl: url, ...page }), probes)
  return presentFacts(facts, '2026-06-02T10:00:00.000Z', results)
}

const png = Uint8Array.from([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 4, 0xb0, 0, 0, 2, 0x76, 8,
  2, 0, 0, 0, 0, 0, 0, 0,
])

it('the facts are unchanged by the contract’s schema', () => {
  const facts = shown({
    html: document('<title>Lamps</title><meta name="robots" content="max-snippet:20">', '<p>Lamps</p>'),
  })
  expect(ReportFacts.parse(JSON.parse(JSON.stringify(facts)))).toEqual(facts)
})

describe('whether Google can index the page', () => {
  it.each<[string, Page, boolean | null, unknown]>([
    [
      'nothing is in the way',
      { html: document('', '<p>Lamps</p>') },
      true,
      'it returned status 200 to us, there’s no robots.txt, and there’s no noindex',
    ],
    ['robots.txt forbids it', { robots: 'User-agent: *\nDisallow: /lamps' }, false, 'robots.txt line 2 disallows it'],
    [
      'robots.txt fails',
      { robots: { outcome: 'unavailable', status: 503 } },
      null,
      'robots.txt returned status 503 to us',
    ],
    ['robots.txt cannot be reached', { robots: { outcome: 'unreachable', status: null } }, null, unreachable],
    ['it is not there', { status: 404 }, false, 'it returns status 404'],
    [
      'a meta element forbids it',
      { html: document('<meta name="robots" content="noindex">') },
      false,
      'line 5 says noindex',
    ],
    ['a header forbids it', { headers: { 'x-robots-tag': 'none' } }, false, 'the X-Robots-Tag header says none'],
    [
      'it is not even read',
      { robots: 'User-agent: *\nDisallow: /', html: document('<meta name="robots" content="noindex">') },
      false,
      'robots.txt line 2 disallows it',
    ],
  ])('%s', (_, page, value, reason) => {
    expect(shown(page).indexable).toMatchObject({ value, reason })
  })
})

it('the hosts that didn’t respond have their checks', () => {
  const html = document('<meta property="og:image" content="https://dead.example/a.png">', '<p>Lamps</p>')
  const probes = [
    failedProbe('canonical', 'https://dead.example/a', 'timeout'),
    failedProbe('og-image', 'https://dead.example/a.png', 'unreachable'),
    failedProbe('link', 'https://dead.example/a', 'timeout'),
    failedProbe('link', 'https://dead.example/c', 'robots_unavailable', 'not-asked'),
    failedProbe('link', 'https://slow.example/b', 'timeout'),
    probe('resource', 'https://slow.example/b.css', { status: 200 }),
    failedProbe('link', 'https://limit.example/', 'budget', 'not-asked'),
  ]
  expect(shown({ html, probes }).unresponsive_hosts).toEqual([
    { host: 'dead.example', links: 2, files: 1, robots_unavailable: false, checks: ['og-image'] },
  ])
})

describe('the search preview', () => {
  it('has the decoded parts of the URL’s path', () => {
    const page = document(
      '<title>Old lamps</title><meta name="description" content="All of them"><meta property="og:site_name" content="The shop">',
    )
    expect(shown({ html: page }).preview).toEqual({
      title: 'Old lamps',
      description: 'All of them',
      favicon_url: null,
      site_name: 'The shop',
      breadcrumb: ['lamps', 'old ones'],
    })
    expect(shown({ finalUrl: 'https://shop.example/%E0%A4%A/x' }).preview?.breadcrumb).toEqual(['%E0%A4%A', 'x'])
  })

  it('has the favicon that was found, or none', () => {
    const faviconUrl = 'https://shop.example/favicon.ico'
    const icon = (answer: Parameters<typeof probe>[2]) =>
      shown({ probes: [probe('favicon', faviconUrl, answer)] }).preview?.favicon_url
    expect(icon({ finalUrl: 'https://cdn.example/i.png', body: png })).toBe('https://cdn.example/i.png')
    expect(icon({ status: 404, text: '<html>not here' })).toBeNull()
    expect(shown({ probes: [failedProbe('favicon', faviconUrl, 'timeout')] }).preview?.favicon_url).toBe(faviconUrl)
  })
})

describe('the social card', () => {
  it('prefers Open Graph to Twitter tags to the page, and has the size of the image itself', () => {
    const head =
      '<title>T</title><meta name="description" content="D"><meta name="twitter:title" content="Twitter T"><meta property="og:description" content="Open D"><meta property="og:image" content="https://shop.example/a.png"><meta name="twitter:card" content="summary">'
    const image = probe('og-image', 'https://shop.example/a.png', { body: png, wireBytes: 5000 })
    expect(shown({ html: document(head), probes: [image] }).social).toEqual({
      title: 'Twitter T',
      description: 'Open D',
      site_name: null,
      image_url: 'https://shop.example/a.png',
      image_unusable: null,
      image_width: 1200,
      image_height: 630,
      image_type: 'png',
      image_bytes: 5000,
      card: 'summary',
    })
  })

  it.each(['/a.png', '//shop.example/a.png', 'a.png', 'javascript:alert(1)'])(
    'shows no image for the address %j, which networks do not fetch, and says which it was',
    (address) => {
      const image = probe('og-image', 'https://shop.example/a.png', { body: png, wireBytes: 5000 })
      expect(
        shown({ html: document(`<meta property="og:image" content=" ${address} ">`), probes: [image] }).social,
      ).toMatchObject({
        image_url: null,
        image_unusable: address,
        image_width: null,
        image_height: null,
        image_type: null,
        image_bytes: null,
      })
    },
  )

  it('has no image if the page names none', () => {
    expect(shown({ html: document('') }).social).toMatchObject({ image_url: null, image_unusable: null })
  })
})

describe('the probe requests', () => {
  it('are shown with their results', () => {
    const http = probe('http-variant', 'http://shop.example/lamps', {
      redirects: [{ url: 'http://shop.example/lamps', status: 301, location: url }],
      finalUrl: url,
    })
    const reading: SitemapReading = {
      kind: 'urlset',
      urls: 9,
      bytes: 900,
      cut: false,
      gzip: false,
      problem: null,
      found: [],
      children: 0,
      lastmods: { total: 0, most: [] },
    }
    const facts = shown({
      probes: [
        http,
        probe('sitemap', 'https://shop.example/index.xml', {
          sitemap: { ...reading, kind: 'index', urls: 0, children: 2 },
        }),
        probe('sitemap', 'https://shop.example/a.xml', { sitemap: { ...reading, found: [url] } }),
        probe('sitemap', 'https://shop.example/b.xml', { sitemap: reading }),
        probe('sitemap', 'https://shop.example/c.xml', { sitemap: { ...reading, cut: true } }),
        failedProbe('sitemap', 'https://shop.example/d.xml', 'time_up', 'not-asked'),
      ],
    })
    expect(facts.http_variant).toMatchObject({
      url: 'http://shop.example/lamps',
      final_url: url,
      leads_to_https: true,
      redirects: [{ status: 301 }],
    })
    expect(facts.sitemaps.map(({ kind, urls, listed, reason }) => [kind, urls, listed, reason])).toEqual([
      ['index', 2, null, null],
      ['urlset', 9, true, null],
      ['urlset', 9, false, null],
      ['urlset', 9, null, null],
      [null, null, null, 'time_up'],
    ])
    expect(facts.requests_made).toBe(5)
  })

  it('include the rule of robots.txt and its line', () => {
    const rule = { allowed: false, rule: 'Disallow: /lamps', line: 2 }
    expect(shown({ robots: 'User-agent: *\nDisallow: /lamps' }).robots).toMatchObject({
      url: 'https://shop.example/robots.txt',
      outcome: 'found',
      ...rule,
    })
    expect(shown({ robots: { outcome: 'unreachable', status: null } }).robots).toMatchObject({
      allowed: null,
      rule: null,
      line: null,
    })
    expect(shown({ robots: { outcome: 'unavailable', status: 500 } }).robots).toMatchObject({
      allowed: null,
      line: null,
    })
  })
})

it('structured data is compared with Google’s requirements', () => {
  const data = {
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'Product', name: 'Lamp', offers: { '@type': 'Offer' } },
      { '@type': 'FAQPage' },
      { '@type': 'BreadcrumbList', itemListElement: [{ '@type': 'ListItem', position: 1, name: 'Lights', item: '/' }] },
    ],
  }
  const { structured, preview } = shown({
    html: document(`<script type="application/ld+json">${JSON.stringify(data)}</script>`),
  })
  expect(structured?.total).toBe(3)
  expect(structured?.items.find(({ type }) => type === 'Product')).toMatchObject({
    syntax: 'json_ld',
    name: 'Lamp',
    retired: false,
    features: expect.arrayContaining(['Product snippet']),
    missing_required: expect.arrayContaining([expect.stringContaining('price')]),
  })
  expect(structured?.items.find(({ type }) => type === 'FAQPage')).toMatchObject({ retired: true })
  expect(preview?.breadcrumb).toEqual(['Lights'])
})

it('the remaining days of a certificate count from the response, or from the report', () => {
  const days = (headers: Record<string, string | null>, validTo: string | null = '2026-06-12T09:00:00.000Z') =>
    shown({
      headers,
      tls: { protocol: null, trusted: true, problem: null, subject: null, issuer: null, validFrom: null, validTo },
    }).certificate?.days_left
  expect(days({ date: 'Tue, 02 Jun 2026 10:00:00 GMT' })).toBe(9)
  expect(days({ date: 'Tue, 16 Jun 2026 10:00:00 GMT' })).toBe(-5)
  expect(days({ date: null })).toBe(9)
  expect(days({}, null)).toBeNull()
})
