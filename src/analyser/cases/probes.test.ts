import { it } from 'vitest'
import type { Probe, SitemapReading } from '#analyser/probe.ts'
import type { FetchFailure } from '#contract/reports/fetch-failures.ts'
import { type Case, type Change, expectCase } from '#testing/pages/check-page.ts'
import { pageUrl } from '#testing/pages/fetched-page.ts'
import { png, soundPage, soundParts, soundDuplicates } from '#testing/pages/sound-page.ts'

const failed =
  (reasonCode: FetchFailure) =>
  (answer: Probe): Probe => ({
    ...answer,
    outcome: 'failed',
    reason: reasonCode,
    reasonCode,
    status: null,
    finalUrl: null,
    headers: [],
    body: null,
    wireBytes: null,
  })
const sitemap = (changed: Partial<SitemapReading>): Change => ({
  answers: { sitemap: (answer) => ({ ...answer, sitemap: answer.sitemap && { ...answer.sitemap, ...changed } }) },
})
/** One answer of many is otherwise. */
const only =
  (ending: string, changed: Partial<Probe>) =>
  (answer: Probe): Probe =>
    answer.url.endsWith(ending) ? { ...answer, ...changed } : answer
const image =
  (body: Uint8Array) =>
  (answer: Probe): Probe => ({ ...answer, body })
const duplicate = { id: 7, url: 'https://example.com/garden/chairs' }
const duplicates = (changed: object): Change => ({ page: { duplicates: { ...soundDuplicates, ...changed } } })
const one = { items: [duplicate], total: 1 }
const text = (words: string) => new TextEncoder().encode(words)
const noSitemapAt = {
  'sitemap-found': 'warn',
  'sitemap-valid': 'not-applicable',
  'sitemap-missing': 'not-applicable',
} as const

