import { it } from 'vitest'
import type { SitemapVersions } from '#analyser/probe.ts'
import { type Case, type Change, expectCase } from '#testing/pages/check-page.ts'
import { document, pageUrl, probe } from '#testing/pages/fetched-page.ts'
import { soundParts } from '#testing/pages/sound-page.ts'

const german = 'https://example.com/de/lampen'
const link = (code: string, href: string) => `<link rel="alternate" hreflang="${code}" href="${href}">`
const back = document(link('en', pageUrl) + link('de', german))
const html = { 'content-type': 'text/html' }
/** The page with other tags, and the response of its German version. */
const version = (answer: Parameters<typeof probe>[2]): Change => ({
  answers: { alternate: (sound) => ({ ...probe('alternate', sound.url, answer), at: sound.at }) },
})
const codes = (...values: string[]): Change => ({
  hreflang: `${soundParts.hreflang}${values.map((value) => link(value, german)).join('')}`,
})

const french = 'https://example.com/fr/lampes'

/** The page without hreflang tags, whose entry in the sitemap has these links, and the entries that link back. */
function inSitemap(
  links: Record<string, string>,
  { listed = Object.values(links), returns = listed, reading = {}, ...more }: Parts = {},
): Change {
  const items = Object.entries(links).map(([code, href], at) => ({
    entry: pageUrl,
    hreflang: code.replace(/^\d/, ''),
    href,
    line: at + 3,
    listed: listed.includes(href),
  }))
  const from = returns.filter((url) => url !== pageUrl).map((url) => ({ from: url, to: pageUrl }))
  const versions: SitemapVersions = {
    links: { items, total: items.length },
    returns: { items: from, total: from.length },
    ignored: null,
  }
  return {
    hreflang: '',
    ...more,
    answers: {
      ...more.answers,
      sitemap: (answer) => ({
        ...answer,
        ...(answer.sitemap && { sitemap: { ...answer.sitemap, versions, ...reading } }),
      }),
    },
  }
}
type Parts = Change & { listed?: string[]; returns?: string[]; reading?: object }

const all = { en: pageUrl, de: german, 'x-default': pageUrl }

