import { it } from 'vitest'
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

it.each(cases)('%s', (...one) => expectCase(one))
