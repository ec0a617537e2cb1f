import { describe, expect, it } from 'vitest'
import { document, fetchedPageOf, type Page, pageUrl } from '#testing/pages/fetched-page.ts'
import { collectFacts } from '../facts/collect.ts'
import { sharedImage } from '../facts/metadata.ts'
import type { PageFacts } from '../page-facts.ts'
import { probePurposes, type ProbeRequest } from '../probe.ts'
import { planProbes } from './plan.ts'

const factsOf = (page: Page) => collectFacts(fetchedPageOf(page)).facts
const planned = (page: Page, more: Partial<PageFacts> = {}) => planProbes({ ...factsOf(page), ...more })
const urls = (probeRequests: ProbeRequest[], purpose: ProbeRequest['purpose']) =>
  probeRequests.filter((request) => request.purpose === purpose).map(({ url }) => url)

const times = (many: number, write: (index: number) => string) =>
  Array.from({ length: many }, (_, index) => write(index)).join('\n')
const links = (many: number, base = '/p') => times(many, (index) => `<a href="${base}${index}">p</a>`)
const images = (many: number) => times(many, (index) => `<img src="/i${index}.png">`)
const scripts = (many: number) => times(many, (index) => `<script src="/s${index}.js"></script>`)

describe('the plan', () => {
  it('of a plain page asks for its http variant, an old handshake, sitemap, favicon, a path that is nowhere and llms.txt', () => {
    expect(planned({ html: document('') })).toEqual([
      {
        purpose: 'http-variant',
        url: 'http://example.com/garden/lamps?page=2',
        read: 'nothing',
        obeysRobots: false,
        at: null,
      },
      { purpose: 'old-tls', url: 'https://example.com/', read: 'handshake', obeysRobots: false, at: null },
      {
        purpose: 'sitemap',
        url: 'https://example.com/sitemap.xml',
        read: 'sitemap',
        obeysRobots: false,
        at: null,
        lookFor: [pageUrl],
      },
      { purpose: 'favicon', url: 'https://example.com/favicon.ico', read: 'start', obeysRobots: true, at: null },
      {
        purpose: 'soft-404',
        url: expect.stringMatching(/^https:\/\/example\.com\/[\da-f]{16}-not-here$/),
        read: 'nothing',
        obeysRobots: true,
        at: null,
      },
      { purpose: 'llms-txt', url: 'https://example.com/llms.txt', read: 'nothing', obeysRobots: true, at: null },
    ])
  })

  it('of a page of a crawl asks for no links, and for the http variant of the start page', () => {
    const html = document('', links(50) + links(50, 'https://other.example/') + images(50) + scripts(50))
    const single = planProbes(factsOf({ html }))
    const ofCrawl = planProbes(factsOf({ html }), { isOfCrawl: true })
    expect(urls(ofCrawl, 'http-variant')).toEqual(['http://example.com/'])
    const rest = (requests: ProbeRequest[]) =>
      requests.filter(({ purpose }) => purpose !== 'link' && purpose !== 'http-variant')
    expect(rest(ofCrawl)).toEqual(rest(single))
    expect(urls(ofCrawl, 'link')).toEqual([])
  })

  it.each([
    ['http://example.com/', ['sitemap', 'favicon', 'soft-404', 'llms-txt']],
    ['https://example.com:8443/', ['old-tls', 'sitemap', 'favicon', 'soft-404', 'llms-txt']],
  ])('of %s leaves out what means nothing there', (finalUrl, expected) => {
    expect(planned({ finalUrl }).map(({ purpose }) => purpose)).toEqual(expected)
  })

  it('is the same for the same page, and its path that is nowhere differs between sites', () => {
    const html = document('', links(5))
    expect(planned({ html })).toEqual(planned({ html }))
    expect(urls(planned({ html }), 'soft-404')).not.toEqual(
      urls(planned({ html, finalUrl: 'https://example.org/' }), 'soft-404').map((url) => url.replace('.org', '.com')),
    )
  })

  it('keeps the order of importance, whatever the page, and at most forty probeRequests', () => {
    const head =
      '<link rel="canonical" href="/c"><meta property="og:image" content="/o.png">' +
      times(9, (index) => `<link rel="alternate" hreflang="de-${index}" href="https://example.com/de${index}">`)
    const robots = times(9, (index) => `Sitemap: https://example.com/s${index}.xml`)
    const probeRequests = planned({
      html: document(head, links(50) + links(50, 'https://other.example/') + images(50) + scripts(50)),
      robots,
    })
    expect(probeRequests.length).toBeLessThanOrEqual(40)
    const order = probeRequests.map(({ purpose }) =>
      Math.min(probePurposes.indexOf(purpose), probePurposes.indexOf('link')),
    )
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  })
})

