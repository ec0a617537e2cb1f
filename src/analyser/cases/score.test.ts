import { describe, expect, it } from 'vitest'
import { analyseCase, type Change } from '#testing/pages/check-page.ts'
import { pageUrl } from '#testing/pages/fetched-page.ts'
import { soundParts } from '#testing/pages/sound-page.ts'

// The bounds that the points of the catalogue are calibrated to.

const scoreOf = (change: Change) => analyseCase(change).score
const http = pageUrl.replace('https:', 'http:')
const overHttp: Change = {
  page: { finalUrl: http, tls: null },
  headers: { 'strict-transport-security': null, 'set-cookie': 'basket=1; HttpOnly; SameSite=Lax' },
  canonical: `<link rel="canonical" href="${http}">`,
  hreflang: '',
}
const hop = (url: string, location: string) => ({ url, status: 301, location })
const chain = (hops: number) =>
  Array.from({ length: hops }, (_, at) =>
    hop(`https://example.com/old-${at}`, at + 1 < hops ? `https://example.com/old-${at + 1}` : pageUrl),
  )
const missing = { status: 404, headers: {}, body: new Uint8Array() }
const brokenProduct = soundParts.structured
  .replace('"price":49', '"price":"on request"')
  .replace('"ratingValue":4.5', '"ratingValue":"very good"')
  .replace('"reviewRating":{"@type":"Rating","ratingValue":5}', '"reviewRating":{"@type":"Rating"}')

/** The head of a page with a careless author. */
const bareHead = {
  description: '',
  canonical: '',
  hreflang: '',
  openGraph: '',
  twitter: '',
  icon: '',
  structured: '',
} satisfies Change
const bareBody = { top: '', picture: '', text: '', more: '', links: '', form: '' } satisfies Change
/** The flaws that most good articles have. */
const usualFlaws: Change = {
  headers: { 'content-security-policy': null, 'referrer-policy': null },
  twitter: '',
  structured: '',
  script: '<script src="/script.js"></script>',
  picture: '<img src="/lamp.jpg" alt="A copper lamp">',
}

describe.each<[name: string, change: Change, from: number, to: number]>([
  ['an excellent page over HTTPS', {}, 100, 100],
  ['the same page over HTTP', overHttp, 0, 90],
  ['a good article with the usual flaws', usualFlaws, 80, 98],
  ['a good article without social tags', { ...usualFlaws, openGraph: '' }, 80, 95],
  ['a product page with a broken price, rating and review', { structured: brokenProduct }, 88, 97],
  [
    'a redirect chain with a canonical that leads back',
    {
      page: { askedUrl: 'https://example.com/old-0', redirects: chain(2) },
      canonical: '<link rel="canonical" href="https://example.com/old-0">',
      answers: { canonical: { redirects: chain(2), finalUrl: pageUrl } },
    },
    80,
    95,
  ],
  ['a page whose scripts, styles and images are all broken', { answers: { resource: missing } }, 0, 95],
  ['a page of one word', { ...bareBody, text: '<p>Lamps</p>', script: '' }, 0, 49],
  ['a shell that scripts fill', { ...bareBody, text: '<div id="root"></div>' }, 0, 49],
  ['an empty body', { ...bareBody }, 0, 49],
  [
    'a page with a dozen failures',
    {
      ...bareHead,
      html: '<html>',
      title: '',
      viewport: '',
      top: '',
      picture: '<img src="/a.jpg"><img src="http://example.com/b.jpg">',
      links: '<a href="javascript:go()">More</a><a href="/gone">here</a><a href="http://localhost/x">Test</a>',
      structured: '<script type="application/ld+json">{</script>',
      script: '<script src="/script.js"></script>',
      answers: { link: missing, 'soft-404': { status: 200 } },
      page: { contentEncodings: [] },
    },
    0,
    35,
  ],
])('%s', (_, change, from, to) => {
  it(`scores ${from} to ${to}`, () => {
    const score = scoreOf(change)
    expect(score).toBeGreaterThanOrEqual(from)
    expect(score).toBeLessThanOrEqual(to)
  })
})

/** Faults as pages have them: [pages of ten that have it, the change]. */
const flaws: [share: number, change: Change][] = [
  [6, { headers: { 'content-security-policy': null } }],
  [5, { headers: { 'x-content-type-options': null, 'referrer-policy': null } }],
  [5, { headers: { 'strict-transport-security': null } }],
  [4, { script: '<script src="/a.js"></script><script src="/b.js"></script>' }],
  [4, { picture: '<img src="/lamp.jpg" alt="A lamp">' }],
  [4, { structured: '' }],
  [3, { openGraph: '' }],
  [3, { twitter: '', icon: '' }],
  [3, { description: '' }],
  [3, { canonical: '', hreflang: '' }],
  [3, { more: '<img src="/a.jpg"><img src="/b.jpg">' }],
  [3, { links: '<a href="/">Read more</a><a href="/x">here</a><a href="/y">All lamps</a>' }],
  [2, { links: '<a href="/">Home</a><a href="javascript:go()">Open</a>' }],
  [2, { answers: { link: missing } }],
  [2, { answers: { 'soft-404': { status: 200 } } }],
  [2, { page: { contentEncodings: [] } }],
  [2, { top: '<div>Garden lamps</div>' }],
  [2, { structured: brokenProduct }],
  [2, { answers: { sitemap: missing } }],
  [2, { html: '<html>', charset: '' }],
  [1, { answers: { resource: missing } }],
  [1, { title: '' }],
  [1, { viewport: '' }],
  [1, { text: '<p>Coming soon</p>' }],
  [1, { canonical: '<link rel="canonical" href="https://example.com/">' }],
  [1, { head: '<meta name="robots" content="noindex">' }],
  [1, overHttp],
]

/** A page with flaws at `carelessness`, from 0 to 2, times their usual share. */
function variedPage(seed: number): Change {
  const carelessness = (2 * (seed % 12)) / 11
  const chosen = flaws.filter(([share], at) => {
    const dice = (Math.imul(seed * 101 + at + 1, 0x9e3779b1) >>> 0) / 2 ** 32
    return dice < (share / 10) * carelessness
  })
  return chosen.reduce<Change>(
    (all, [, { headers, answers, page, ...parts }]) => ({
      ...all,
      ...parts,
      headers: { ...all.headers, ...headers },
      answers: { ...all.answers, ...answers },
      page: { ...all.page, ...page },
    }),
    {},
  )
}

describe('120 pages with more and more flaws', () => {
  const scores = Array.from({ length: 120 }, (_, seed) => scoreOf(variedPage(seed + 1))).toSorted((a, b) => a - b)
  const quartile = (of4: number) => scores[Math.round((of4 * (scores.length - 1)) / 4)] ?? 0

  it('differ: their quartiles lie at least 12 points apart', () => {
    const quartiles = [1, 2, 3].map(quartile)
    const [low = 0, middle = 0, high = 0] = quartiles
    expect(high - middle, `${quartiles}`).toBeGreaterThanOrEqual(12)
    expect(middle - low, `${quartiles}`).toBeGreaterThanOrEqual(12)
  })

  it('use the whole scale', () => {
    expect(scores[0]).toBeLessThan(50)
    expect(scores.at(-1)).toBe(100)
  })
})