const cases: Case[] = [
  ['the http address stays', { answers: { 'http-variant': { redirects: [] } } }, { 'http-to-https': 'fail' }],
  [
    'the http address leads to HTTPS by another host',
    {
      answers: {
        'http-variant': {
          redirects: [
            { url: pageUrl.replace('https', 'http'), status: 301, location: 'http://www.example.com/' },
            { url: 'http://www.example.com/', status: 301, location: pageUrl },
          ],
          finalUrl: pageUrl,
        },
      },
    },
    {},
  ],
  [
    'the http address is closed',
    { answers: { 'http-variant': failed('unreachable') } },
    { 'http-to-https': 'unknown' },
  ],
  ['a random address is a page', { answers: { 'soft-404': { status: 200 } } }, { 'soft-404': ['fail', 200] }],
  ['a random address is gone', { answers: { 'soft-404': { status: 410 } } }, {}],
  [
    'a random address leads home',
    {
      answers: {
        'soft-404': (answer) => ({
          ...answer,
          status: 200,
          redirects: [{ url: answer.url, status: 302, location: '/' }],
          finalUrl: 'https://example.com/',
        }),
      },
    },
    { 'soft-404': 'warn' },
  ],
  ['a random address breaks the server', { answers: { 'soft-404': { status: 500 } } }, { 'soft-404': 'unknown' }],

  [
    'no sitemap',
    {
      ...soundPage,
      page: { robots: { outcome: 'absent', status: 404 } },
      answers: { sitemap: { status: 404, sitemap: null } },
    },
    noSitemapAt,
  ],
  ['a sitemap at the usual place', { page: { robots: 'User-agent: *\nDisallow:\n' } }, {}],
  [
    'a sitemap in robots.txt that is missing',
    { answers: { sitemap: { status: 404, sitemap: null } } },
    { 'sitemap-found': 'warn', '*': 'pass' },
  ],
  [
    'a sitemap that is no XML',
    sitemap({ kind: 'unknown', urls: 0, problem: { text: 'unclosed tag', line: 7 }, found: [] }),
    { 'sitemap-valid': ['fail', /unclosed tag/], '*': 'pass' },
  ],
  ['a sitemap of too many addresses', sitemap({ urls: 50_001 }), { 'sitemap-valid': ['fail', /50,?001/] }],
  ['a sitemap of too many bytes', sitemap({ bytes: 52_428_801, cut: true }), { 'sitemap-valid': 'fail' }],
  ['a sitemap without the page', sitemap({ found: [] }), { 'sitemap-missing': 'warn' }],
  [
    'a long sitemap that was not read to its end',
    sitemap({ found: [], cut: true, bytes: 60_000_000 }),
    { 'sitemap-valid': 'fail', 'sitemap-missing': 'unknown' },
  ],
  [
    'a sitemap without an answer',
    { answers: { sitemap: failed('timeout') } },
    {
      'sitemap-found': 'unknown',
      'sitemap-valid': 'unknown',
      'sitemap-lastmod': 'unknown',
      'sitemap-missing': ['unknown', /timeout/],
      'in-sitemap': ['unknown', /timeout/],
    },
  ],

  [
    'a favicon that is a web page',
    { answers: { favicon: { text: '<!doctype html>', headers: { 'content-type': 'text/html' } } } },
    { favicon: ['fail', 'text/html'] },
  ],
  ['a favicon that is not there', { answers: { favicon: { status: 404 } } }, { favicon: 'fail' }],
  ['a favicon that is not square', { answers: { favicon: image(png(64, 48)) } }, { favicon: ['fail', '64x48'] }],
  ['a small favicon', { answers: { favicon: image(png(16, 16)) } }, { favicon: ['warn', '16x16'] }],
  [
    'a favicon that claims a size beyond sense',
    { answers: { favicon: image(png(4_294_967_295, 4_294_967_295)) } },
    { '*': 'pass', favicon: 'pass' },
  ],
  ['a favicon of no size', { answers: { favicon: image(png(0, 0)) } }, { favicon: 'warn' }],
  ['a shared image too small', { answers: { 'og-image': image(png(300, 200)) } }, { 'og-image': ['fail', '300x200'] }],
  [
    'a shared image in the middle',
    { answers: { 'og-image': image(png(800, 420)) } },
    { 'og-image': ['warn', '800x420'] },
  ],
  [
    'a shared image that lies about its size',
    {
      openGraph: `${soundParts.openGraph}<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">`,
      answers: { 'og-image': image(png(100, 100)) },
    },
    { 'og-image': ['fail', /100 × 100 px, but the page declares 1200 × 630/] },
  ],
  [
    'a shared image that is forbidden to robots',
    { answers: { 'og-image': { status: 403 } } },
    { 'og-image': 'unknown' },
  ],

  [
    'a link of the own website that is broken',
    { answers: { link: only('/garden', { status: 404 }) } },
    { 'broken-internal': ['fail', /garden/] },
  ],
  [
    'a link to another website that is broken',
    { answers: { link: only('/lamps', { status: 404 }) } },
    { 'broken-external': ['warn', /museum\.example/] },
  ],
  ['a link that asks for a password', { answers: { link: only('/garden', { status: 401 }) } }, {}],
  [
    'a link that is asked too often',
    { answers: { link: { status: 429 } } },
    { 'broken-internal': 'unknown', 'broken-external': 'unknown', '*': 'pass' },
  ],
  [
    'a link that leads on',
    {
      answers: {
        link: only('/garden', {
          redirects: [{ url: 'https://example.com/garden', status: 301, location: '/gardens' }],
          finalUrl: 'https://example.com/gardens',
        }),
      },
    },
    { 'redirecting-links': ['warn', /gardens/] },
  ],
  [
    'links that nobody answered',
    { answers: { link: failed('time_up') } },
    { 'broken-internal': 'unknown', 'redirecting-links': 'unknown', 'broken-external': 'unknown' },
  ],

  [
    'a canonical that is not found',
    { canonical: '<link rel="canonical" href="https://example.com/lamps">', answers: { canonical: { status: 404 } } },
    { 'canonical-valid': ['fail', /404/], '*': 'pass' },
  ],
  [
    'a canonical that forbids indexing',
    {
      canonical: '<link rel="canonical" href="https://example.com/lamps">',
      answers: {
        canonical: { text: '<meta name="robots" content="noindex">', headers: { 'content-type': 'text/html' } },
      },
    },
    { 'canonical-valid': ['fail', /index/], '*': 'pass' },
  ],
  [
    'an alternate that does not link back',
    { answers: { alternate: { text: '<title>Lampen</title>', headers: { 'content-type': 'text/html' } } } },
    { hreflang: ['warn', /de\/lampen/] },
  ],
  ['an alternate that is not found', { answers: { alternate: { status: 404 } } }, { hreflang: ['warn', /404/] }],
  ['an alternate without an answer', { answers: { alternate: failed('unreachable') } }, { hreflang: 'unknown' }],

  [
    'files without a time to keep them',
    {
      answers: {
        resource: (answer) => ({ ...answer, headers: answer.headers.filter(([name]) => name === 'content-type') }),
      },
    },
    { 'cache-headers': 'warn' },
  ],
  [
    'a style sheet full of comments',
    {
      answers: {
        resource: only('.css', {
          body: text(`/*${'x'.repeat(9000)}*/\n.a { color: red; }`),
          wireBytes: 9020,
          contentEncodings: ['br'],
        }),
      },
    },
    { minification: 'warn' },
  ],
  [
    'a style sheet that is not compressed',
    { answers: { resource: only('.css', { body: text('.a{color:red}'.repeat(900)), wireBytes: 11_700 }) } },
    { compression: ['warn', /style\.css/] },
  ],
  [
    'a heavy image',
    { answers: { resource: only('lamp.webp', { wireBytes: 600_000 }) } },
    { 'image-weight': ['fail', /lamp\.webp/] },
  ],
  [
    'a page that weighs too much',
    { answers: { resource: only('lamp.webp', { wireBytes: 9_000_000 }) } },
    { 'image-weight': 'fail', 'transfer-weight': 'fail' },
  ],

  ['another page has the title', duplicates({ title: one }), { 'title-unique': ['info', /chairs/] }],
  ['another page has the description', duplicates({ description: one }), { 'description-unique': ['info', /chairs/] }],
  ['another page has the same text', duplicates({ body: one }), { 'duplicate-body': ['info', /chairs/] }],
  [
    'another page has nearly the same text',
    duplicates({ similar: { items: [{ ...duplicate, similarity: 0.9 }], total: 1 } }),
    { 'duplicate-body': ['info', /chairs/] },
  ],
  [
    'the website has no other page',
    duplicates({ others: 0 }),
    { 'title-unique': 'not-applicable', 'description-unique': 'not-applicable', 'duplicate-body': 'not-applicable' },
  ],
]

it.each(cases)('%s', (...row) => expectCase(row))
