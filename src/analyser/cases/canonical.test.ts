import { describe, expect, it } from 'vitest'
import { analyseCase, type Case, expectCase } from '#testing/pages/check-page.ts'
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
const paging = { 'canonical-elsewhere': ['warn', /first page/], indexability: 'other_url', '*': 'pass' } as const
const other = {
  'canonical-elsewhere': ['warn', /points to another page/],
  indexability: 'other_url',
  '*': 'pass',
} as const

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

  ['page 2 that names the list', onPage(`${list}?page=2`, list), paging],
  ['page 3 that names page 1', onPage(`${list}?p=3&sort=a`, `${list}?sort=a&p=1`), paging],
  ['a page in the path', onPage(`${list}/page/2/`, `${list}/`), paging],
  ['a page in the path in German', onPage(`${list}/seite-4`, list), paging],
  ['page 2 of another order that names the list', onPage(`${list}?page=2&sort=price`, list), other],
  ['page 1 that names the list', onPage(`${list}?page=1`, list), other],
  ['an article by number', onPage('https://example.com/post?p=12', 'https://example.com/lamps-of-copper'), other],

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

describe.each([
  ['of a mobile website', 'https://m.example.com/lamps', 'https://www.example.com/lamps'],
  ['of an AMP page', 'https://example.com/lamps/amp/', 'https://example.com/lamps'],
  ['of an AMP start page', 'https://example.com/amp/', 'https://example.com/'],
  ['of an AMP host', 'https://amp.example.com/lamps', 'https://example.com/lamps/'],
])('the canonical %s', (_, finalUrl, target) => {
  it('costs a tenth', () => {
    const answers = {
      canonical: { headers: { 'content-type': 'text/html' }, text: soundHtml({ canonical: canonical(target) }) },
    }
    const { results } = analyseCase({ ...onPage(finalUrl, target), answers })
    expect(results['canonical-elsewhere']?.points_lost).toBe(5.2)
  })
})

it.each(['https://example.com/p/123', 'https://example.com/shop?p=123'])(
  'the number in %s is no page of a list',
  (url) => {
    const { results } = analyseCase(onPage(url, 'https://example.com/'))
    expect(results['canonical-elsewhere']).toMatchObject({ outcome: 'fail', title: texts.homePage })
  },
)

it.each(cases)('%s', (...one) => expectCase(one))