describe('sitemaps', () => {
  it('are those that robots.txt names, on whatever host, each once and at most three', () => {
    const robots = [
      'https://cdn.example/a.xml',
      '/relative.xml',
      'https://cdn.example/a.xml#x',
      'ftp://example.com/b.xml',
      'https://example.com/c.xml',
      'https://example.com/d.xml',
      'https://example.com/e.xml',
    ]
    const probeRequests = planned({ html: document(''), robots: robots.map((url) => `Sitemap: ${url}`).join('\n') })
    expect(urls(probeRequests, 'sitemap')).toEqual([
      'https://cdn.example/a.xml',
      'https://example.com/c.xml',
      'https://example.com/d.xml',
    ])
  })

  it('are searched for the address that was asked, the final one and the canonical', () => {
    const page = {
      html: document('<link rel="canonical" href="https://example.com/c#x">'),
      askedUrl: 'https://example.com/asked',
    }
    expect(planned(page).find(({ purpose }) => purpose === 'sitemap')?.lookFor).toEqual([
      'https://example.com/asked',
      pageUrl,
      'https://example.com/c',
    ])
  })
})

describe('the favicon', () => {
  const icon = (rel: string, url: string | null, at: number) => ({
    url,
    href: url ?? 'data:,',
    rel,
    sizes: null,
    type: null,
    at,
  })
  it.each([
    [
      'the first that is for all',
      [
        icon('apple-touch-icon', 'https://example.com/touch.png', 3),
        icon('Shortcut Icon', 'https://example.com/a.ico', 4),
        icon('icon', 'https://example.com/b.ico', 5),
      ],
      'https://example.com/a.ico',
      4,
    ],
    [
      'one for touch screens',
      [icon('icon', null, 2), icon('apple-touch-icon', 'https://example.com/touch.png', 3)],
      'https://example.com/touch.png',
      3,
    ],
    [
      'the usual place',
      [icon('mask-icon', 'https://example.com/mask.svg', 3)],
      'https://example.com/favicon.ico',
      null,
    ],
  ])('is %s', (_case, items, url, at) => {
    const request = planned({ html: document('') }, { icons: { items, total: items.length } }).find(
      ({ purpose }) => purpose === 'favicon',
    )
    expect(request).toMatchObject({ url, at, read: 'start' })
  })
})

describe('what the page names', () => {
  it('is asked where it is the first og:image with content, the canonical of another address, and other languages', () => {
    const alternate = (url: string | null, at: number) => ({
      source: 'link' as const,
      hreflang: 'de',
      href: '',
      url,
      absolute: true,
      inHead: true,
      at,
    })
    const items = [
      alternate(`${pageUrl}#self`, 7),
      alternate('https://example.com/de', 8),
      alternate(null, 9),
      alternate('https://example.com/de#b', 10),
      alternate('https://example.fr/', 11),
    ]
    const html = document(
      '<link rel="canonical" href="/other"><meta property="og:image" content=" "><meta property="og:image" content="/card.png">',
    )
    const probeRequests = planned({ html }, { alternates: { items, total: items.length } })
    expect(urls(probeRequests, 'og-image')).toEqual(['https://example.com/card.png'])
    expect(urls(probeRequests, 'canonical')).toEqual(['https://example.com/other'])
    expect(urls(probeRequests, 'alternate')).toEqual(['https://example.com/de', 'https://example.fr/'])
    expect(
      probeRequests.every(
        ({ at, purpose }) => (at !== null) === ['og-image', 'canonical', 'alternate'].includes(purpose),
      ),
    ).toBe(true)
  })

  it('is the social image that its check reports on', () => {
    const meta = (property: string, name: string) =>
      `<meta property="${property}" content="https://example.com/${name}.png">`
    const head = meta('og:image:secure_url', 'secure') + meta('og:image:url', 'first') + meta('og:image', 'second')
    const html = document(head)
    expect(urls(planned({ html }), 'og-image')).toEqual([sharedImage(factsOf({ html }).metadata.metas.items)?.url])
    expect(urls(planned({ html: document('', meta('og:image', 'in-body')) }), 'og-image')).toEqual([])
  })

  it.each([
    ['an og:image that is no web address', '<meta property="og:image" content="data:image/png,x">', 'og-image'],
    ['an og:image too long to be kept', `<meta property="og:image" content="/${'x'.repeat(3_000)}">`, 'og-image'],
    ['a canonical of its own', `<link rel="canonical" href="${pageUrl}#top">`, 'canonical'],
    ['a canonical that is no address', '<link rel="canonical" href="http://[/">', 'canonical'],
  ] as const)('is not asked when it is %s', (_case, head, purpose) => {
    expect(urls(planned({ html: document(head) }), purpose)).toEqual([])
  })
})

