import { expect, it } from 'vitest'
import { evaluate } from '#analyser/evaluate.ts'
import { analyseCase, type Case, type Change, expectCase } from '#testing/pages/check-page.ts'
import { pageUrl } from '#testing/pages/fetched-page.ts'
import { soundHtml, soundParts } from '#testing/pages/sound-page.ts'
import { texts } from '../checks/canonical-elsewhere.ts'

const { top } = soundParts
const canonical = (href: string, more = '') => `<link rel="canonical" href="${href}"${more}>`
const own = canonical(pageUrl)
const header = (value: string) => ({ canonical: '', headers: { link: value } })
const ignored = { 'canonical-valid': ['warn', /ignores it.*attribute|attribute.*ignores/s] } as const
const list = 'https://example.com/garden/lamps'
const onPage = (finalUrl: string, target: string) => ({
  page: { finalUrl },
  hreflang: '',
  openGraph: soundParts.openGraph.replaceAll(pageUrl, target),
  canonical: canonical(target),
})
const paging = {
  'canonical-elsewhere': ['info', /first page/],
  'paging-canonical': 'warn',
  indexability: 'other_url',
} as const
const alike = { 'canonical-elsewhere': ['info', /Google will index .* instead/], indexability: 'other_url' } as const
const unlike = {
  'canonical-elsewhere': ['fail', /other content|home page/],
  indexability: 'other_url',
  '*': 'pass',
} as const
const foreign = {
  'canonical-elsewhere': ['fail', /another host/],
  indexability: 'blocked',
  '*': 'pass',
} as const
const unreadable = {
  'canonical-elsewhere': ['fail', /can’t read/],
  indexability: 'blocked',
  '*': 'pass',
} as const
const ignoredTarget = {
  'canonical-valid': ['fail', /probably ignore.*choose itself/],
  indexability: 'indexable',
} as const

const html = { headers: { 'content-type': 'text/html' } }
const oak = 'Chairs and tables of oak stand in each room of the house, and none of them is painted. '
const other = (text = oak.repeat(9)) => `<!doctype html><title>Oak for each room</title><main><p>${text}</main>`
/** The page names a canonical URL that returns this text. */
const naming = (target: string, text: string, finalUrl = pageUrl): Change => ({
  ...onPage(finalUrl, target),
  answers: {
    canonical: { ...html, text },
    sitemap: (sound) => ({ ...sound, sitemap: sound.sitemap && { ...sound.sitemap, found: [] } }),
  },
})
const same = (target: string) => soundHtml({ canonical: canonical(target) })
const boots = 'https://example.com/boots'
const menu = `<nav>${'<a href="/a">Lamps of copper</a> <a href="/b">Chairs of oak</a> '.repeat(40)}</nav>`

