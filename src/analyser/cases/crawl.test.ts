import { describe, expect, it } from 'vitest'
import type { LinkAnswer } from '#analyser/link-answers.ts'
import { pageLinks } from '#analyser/page-state.ts'
import { crawlPage, linkAnswer } from '#testing/pages/crawled-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { faultsOfResult } from '#testing/pages/language-guide.ts'

const linkChecks = ['broken-internal', 'broken-external', 'redirecting-links', 'click-depth']
const links = (many: number) =>
  Array.from({ length: many }, (_, index) => `<a href="/l${index}">Target ${index}</a>`).join('\n')
const many = { html: document('', `${links(120)}<a href="https://other.example/">Other</a>`) }
const answers = Array.from({ length: 120 }, (_, index) => linkAnswer(`/l${index}`))
const withAnswers = (...some: ReturnType<typeof linkAnswer>[]) => [
  ...answers.filter(({ url }) => some.every((other) => other.url !== url)),
  ...some,
]

describe('a page of a crawl', () => {
  it('has its links checked when the crawl ends, and requests none', () => {
    const { running, probeRequests } = crawlPage(many)
    for (const id of linkChecks)
      expect(running[id]).toMatchObject({ outcome: 'unknown', reason_code: 'crawl_running', points_lost: 0 })
    expect(probeRequests.filter(({ purpose }) => purpose === 'link')).toEqual([])
  })

  it('names every broken link of all, with its place on the page', () => {
    const { ended } = crawlPage(many, {
      answers: withAnswers(linkAnswer('/l77', { status: 404 }), linkAnswer('/l100', { status: 404 })),
    })
    expect(ended['broken-internal']).toMatchObject({
      outcome: 'fail',
      title: '2 of 120 internal links are broken',
      value: 2,
      evidence: [
        { url: 'https://example.com/l77', note: 'Returned 404', snippet: '<a href="/l77">Target 77</a>', line: 85 },
        { url: 'https://example.com/l100', note: 'Returned 404', line: 108 },
      ],
    })
  })

  const two = {
    html: document('', '<a href="/a">Lamps</a><a href="/b">Gates</a><a href="https://other.example/">O</a>'),
  }
  const both = [linkAnswer('/a'), linkAnswer('/b')]
  const failed = (path: string, reasonCode: LinkAnswer['reasonCode'], reason: string) =>
    linkAnswer(path, { outcome: 'failed', status: null, finalUrl: null, reasonCode, reason })
  const notAsked = (path: string, reasonCode: LinkAnswer['reasonCode'], reason: string) => ({
    ...failed(path, reasonCode, reason),
    outcome: 'not-asked' as const,
  })
  const moved = (path: string) =>
    linkAnswer(path, {
      redirects: [{ url: `https://example.com${path}`, status: 301, location: '/new' }],
      finalUrl: 'https://example.com/new',
    })

  it.each<[name: string, answers: LinkAnswer[], expected: Record<string, unknown>]>([
    ['all work', both, { outcome: 'pass', title: 'All 2 internal links work', reason: null }],
    [
      'a loop',
      [linkAnswer('/a'), failed('/b', 'redirect_loop', 'it redirects in a loop')],
      {
        outcome: 'fail',
        value: 1,
        evidence: [{ note: 'No response: it redirects in a loop', snippet: '<a href="/b">Gates</a>' }],
      },
    ],
    ['an error', [linkAnswer('/a'), linkAnswer('/b', { status: 500 })], { outcome: 'fail', value: 1 }],
    [
      'a login and too many requests',
      [linkAnswer('/a', { status: 401 }), linkAnswer('/b', { status: 429 })],
      { outcome: 'unknown', points_lost: 0 },
    ],
    [
      'one that asks for a password',
      [linkAnswer('/a'), linkAnswer('/b', { status: 401 })],
      { outcome: 'pass', title: '1 of 2 internal links checked, none broken; 1 couldn’t be checked' },
    ],
    [
      'one that robots.txt forbids',
      [linkAnswer('/a'), notAsked('/b', 'robots', 'robots.txt on example.com blocks it')],
      {
        outcome: 'pass',
        title: '1 of 2 internal links checked, none broken',
        reason: '1 link wasn’t checked: robots.txt on example.com blocks it.',
      },
    ],
    [
      'none, because the crawl was cancelled',
      ['/a', '/b'].map((path) => notAsked(path, 'crawl_cancelled', 'the crawl was cancelled')),
      {
        outcome: 'unknown',
        reason: '2 links weren’t checked, such as https://example.com/a: the crawl was cancelled.',
        points_lost: 0,
      },
    ],
    [
      'a broken one and one that was not asked, which counts as working',
      [linkAnswer('/a', { status: 404 }), notAsked('/b', 'crawl_limit', 'a limit was reached')],
      {
        outcome: 'fail',
        title: '1 of 2 internal links is broken',
        reason: '1 link wasn’t checked: a limit was reached.',
        points_lost: 6,
      },
    ],
  ])('has its internal links judged: %s', (_, answers, expected) => {
    const { ended } = crawlPage(two, { answers })
    expect(ended['broken-internal']).toMatchObject(expected)
    expect(faultsOfResult('broken-internal', ended['broken-internal']!)).toEqual([])
    expect(ended['broken-internal']).not.toHaveProperty('reason_code')
  })

  it('counts the links to redirects, loops among them', () => {
    const loop = failed('/b', 'redirect_loop', 'it redirects in a loop')
    const answers = [moved('/a'), { ...loop, redirects: [{ url: loop.url, status: 301, location: '/b2' }] }]
    expect(crawlPage(two, { answers: [moved('/a'), linkAnswer('/b')] }).ended['redirecting-links']).toMatchObject({
      outcome: 'warn',
      title: '1 of 2 internal links redirects',
      evidence: [{ url: 'https://example.com/a', note: '301 to https://example.com/new', line: 8 }],
    })
    expect(crawlPage(two, { answers }).ended['redirecting-links']).toMatchObject({
      title: '2 of 2 internal links redirect',
      value: 2,
    })
    expect(crawlPage(two, { answers: both }).ended['redirecting-links']).toMatchObject({
      outcome: 'pass',
      title: 'None of the 2 internal links redirect',
    })
  })

  it('warns about broken links to other websites, and ignores servers that refuse robots', () => {
    const external = (status: number) =>
      crawlPage(two, { answers: [...both, linkAnswer('https://other.example/', { status })] }).ended['broken-external']
    expect(external(404)).toMatchObject({ outcome: 'warn', title: 'The only external link is broken' })
    expect(external(200)).toMatchObject({ outcome: 'pass', title: 'The only external link works' })
    expect(external(403)).toMatchObject({ outcome: 'unknown' })
  })

  it('that links 50,000 times has its first 1,000 links checked, within the limits of its size', () => {
    const { ended, facts, running } = crawlPage(
      { html: document('', links(50_000).replaceAll('\n', '')) },
      { answers: Array.from({ length: 1_000 }, (_, index) => linkAnswer(`/l${index}`, { status: index ? 200 : 404 })) },
    )
    expect(running['broken-internal']).toMatchObject({ outcome: 'unknown' })
    expect(ended['broken-internal']).toMatchObject({
      title: '1 of the first 1,000 internal links is broken',
      reason: 'Only the first 1,000 of 50,000 were checked.',
    })
    expect(Object.keys(facts.places).length).toBeLessThan(200)
    expect(pageLinks(facts, ended)).toHaveLength(1_000)
  })

  it('keeps the places of those links alone that its results show', () => {
    const { facts } = crawlPage(many, { answers: withAnswers(linkAnswer('/l77', { status: 404 })) })
    const shown = Object.values(facts.places).map(({ snippet }) => snippet)
    expect(shown).toContain('<a href="/l77">Target 77</a>')
    expect(shown).not.toContain('<a href="/l76">Target 76</a>')
  })

  it('has the texts of its broken links', () => {
    const { facts, ended } = crawlPage(two, { answers: [linkAnswer('/a', { status: 404 }), linkAnswer('/b')] })
    expect(pageLinks(facts, ended)).toEqual([
      { url: 'https://example.com/a', isBroken: true, anchor: 'Lamps' },
      { url: 'https://example.com/b', isBroken: false },
    ])
  })
})