describe('the sample', () => {
  const sample = (html: string) =>
    planned({ html: document('', html) }).filter(({ purpose }) => purpose === 'link' || purpose === 'resource')

  it('takes each address once, neither the page itself nor what is no web address nor what was cut', () => {
    const html = `<a href="/a">1</a><a href="/a#b">2</a><a href="#top">3</a><a href="${pageUrl}">4</a><a href="mailto:a@example.com">5</a><a href="/${'x'.repeat(3_000)}">6</a>`
    expect(sample(html).map(({ url, read, at }) => [url, read, typeof at])).toEqual([
      ['https://example.com/a', 'nothing', 'number'],
    ])
  })

  it('leaves out what only the author can open, and addresses that hide an e-mail', () => {
    expect(
      sample(
        '<a href="http://localhost/">a</a><a href="http://192.168.0.1/">b</a><a href="/cdn-cgi/l/email-protection#0a">c</a>',
      ),
    ).toEqual([])
  })

  it('takes one link to each other host', () => {
    const html =
      '<a href="https://a.example/1">1</a><a href="https://a.example/2">2</a><a href="https://b.example/">3</a>'
    expect(sample(html).map(({ url }) => url)).toEqual(['https://a.example/1', 'https://b.example/'])
  })

  it('reads scripts and style sheets whole and the start of images, and leaves out what noscript holds', () => {
    const html =
      '<script src="/a.js"></script><link rel="stylesheet" href="/a.css"><img src="/a.png"><iframe src="/frame"></iframe><noscript><img src="/pixel.gif"></noscript>'
    expect(sample(html).map(({ url, read }) => [url, read])).toEqual([
      ['https://example.com/a.js', 'all'],
      ['https://example.com/a.css', 'all'],
      ['https://example.com/a.png', 'start'],
    ])
  })

  const split = (html: string) => {
    const probeRequests = sample(html)
    return [
      probeRequests.filter(({ purpose }) => purpose === 'link').length,
      probeRequests.filter(({ read }) => read === 'all').length,
      probeRequests.filter(({ read }) => read === 'start').length,
    ]
  }
  it.each([
    [
      'many of all',
      links(50) + times(50, (index) => `<a href="https://h${index}.example/">h</a>`) + images(50) + scripts(50),
      [12, 6, 6],
    ],
    ['many links alone', links(50), [24, 0, 0]],
    ['many images alone', images(50), [0, 0, 24]],
    ['many links and code', links(50) + scripts(50), [12, 12, 0]],
    ['few images', links(50) + images(2) + scripts(50), [12, 10, 2]],
    ['few links', links(3) + images(50) + scripts(50), [3, 6, 15]],
  ])('shares out between links, code and images: %s', (_case, html, expected) => {
    expect(split(html)).toEqual(expected)
  })

  it('gives links and resources their turns', () => {
    expect(sample(links(3) + images(3)).map(({ purpose }) => purpose)).toEqual([
      'link',
      'resource',
      'link',
      'resource',
      'link',
      'resource',
    ])
  })

  it('asks resources of three other hosts at most', () => {
    const html = times(9, (index) => `<img src="https://h${index}.example/a.png">`)
    expect(sample(html).map(({ url }) => new URL(url).host)).toEqual(['h0.example', 'h1.example', 'h2.example'])
  })
})