const cases: Case[] = [
  ['two canonicals that differ by a fragment', { canonical: own + canonical(`${pageUrl}#top`) }, {}],
  [
    'canonicals of header and link that differ by a fragment',
    { headers: { link: `<${pageUrl}#a>; rel=canonical` } },
    {},
  ],
  [
    'two canonicals that differ by more',
    { canonical: own + canonical(`${pageUrl}1`) },
    { 'canonical-valid': ['fail', 2], '*': 'pass' },
  ],

  ...['hreflang="en"', 'lang="en"', 'media="all"', 'type="text/html"'].map((attribute): Case => [
    `a canonical with ${attribute}`,
    { canonical: canonical(pageUrl, ` ${attribute}`) },
    ignored,
  ]),
  ['a canonical header with media', header(`<${pageUrl}>; rel="canonical"; media="print"`), ignored],
  [
    'such a tag beside a canonical that counts',
    { canonical: own + canonical('https://example.com/m', ' media="print"') },
    {},
  ],
  [
    'a canonical with attributes that mean nothing',
    { canonical: canonical(pageUrl, ' id="c" data-a="b" crossorigin') },
    {},
  ],

  [
    'a canonical behind an element that ends the head',
    { canonical: '', top: `${own}${top}` },
    { 'canonical-valid': ['warn', /outside the head/] },
  ],
  ['no canonical', { canonical: '' }, { 'canonical-valid': ['info', /no canonical tag/] }],

  ['page 2 that names the list', naming(list, other(), `${list}?page=2`), paging],
  ['page 2 in German', naming(list, other(), `${list}?seite=2`), paging],
  ['page 3 that names page 1', naming(`${list}?sort=a&p=1`, other(), `${list}?p=3&sort=a`), paging],
  ['a page in the path', naming(`${list}/`, other(), `${list}/page/2/`), paging],
  ['a page in the path in German', naming(list, other(), `${list}/seite-4`), paging],
  ['page 2 of the home page', naming('https://example.com/', other(), 'https://example.com/?page=2'), paging],

  ['page 2 of another order that names the list', naming(list, other(), `${list}?page=2&sort=price`), alike],
  ['page 1 that names the list', naming(list, other(), `${list}?page=1`), alike],
  ['a filter', naming(list, other(), `${list}?colour=red`), alike],
  ['a campaign on the home page', naming('https://example.com/', same('/'), 'https://example.com/?utm=x'), alike],
  ['the URL without www', naming(list, other(), list.replace('://', '://www.')), alike],
  ['a mobile website', naming('https://www.example.com/lamps', other(), 'https://m.example.com/lamps'), alike],
  ['an AMP page', naming('https://example.com/lamps', other(), 'https://example.com/lamps/amp/'), alike],
  ['an AMP host', naming('https://example.com/lamps/', other(), 'https://amp.example.com/lamps'), alike],
  ['another path with the same content', naming(boots, same(boots)), alike],
  ['another website with the same content', naming('https://b.example/x', same('https://b.example/x')), alike],
  ['the home page with the same content', naming('https://example.com/', same('https://example.com/')), alike],
  [
    'a page that has all of this content and more',
    naming(boots, soundHtml({ canonical: canonical(boots), end: `<p>${oak.repeat(20)}</p>` })),
    alike,
  ],
  ['a page without the template of this one', naming(boots, `<title>Boots</title>${soundParts.text}`), alike],

  ['the home page', naming('https://example.com/', other()), unlike],
  ['the home page, by a number', naming('https://example.com/', other(), 'https://example.com/?p=123'), unlike],
  ['the home page of another website', naming('https://b.example/', other(), 'https://example.com/'), foreign],
  ['another product', naming(boots, other()), unlike],
  ['another website', naming('https://b.example/boots', other()), foreign],
  [
    'another page with the same menu',
    { ...naming(boots, menu + other()), links: `${menu}${soundParts.links}`, text: '<p>One lamp of clear glass.</p>' },
    unlike,
  ],
  [
    'an article by number',
    naming('https://example.com/lamps-of-copper', other(), 'https://example.com/post?p=12'),
    unlike,
  ],
  [
    'the home page of a number in the path',
    naming('https://example.com/', other(), 'https://example.com/p/123'),
    unlike,
  ],
  [
    'the home page, which gives no answer',
    {
      ...onPage(pageUrl, 'https://example.com/'),
      answers: {
        canonical: { outcome: 'failed', status: null, finalUrl: null, reasonCode: 'timeout', reason: 'timeout' },
      },
    },
    unreadable,
  ],
  [
    'a page that names a third one, with other content',
    naming(
      boots,
      other()
        .replace('<main>', `${canonical('/third')}<main>`)
        .replace('<title>', `${canonical('/third')}<title>`),
    ),
    { ...unlike, 'canonical-valid': 'warn' },
  ],

  [
    'an empty page',
    naming(boots, '<!doctype html><title>App</title><div id="root"></div>'),
    { 'canonical-elsewhere': ['unknown', /couldn’t compare/], indexability: 'other_url', '*': 'pass' },
  ],
  [
    'a page that names this one',
    { ...onPage(pageUrl, boots), answers: { canonical: { ...html, text: same(pageUrl) } } },
    ignoredTarget,
  ],
  ...[404, 410].map((status): Case => [
    `a page that returns ${status}`,
    { ...onPage(pageUrl, boots), answers: { canonical: { status } } },
    ignoredTarget,
  ]),
  ...[401, 403, 500].map((status): Case => [
    `a page that returns ${status}`,
    { ...onPage(pageUrl, boots), answers: { canonical: { status } } },
    unreadable,
  ]),
  [
    'a page that redirects',
    {
      ...onPage(pageUrl, boots),
      answers: {
        canonical: {
          ...html,
          redirects: [{ url: boots, status: 301, location: '/b' }],
          finalUrl: 'https://example.com/b',
        },
      },
    },
    ignoredTarget,
  ],
  [
    'a page that is noindexed',
    {
      ...onPage(pageUrl, boots),
      answers: { canonical: { headers: { ...html.headers, 'x-robots-tag': 'noindex' }, text: same(boots) } },
    },
    ignoredTarget,
  ],
  [
    'a page that robots.txt blocks',
    { ...onPage(pageUrl, boots), page: { finalUrl: pageUrl, robots: 'User-agent: *\nDisallow: /boots' } },
    { ...ignoredTarget, '*': 'pass' },
  ],

  [
    'noindex in the body, in capitals',
    { top: `${top}<META NAME="Robots" CONTENT="NoIndex">` },
    { noindex: ['warn', /outside the head/], indexability: 'indexable' },
  ],
  [
    'none for Googlebot, in the body',
    { end: '<meta name="googlebot" content="none">' },
    { noindex: ['warn', /outside the head/], indexability: 'indexable' },
  ],
  ['noindex for another crawler, in the body', { end: '<meta name="bingbot" content="noindex">' }, {}],
  ['index, in the body', { end: '<meta name="robots" content="index, follow">' }, {}],
  ['noindex in a text', { end: '<p>&lt;meta name="robots" content="noindex"&gt;</p>' }, {}],
  [
    'noindex in the head and the body',
    { head: '<meta name="robots" content="noindex">', end: '<meta name="robots" content="noindex">' },
    { noindex: 'fail', 'in-sitemap': 'warn', indexability: 'blocked' },
  ],

  ...['robot', 'robtos', 'google-bot', 'googelbot', 'robots:'].map((name): Case => [
    `rules for “${name}”`,
    { head: `<meta name="${name}" content="noindex, follow">` },
    { 'robots-directives': ['warn', /Did you mean/] },
  ]),
  ['rules in the property attribute that change nothing', { head: '<meta property="robots" content="index">' }, {}],
  ['rules for “robot” that change nothing', { head: '<meta name="robot" content="index, follow">' }, {}],
  ['rules for another crawler', { head: '<meta name="bingbot" content="noindex">' }, {}],
  [
    'a header in which “robots” swallows the rules',
    { headers: { 'x-robots-tag': 'robots: noindex, nofollow' } },
    { 'robots-directives': ['warn', /don’t reach Google/] },
  ],
  [
    'a header in which a rule swallows another',
    { headers: { 'x-robots-tag': 'noindex: true, nosnippet' } },
    { 'robots-directives': ['warn', /don’t reach Google/] },
  ],
  ['a header for another crawler', { headers: { 'x-robots-tag': 'otherbot: noindex, nofollow' } }, {}],
]

it.each(cases)('%s', (...row) => expectCase(row))

it('a canonical URL that Google ignores costs 6 points, one with other content caps the score like noindex', () => {
  const of = (change: Change) => analyseCase(change)
  const missing = of({ ...onPage(pageUrl, boots), answers: { canonical: { status: 404 } } })
  expect(missing.score).toBe(94)
  const noindexed = of({ head: '<meta name="robots" content="noindex">' })
  const husum = of(naming('https://example.com/', other()))
  for (const { score, cappedBy, categories } of [noindexed, husum]) {
    expect(score).toBe(49)
    expect(cappedBy).toHaveLength(1)
    expect(categories.crawl).toBe(49)
  }
  expect(of(naming(`${list}`, other(), `${list}?colour=red`)).score).toBe(100)
})

it('a report from before canonical URLs were compared says so', () => {
  const { facts } = analyseCase(naming(boots, other()))
  const probes = facts.probes.map((probe) => {
    if (probe.page === null) return probe
    const { likeness: _, ...page } = probe.page
    return { ...probe, page }
  })
  expect(evaluate({ ...facts, probes }).results['canonical-elsewhere']).toMatchObject({
    outcome: 'unknown',
    reason: texts.older,
    points_lost: 0,
  })
})
