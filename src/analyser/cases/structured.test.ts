import { it } from 'vitest'
import { type Case, expectCase } from '#testing/pages/check-page.ts'
import { soundParts } from '#testing/pages/sound-page.ts'

const ld = (json: unknown) =>
  `<script type="application/ld+json">${typeof json === 'string' ? json : JSON.stringify(json)}</script>`
const schema = 'https://schema.org'
const crumbs = {
  '@context': schema,
  '@type': 'BreadcrumbList',
  itemListElement: [
    { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://example.com/' },
    { '@type': 'ListItem', position: 2, name: 'Lamps' },
  ],
}
const article = {
  '@context': schema,
  '@type': 'Article',
  headline: 'Lamps',
  image: 'https://example.com/a.png',
  datePublished: '2026-05-01T08:00:00+02:00',
  dateModified: '2026-05-02T08:00:00+02:00',
  author: { '@type': 'Person', name: 'The workshop', url: 'https://example.com/us' },
}
const recipe = { '@context': schema, '@type': 'Recipe', name: 'Lamp oil' }
const structured = (...blocks: unknown[]) => ({ structured: blocks.map(ld).join('\n') })
const noCrumbs = { breadcrumb: 'info' } as const
const missing = (pattern: RegExp) => ({ 'jsonld-required': ['fail', pattern] }) as const

const cases: Case[] = [
  [
    'a graph',
    structured({ '@context': 'https://schema.org', '@graph': [crumbs, article] }),
    { 'structured-presence': ['info', /Article/], 'jsonld-required': 'pass' },
  ],
  ['an array at the top', structured([crumbs, article]), { 'jsonld-required': 'pass', breadcrumb: 'pass' }],
  [
    'things inside things',
    structured({ '@context': schema, '@type': 'WebPage', breadcrumb: crumbs, mainEntity: article }),
    { 'jsonld-required': 'pass', breadcrumb: 'pass' },
  ],
  [
    'several types of one thing',
    structured(crumbs, { ...article, '@type': ['NewsArticle', 'BlogPosting'] }),
    { 'jsonld-required': 'pass' },
  ],
  [
    'types with the full address',
    structured(crumbs, { ...recipe, '@type': 'https://schema.org/Recipe' }),
    missing(/image/),
  ],
  [
    'a block in an HTML comment',
    structured(`<!-- ${JSON.stringify([crumbs, article])} -->`),
    { 'jsonld-parse': 'pass', '*': 'pass' },
  ],
  [
    'a comma too many',
    structured(crumbs, '{"@type":"Article",}'),
    { 'jsonld-parse': ['fail', /line|position|column/i] },
  ],
  [
    'a line break inside a string',
    structured(crumbs, '{"@type":"Article","headline":"a\nb"}'),
    { 'jsonld-parse': 'fail' },
  ],
  ['an empty block', structured(crumbs, ' '), { 'jsonld-parse': 'fail' }],
  ['a block without a type', structured(crumbs, { name: 'Lamps' }), { 'jsonld-parse': ['info', /type/] }],
  ['JSON that is not an object', structured(crumbs, '"Lamps"'), { 'jsonld-parse': 'fail' }],
  ['an empty list says nothing', structured(crumbs, '[]'), { 'jsonld-parse': ['info', /type/] }],
  [
    'ignores a script of another type',
    {
      ...structured(crumbs),
      script: '<script type="application/json">{oops}</script><script src="/script.js" defer></script>',
    },
    {},
  ],
  [
    'the type of the script in another case',
    { structured: ld(crumbs).replace('application/ld+json', 'Application/LD+JSON') },
    { breadcrumb: 'pass' },
  ],
  ['blocks in the body count as well', { structured: '', end: ld(crumbs) }, { breadcrumb: 'pass' }],
  [
    'ignores a block in a template or in noscript',
    { structured: '', end: `<template>${ld('{')}</template>` },
    { 'jsonld-parse': 'not-applicable', ...noCrumbs },
  ],
  [
    'no structured data',
    { structured: '' },
    { 'jsonld-parse': 'not-applicable', 'jsonld-required': 'not-applicable', ...noCrumbs },
  ],
  ['a recipe without a picture', structured(crumbs, recipe), missing(/Recipe .*image/)],
  [
    'a product without anything to sell or say',
    structured(crumbs, { '@context': schema, '@type': 'Product', name: 'Lamp' }),
    missing(/offers|review/),
  ],
  [
    'an event without place and time',
    structured(crumbs, { '@context': schema, '@type': 'Event', name: 'Lamp night' }),
    missing(/location|startDate/),
  ],
  [
    'a job without its date',
    structured(crumbs, {
      '@context': schema,
      '@type': 'JobPosting',
      title: 'Glazier',
      description: 'x',
      hiringOrganization: 'Workshop',
      jobLocation: { '@type': 'Place', address: 'x' },
    }),
    missing(/datePosted/),
  ],
  [
    'a breadcrumb without positions',
    structured({
      ...crumbs,
      itemListElement: [
        { '@type': 'ListItem', name: 'Home', item: 'https://example.com/' },
        { '@type': 'ListItem', name: 'Lamps' },
      ],
    }),
    missing(/position/),
  ],
  [
    'a reference by @id to another block',
    structured({
      '@context': 'https://schema.org',
      '@graph': [
        crumbs,
        { ...article, author: { '@id': '#us' } },
        { '@id': '#us', '@type': 'Person', name: 'The workshop', url: 'https://example.com/us' },
      ],
    }),
    { 'jsonld-required': 'pass' },
  ],
  [
    'a type nobody has rich results for',
    structured(crumbs, { '@context': schema, '@type': 'LandmarksOrHistoricalBuildings', name: 'Lamp' }),
    {},
  ],
  [
    'a type that schema.org does not have',
    structured(crumbs, { '@context': schema, '@type': 'Lighthouse', name: 'Lamp' }),
    { 'jsonld-required': ['warn', /“Lamp”: @type is “Lighthouse”, and should be a type of schema\.org/] },
  ],
  [
    'things that do not say whose words they use',
    structured({ ...crumbs, '@context': undefined }),
    { 'jsonld-required': ['warn', /@context/] },
  ],
  [
    'a retired type is told',
    structured(crumbs, { '@context': schema, '@type': 'FAQPage', mainEntity: [] }),
    { 'retired-types': ['info', /FAQ/] },
  ],
  [
    'keys of every object’s prototype',
    structured(
      crumbs,
      '{"@context":"https://schema.org","@type":"Article","__proto__":{"headline":"x"},"constructor":{"@type":"Recipe"},"toString":1,"headline":"Lamps"}',
    ),
    { 'jsonld-parse': 'pass', '*': 'pass' },
  ],
  [
    'a type named like the prototype',
    structured(crumbs, '{"@type":"__proto__"}', '{"@type":["constructor","toString","hasOwnProperty"]}'),
    { 'jsonld-parse': 'pass' },
  ],

  [
    'microdata',
    {
      structured: ld(crumbs),
      end: '<div itemscope itemtype="https://schema.org/Recipe"><h2 itemprop="name">Lamp oil</h2><img itemprop="image" src="/oil.webp" alt="Oil" width="9" height="9" loading="lazy"></div>',
    },
    { 'structured-presence': ['info', /microdata/], 'jsonld-required': 'info' },
  ],
  [
    'microdata that lacks something',
    {
      structured: ld(crumbs),
      end: '<div itemscope itemtype="http://schema.org/Recipe"><b itemprop="name">Lamp oil</b></div>',
    },
    missing(/image/),
  ],
  [
    'microdata with itemref',
    {
      structured: ld(crumbs),
      end: '<div itemscope itemtype="https://schema.org/Recipe" itemref="pic"><b itemprop="name">Lamp oil</b></div><p id="pic"><img itemprop="image" src="/oil.webp" alt="Oil" width="9" height="9" loading="lazy"></p>',
    },
    { 'jsonld-required': 'info' },
  ],
  [
    'RDFa',
    {
      structured: ld(crumbs),
      end: '<div vocab="https://schema.org/" typeof="Recipe"><b property="name">Lamp oil</b></div>',
    },
    { ...missing(/image/), 'structured-presence': ['info', /RDFa/] },
  ],
  [
    'a breadcrumb by microdata',
    {
      structured: '',
      end: '<ol itemscope itemtype="https://schema.org/BreadcrumbList"><li itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem"><a itemprop="item" href="/garden"><span itemprop="name">Garden</span></a><meta itemprop="position" content="1"></li><li itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem"><span itemprop="name">Lamps</span><meta itemprop="position" content="2"></li></ol>',
    },
    { breadcrumb: 'pass', 'jsonld-required': 'pass' },
  ],

  [
    'no Open Graph',
    { openGraph: '' },
    { 'og-core': ['warn', /has no Open Graph tags/], 'og-description': 'info', 'og-image': 'not-applicable' },
  ],
  [
    'one property missing',
    { openGraph: soundParts.openGraph.replace('og:type', 'og:kind') },
    { 'og-core': ['warn', /og:type/] },
  ],
  [
    'an empty property',
    { openGraph: soundParts.openGraph.replace('content="website"', 'content=" "') },
    { 'og-core': ['warn', /og:type/] },
  ],
  [
    'properties by name instead',
    { openGraph: soundParts.openGraph.replaceAll('property=', 'name=') },
    { 'og-core': 'warn', '*': 'pass' },
  ],
  [
    'Open Graph in the body is read by nobody',
    { openGraph: '', top: `${soundParts.openGraph}<h1>Garden lamps</h1>` },
    { '*': 'pass', 'og-core': 'warn' },
  ],
  [
    'an image by a relative address',
    { openGraph: soundParts.openGraph.replace('https://example.com/share.png', '/share.png') },
    { 'og-image': 'fail' },
  ],
  ['no card of X', { twitter: '' }, { 'twitter-card': 'info' }],
  ['a card of an unknown kind', { twitter: '<meta name="twitter:card" content="huge">' }, { 'twitter-card': 'info' }],
]

it.each(cases)('%s', (...row) => expectCase(row))