const sitemapCases: Case[] = [
  [
    'versions that are only in the sitemap',
    inSitemap(all),
    { hreflang: ['pass', /^\["1 of 1 other version in the sitemap checked, none without a link back"/] },
  ],
  [
    'versions in the sitemap, of URLs that are written otherwise',
    inSitemap({ en: 'HTTPS://EXAMPLE.com:443/garden/%6camps?page=2', de: german, 'x-default': pageUrl }),
    { hreflang: 'pass' },
  ],
  ['no version, in neither', { hreflang: '' }, { hreflang: ['not-applicable', /The page has no hreflang tags/] }],
  [
    'versions in the sitemap, without x-default',
    inSitemap({ en: pageUrl, de: german }),
    { hreflang: ['info', /in the sitemap checked, none without a link back; no x-default/] },
  ],
  [
    'an entry that lists only itself',
    inSitemap({ en: pageUrl, 'x-default': pageUrl }),
    { hreflang: ['pass', /Hreflang in the sitemap only lists this page/] },
  ],
  [
    'a version in the sitemap without an entry',
    inSitemap(all, { listed: [pageUrl] }),
    { hreflang: ['warn', /1 language version in the sitemap doesn’t link back.*lampen.*no entry for this version/] },
  ],
  [
    'a version in the sitemap whose entry doesn’t link back',
    inSitemap({ ...all, fr: french }, { returns: [pageUrl, german] }),
    { hreflang: ['warn', /1 language version in the sitemap doesn’t.*fr.lampes","note":"Its entry in the sitemap/] },
  ],
  [
    'one version of two without an entry, in a sitemap that was cut',
    inSitemap({ ...all, fr: french }, { listed: [pageUrl, german], reading: { cut: true } }),
    { hreflang: ['pass', /1 of 2 other versions in the sitemap checked, none without a link back/] },
  ],
  [
    'a version whose entry doesn’t link back, in a sitemap that was cut',
    inSitemap({ ...all, fr: french }, { returns: [pageUrl, german], reading: { cut: true } }),
    { hreflang: ['warn', /Its entry in the sitemap doesn’t link back/] },
  ],
  [
    'a version on another host, whose sitemap has its entry',
    inSitemap({ en: pageUrl, de: 'https://example.de/', 'x-default': pageUrl }, { listed: [pageUrl] }),
    { hreflang: ['unknown', /sitemaps that we didn’t read/] },
  ],
  [
    'a version on another host with its entry here',
    inSitemap({ en: pageUrl, de: 'https://example.de/', 'x-default': pageUrl }),
    { hreflang: 'pass' },
  ],
  [
    'x-default alone, which needs no entry',
    inSitemap({ en: pageUrl, de: german, 'x-default': 'https://example.com/start' }, { listed: [pageUrl, german] }),
    { hreflang: ['pass', /1 of 2 other versions/] },
  ],
  [
    'an entry without itself',
    inSitemap({ de: german, 'x-default': german }),
    { hreflang: ['warn', /The page’s hreflang tags in the sitemap don’t include itself/] },
  ],
  [
    'a wrong code in the sitemap',
    inSitemap({ ...all, 'en-UK': german }),
    { hreflang: ['fail', /1 hreflang tag in the sitemap is invalid.*sitemap\.xml, line 6/] },
  ],
  [
    'white space around a code in the sitemap',
    inSitemap({ en: pageUrl, ' de': german, 'x-default': pageUrl }),
    { hreflang: ['warn', /White space/] },
  ],
  [
    'a relative URL in the sitemap',
    inSitemap({ ...all, fr: '/fr/lampes' }),
    { hreflang: ['fail', /The URL is relative\./] },
  ],
  [
    'one code for two URLs in the sitemap',
    inSitemap({ ...all, '1de': french }),
    { hreflang: ['warn', /de is also used for another URL/] },
  ],
  ['the same link twice in the sitemap', inSitemap({ ...all, '1de': german }), { hreflang: 'pass' }],
  [
    'the same versions in the HTML and the sitemap',
    inSitemap(all, { hreflang: soundParts.hreflang }),
    { hreflang: ['pass', /1 of 1 other version in the HTML and the sitemap/] },
  ],
  [
    'a version in the HTML that links back only by its entry in the sitemap',
    inSitemap(all, {
      hreflang: soundParts.hreflang,
      ...version({ headers: html, text: document('') }),
    }),
    { hreflang: 'pass' },
  ],
  [
    'a version in both that is gone',
    inSitemap(all, { hreflang: soundParts.hreflang, ...version({ status: 404 }) }),
    { hreflang: ['warn', /1 language version returns 404/] },
  ],
  [
    'the HTML and the sitemap that contradict each other',
    inSitemap({ ...all, de: `${german}-neu` }, { hreflang: soundParts.hreflang }),
    {
      hreflang: [
        'warn',
        /lampen-neu".*For de, the sitemap names this URL, and the HTML names https:\/\/example\.com\/de\/lampen\. In/,
      ],
    },
  ],
  [
    'the Link header and the sitemap that contradict each other',
    inSitemap(
      { ...all, de: `${german}-neu` },
      {
        headers: { link: `<${german}>; rel="alternate"; hreflang="de"` },
      },
    ),
    { hreflang: ['warn', /the sitemap names this URL, and the Link header names/] },
  ],
  [
    'the HTML and the Link header that contradict each other',
    { headers: { link: `<${french}>; rel="alternate"; hreflang="de"` } },
    { hreflang: ['warn', /fr.lampes".*For de, the Link header names this URL, and the HTML names/] },
  ],
  [
    'the entry of the canonical URL, of a page that has none',
    { ...inSitemap(all), page: { finalUrl: `${pageUrl}&utm_source=letter` } },
    { hreflang: ['info', /1 of 1 other version links to this page’s canonical URL/], '*': 'pass' },
  ],
  [
    'links of the sitemap without the namespace of XHTML',
    inSitemap(
      {},
      {
        reading: {
          versions: {
            links: { items: [], total: 0 },
            returns: { items: [], total: 0 },
            ignored: { namespace: '', line: 4 },
          },
        },
      },
    ),
    { hreflang: ['info', /no known namespace.*They have none/] },
  ],
]

it.each(sitemapCases)('%s', (...row) => expectCase(row))

const cases: Case[] = [
  ['a version that links back', {}, {}],
  ['a version that returns 404', version({ status: 404 }), { hreflang: ['warn', /1 language version returns 404/] }],
  ['a version that returns 410', version({ status: 410 }), { hreflang: ['warn', /1 language version returns 410/] }],
  [
    'a version that redirects to one that links back',
    version({
      headers: html,
      text: back,
      redirects: [{ url: german, status: 301, location: `${german}/` }],
      finalUrl: `${german}/`,
    }),
    { hreflang: ['warn', /1 language version redirects/] },
  ],
  [
    'x-default of a page that redirects by language',
    {
      ...version({ headers: html, text: back }),
      hreflang: link('en', pageUrl) + link('de', german) + link('x-default', 'https://example.com/start'),
      answers: {
        alternate: (answer) =>
          answer.url.endsWith('/start')
            ? { ...answer, redirects: [{ url: answer.url, status: 302, location: german }], finalUrl: german }
            : answer,
      },
    },
    {},
  ],
  [
    'no version but an x-default that redirects by language',
    {
      hreflang: link('en', pageUrl) + link('x-default', 'https://example.com/start'),
      answers: {
        alternate: (answer) => ({
          ...answer,
          redirects: [{ url: answer.url, status: 302, location: pageUrl }],
          finalUrl: pageUrl,
        }),
      },
    },
    { hreflang: ['pass', /only lists this page and an x-default that redirects/] },
  ],
  [
    'a noindexed version that links back',
    version({ headers: html, text: back.replace('<head>', '<head><meta name="robots" content="noindex">') }),
    { hreflang: ['warn', /1 language version is noindexed/] },
  ],
  [
    'a version that is noindexed by its header',
    version({ headers: { ...html, 'x-robots-tag': 'none' }, text: back }),
    { hreflang: ['warn', /is noindexed/] },
  ],
  [
    'a version without a return link',
    version({ headers: html, text: document('') }),
    { hreflang: ['warn', /doesn’t link back/] },
  ],
  ['a version that breaks for now', version({ status: 503 }), { hreflang: ['unknown', /503/] }],
  [
    'a page that names its canonical URL as a version',
    {
      page: { finalUrl: `${pageUrl}&utm_source=letter` },
      ...version({ headers: html, text: back }),
    },
    { hreflang: ['info', /1 of 1 other version links/], '*': 'pass' },
  ],

  ...['en-GB, en-US', 'en-gb en-us', 'fr;nl', 'de/at'].map((value): Case => [
    `“${value}” in one tag`,
    codes(value),
    { hreflang: ['fail', /two codes/] },
  ]),
  ['white space around a code, which Lighthouse fails', codes(' de'), { hreflang: ['warn', /White space/] }],
  [
    'white space around x-default',
    { hreflang: soundParts.hreflang.replace('x-default', ' x-default') },
    { hreflang: ['warn', /White space/] },
  ],
  ['a code with a script and a region', { hreflang: soundParts.hreflang.replace('"de"', '"zh-Hans-CN"') }, {}],
]

it.each(cases)('%s', (...row) => expectCase(row))
