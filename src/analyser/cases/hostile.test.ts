// @module-tag all
import { describe, expect, it } from 'vitest'
import { CheckResult } from '#contract/reports/analysis.ts'
import { analyseCase, type Case, type Change, expectCase } from '#testing/pages/check-page.ts'
import { soundHtml, soundParts } from '#testing/pages/sound-page.ts'

const { text, title, description } = soundParts
const end = (html: string) => ({ end: html })
const ld = (json: string) => `<script type="application/ld+json">${json}</script>`
const long = (unit: string, length = 30_000) => unit.repeat(Math.ceil(length / unit.length))

/** Pages meant to break an analyser, with the results they must have. */
const cases: Case[] = [
  [
    'header lines of 30 KB',
    {
      headers: {
        server: long('nginx '),
        'x-powered-by': long('a/'),
        link: long('<https://example.com/x>; rel=prefetch, '),
        'referrer-policy': 'same-origin',
      },
    },
    {},
  ],
  [
    'a Content Security Policy of 30 KB that ends well',
    {
      headers: {
        'content-security-policy': `frame-ancestors 'none'; img-src ${long('https://a.example ')}; script-src 'self'`,
      },
    },
    { csp: 'unknown' },
  ],
  [
    'a Strict-Transport-Security of 30 KB',
    { headers: { 'strict-transport-security': `${long('x; ', 29_000)} max-age=31536000` } },
    { hsts: 'unknown' },
  ],
  [
    'a canonical header behind 30 KB of others',
    {
      canonical: '',
      headers: {
        link: `${long('<https://example.com/x>; rel=prefetch, ')}<https://example.com/garden/lamps?page=2>; rel=canonical`,
      },
    },
    { 'canonical-valid': 'pass' },
  ],
  [
    'an X-Robots-Tag of 30 KB with noindex at its end',
    { headers: { 'x-robots-tag': `${long('max-snippet:5, ')}noindex` } },
    { noindex: 'fail', 'in-sitemap': 'warn' },
  ],
  [
    'two hundred cookies',
    { headers: { 'set-cookie': Array.from({ length: 200 }, (_, at) => `c${at}=${'x'.repeat(100)}`) } },
    { 'cookie-flags': ['warn', 200] },
  ],
  [
    'every header given twice, with contradictions',
    {
      headers: {
        'content-type': ['text/html; charset=utf-8', 'text/html; charset=shift_jis'],
        'x-robots-tag': ['index', 'all'],
        'x-frame-options': ['DENY', 'SAMEORIGIN'],
        'referrer-policy': ['unsafe-url', 'same-origin'],
        'x-content-type-options': ['nosniff', 'nosniff'],
      },
    },
    {},
  ],
  ['header names of every object’s prototype', { headers: { constructor: '1', tostring: '2', valueof: '3' } }, {}],

  [
    '150,000 elements and more',
    end('<i></i>'.repeat(200_000)),
    { 'dom-size': ['fail', /at least 1[45]\d,\d{3} elements/], '*': 'pass' },
  ],
  ['100,000 elements inside each other', end('<div>'.repeat(100_000)), { 'dom-size': 'fail' }],
  [
    '100 KB of formatting elements that browsers multiply',
    end('<b><i><u>'.repeat(3000) + '<p>'.repeat(3000)),
    { 'dom-size': 'fail', '*': 'pass' },
  ],
  ['tables inside tables', end('<table><tr><td>'.repeat(8000)), { 'dom-size': 'fail', '*': 'pass' }],
  ['an attribute of 1 MB', end(`<p data-x="${'x'.repeat(1_000_000)}">`), {}],
  [
    'an alternative text of 1 MB',
    end(`<img src="/a.webp" width="9" height="9" loading="lazy" alt="${'lamp '.repeat(200_000)}">`),
    { 'alt-length': ['warn', /characters/] },
  ],
  [
    'an image of 1 MB in its own address',
    end(`<img src="data:image/png;base64,${'A'.repeat(1_000_000)}" width="9" height="9" loading="lazy" alt="Lamp">`),
    { '*': 'pass', 'image-alt': 'pass' },
  ],
  ['10,000 attributes', end(`<p ${Array.from({ length: 10_000 }, (_, at) => `a${at}`).join(' ')}>`), {}],
  [
    '10,000 links',
    end(Array.from({ length: 10_000 }, (_, at) => `<a href="/garden/${at}">Lamp number ${at}</a>`).join(' ')),
    {
      'broken-internal': ['pass', /10,?0\d\d/],
      'dom-size': 'fail',
      'keyword-stuffing': 'info',
      '*': 'pass',
    },
  ],
  [
    '10,000 links to one address',
    end('<a href="/garden">All about gardens</a> '.repeat(10_000)),
    { 'dom-size': 'fail', '*': 'pass' },
  ],
  [
    '10,000 images without alt',
    end('<img src=/a.webp width=9 height=9 loading=lazy>'.repeat(10_000)),
    { 'image-alt': ['fail', 10_000], 'dom-size': 'fail', 'transfer-weight': 'unknown' },
  ],
  ['10,000 headings that skip', end('<h2>Lamp</h2><h5>Glass</h5>'.repeat(5000)), { '*': 'pass', 'dom-size': 'fail' }],
  [
    '5,000 blocks of JSON-LD',
    end(ld('{"@context":"https://schema.org","@type":"Thing","name":"x"}').repeat(5000)),
    { 'jsonld-parse': ['pass', /5,?00\d/], 'dom-size': 'fail' },
  ],
  ['5,000 broken blocks of JSON-LD', end(ld('{').repeat(5000)), { 'jsonld-parse': ['fail', 5000], 'dom-size': 'fail' }],
  [
    'JSON nested 100,000 deep',
    end(ld(`{"@type":"Thing","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)),
    { 'jsonld-parse': 'pass' },
  ],
  ['the same, never closed', end(ld(`{"@type":"Thing","x":${'['.repeat(100_000)}`)), { 'jsonld-parse': 'fail' }],
  [
    'objects nested 20,000 deep',
    end(ld(`${'{"@type":"Product","isRelatedTo":'.repeat(20_000)}1${'}'.repeat(20_000)}`)),
    { '*': 'pass', 'jsonld-parse': 'pass' },
  ],
  [
    'keys of every object’s prototype',
    end(
      ld(
        '{"@context":"https://schema.org","@type":"Thing","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"hasOwnProperty":1}',
      ),
    ),
    {},
  ],
  [
    'names of every object’s prototype in every attribute',
    end(
      '<meta name="__proto__" property="constructor" content="toString"><div id="__proto__" class="constructor" itemscope itemtype="https://schema.org/__proto__"><i itemprop="constructor">x</i></div><a href="/constructor" rel="__proto__" lang="__proto__">Constructor</a>',
    ),
    { 'jsonld-required': ['warn', /@type is “__proto__”/] },
  ],
  [
    'microdata whose itemref goes round in circles',
    end(
      '<div id="a" itemscope itemtype="https://schema.org/Recipe" itemref="a b"><b itemprop="name">x</b></div><div id="b" itemprop="image" itemscope itemref="a b"></div>',
    ),
    { '*': 'pass', 'jsonld-parse': 'pass' },
  ],
  [
    'JSON-LD whose references go round in circles',
    {
      structured: ld(
        '{"@context":"https://schema.org","@graph":[{"@id":"#a","@type":"Product","name":"x","review":{"@id":"#b"}},{"@id":"#b","@type":"Review","itemReviewed":{"@id":"#a"},"author":{"@id":"#a"}}]}',
      ),
    },
    { '*': 'pass', 'jsonld-parse': 'pass' },
  ],
  [
    'a base of 1 MB under 10,000 links',
    {
      head: `<base href="https://example.com/${'灯'.repeat(300_000)}">`,
      ...end('<a href="lamp">Lamps for paths</a> '.repeat(10_000)),
    },
    { '*': 'pass', 'crawlable-anchors': 'pass' },
  ],
  [
    'a picture of 20,000 sources and 20,000 images',
    end(
      `<picture>${'<source srcset="/a.avif">'.repeat(20_000)}${'<img src="/a.jpg" alt="" width="9" height="9" loading="lazy">'.repeat(20_000)}</picture>`,
    ),
    { 'dom-size': 'fail', '*': 'pass' },
  ],
  [
    'a refresh full of spaces',
    {
      head: `<meta http-equiv="refresh" content="0${' '.repeat(200_000)};${' '.repeat(200_000)}url${' '.repeat(200_000)}=x">`,
    },
    { '*': 'pass', 'title-present': 'pass' },
  ],
  [
    'two thousand meta elements before the real ones',
    { charset: `<meta charset="utf-8">${'<meta name="x" content="y">'.repeat(2000)}` },
    { 'dom-size': 'warn', 'description-present': 'pass', viewport: 'pass' },
  ],
  [
    'a thousand titles',
    { title: title.repeat(1500) },
    { 'title-present': ['warn', /at least 1,000 title tags/], 'dom-size': 'warn' },
  ],
  [
    'a thousand descriptions',
    { description: description.repeat(1500) },
    { 'description-present': ['warn', /at least 200/], 'dom-size': 'warn' },
  ],
  [
    'a thousand canonicals',
    {
      canonical: Array.from(
        { length: 1500 },
        (_, at) => `<link rel="canonical" href="https://example.com/${at}">`,
      ).join(''),
    },
    { 'canonical-valid': ['fail', /at least 1,000/], '*': 'pass' },
  ],
  [
    'a page of nothing but tags that never end',
    { page: { html: '<'.repeat(1_000_000) } },
    { 'title-present': 'fail', '*': 'pass' },
  ],
  ['a comment that never ends', { page: { html: `${soundHtml()}<!--${'-'.repeat(1_000_000)}` } }, {}],
  ['NULs everywhere', { page: { html: soundHtml().replaceAll(' ', ' \0') } }, { '*': 'pass', 'http-status': 'pass' }],
  [
    '5,000 noscript elements',
    end('<noscript><img src="/p.gif"><a href="">x</a></noscript>'.repeat(5000)),
    { 'dom-size': 'fail', '*': 'pass' },
  ],
  [
    'robots.txt of 500 KB of stars',
    { page: { robots: `User-agent: *\nDisallow: /${'*a'.repeat(250_000)}$\n` } },
    { '*': 'pass', 'robots-blocked': 'pass' },
  ],
  [
    'robots.txt of 100,000 rules',
    {
      page: {
        robots: `User-agent: *\n${'Disallow: /*x*y*z$\n'.repeat(25_000)}Sitemap: https://example.com/sitemap.xml\n`,
      },
    },
    { 'robots-blocked': 'pass' },
  ],
  [
    'robots.txt that names 10,000 sitemaps',
    {
      page: { robots: Array.from({ length: 10_000 }, (_, at) => `Sitemap: https://example.com/${at}.xml`).join('\n') },
    },
    { '*': 'pass', 'sitemap-found': 'pass' },
  ],
]

it.each(cases)('%s', (...row) => expectCase(row))

/** Every field that checks read, a few at a time. */
const fields: Record<string, (value: string) => Change> = {
  'the head': (value) => ({
    title: `<title>${value}</title>`,
    description: `<meta name="description" content="${value}">`,
    head: `${['robots', 'viewport', 'generator', 'twitter:card', 'referrer'].map((name) => `<meta name="${name}" content="${value}">`).join('')}<meta http-equiv="refresh" content="${value}"><meta http-equiv="content-security-policy" content="${value}"><link rel="alternate" hreflang="${value}" href="${value}"><link rel="icon" sizes="${value}" href="${value}"><style>a{background:url(${value})}${value}</style><script>${value}</script>`,
  }),
  'the body': (value) => ({
    top: `<h1>${value}</h1>`,
    text: text + value,
    end: `<a href="${value}" rel="${value}">${value}</a><img alt="${value}" src="${value}" srcset="${value}" sizes="${value}" style="${value}" class="${value}"><p id="${value}" class="${value}" lang="${value}" role="${value}"></p><form action="${value}"><input aria-labelledby="${value}" placeholder="${value}" type="${value}"></form>`,
  }),
  'structured data': (value) =>
    end(
      `${ld(JSON.stringify({ '@context': value, '@type': ['Article', value], headline: value, datePublished: value, [value]: value, offers: { '@type': 'Offer', price: value } }).replaceAll('<', '\\u003c'))}${ld(value)}<div itemscope itemtype="${value}" itemref="${value}" typeof="${value}" vocab="${value}"><i itemprop="${value}" property="${value}">${value}</i></div>`,
    ),
  'headers, robots.txt and what is beside the page': (value) => ({
    headers: Object.fromEntries(
      [
        'content-security-policy',
        'strict-transport-security',
        'set-cookie',
        'link',
        'server',
        'x-robots-tag',
        'referrer-policy',
        'x-frame-options',
        'refresh',
        'date',
        'content-type',
      ].map((name) => [name, value.slice(0, 30_000)]),
    ),
    page: { robots: `User-agent: ${value}\nDisallow: /${value}\nSitemap: ${value}\n${value}` },
    answers: {
      resource: (answer) => ({ ...answer, body: new TextEncoder().encode(value) }),
      favicon: { text: `<svg width="${value}" viewBox="${value}" ${value}` },
      alternate: {
        text: `<link rel=canonical href="${value}"><title>${value}`,
        headers: { 'content-type': value.slice(0, 30_000), 'x-robots-tag': value.slice(0, 30_000) },
      },
    },
  }),
}
/** Texts on which backtracking expressions take quadratic time or worse. */
const bombs = [
  'a',
  ' ',
  '\t\n',
  '(',
  '(a)',
  '%',
  '%4',
  '\\',
  ',',
  'a,',
  ' , ',
  ';',
  '=',
  "'",
  '/',
  '/*',
  '.',
  'a.',
  '-',
  'a-',
  '_',
  '#',
  '&amp;',
  '?',
  '0',
  '1 ',
  '{{',
  '${',
  '[',
  '!',
  ':',
  'a:',
  '\u0301',
  '\u200d',
  '👩‍🌾',
  '\ud83d',
  '\u00a0',
  '灯',
  'ก',
  'ِن',
  'http://',
  'url(',
  "'nonce-",
  'a 1w,',
  '2026-01-01T',
]

describe.each(Object.keys(fields))('60 KB of one thing in every field of %s', (field) => {
  it.each(bombs)('%j', (bomb) => {
    const { results } = analyseCase((fields[field] as (value: string) => Change)(long(bomb, 60_000)))
    const broken = Object.keys(results).filter(
      (id) => results[id]?.outcome === 'error' || !CheckResult.safeParse(results[id]).success,
    )
    expect(broken).toEqual([])
    expect(JSON.stringify(results).length).toBeLessThan(400_000)
  })
})
