import { describe, expect, it } from 'vitest'
import { catalogue, type CheckId } from '#analyser/catalogue.ts'
import { analyseCase, type Case, type Change, expectCase } from '#testing/pages/check-page.ts'
import { pageUrl } from '#testing/pages/fetched-page.ts'
import { soundParts } from '#testing/pages/sound-page.ts'

/** Returns the points that a change of the page without faults loses. */
const priceOf = (change: Change) => Math.round((100 - analyseCase(change).scoreBeforeCap) * 10) / 10
const noTitle: Change = { title: '' }
const noH1: Change = { top: '' }
const noDescription: Change = { description: '' }
const missing = { status: 404, headers: {}, body: new Uint8Array() }

const breaks = (pattern: RegExp): Change => ({
  answers: { resource: (answer) => (pattern.test(answer.url) ? { ...answer, status: 404 } : answer) },
})
const pictures = (amount: number) => ({
  more: Array.from({ length: amount }, (_, at) => `<img src="/${at}.webp" alt="A lamp" width="9" height="9">`).join(''),
})

describe('broken files', () => {
  it.each<[name: string, change: Change]>([
    ['the only image', { ...breaks(/lamp\.webp/), more: '' }],
    ['one of two images', breaks(/lamp\.webp/)],
    ['one of five images', { ...breaks(/lamp\.webp/), ...pictures(4) }],
    ['the only file of the page', { ...breaks(/lamp\.webp/), more: '', style: '', script: '' }],
    ['a script that renders nothing', breaks(/\.js/)],
    ['the only script, without another file', { ...breaks(/\.js/), more: '', style: '', picture: '' }],
  ])('%s costs at most 3', (_, change) => {
    expect(priceOf(change)).toBeGreaterThan(0)
    expect(priceOf(change)).toBeLessThanOrEqual(3)
  })

  it('cost less than a missing title, stylesheets and scripts too', () => {
    expect(priceOf(breaks(/\.webp/))).toBeLessThanOrEqual(3)
    expect(priceOf(breaks(/style\.css/))).toBeGreaterThan(3)
    expect(priceOf(breaks(/./))).toBeLessThanOrEqual(priceOf(noTitle))
  })

  it('cost more, the more of them break', () => {
    const prices = [breaks(/lamp/), breaks(/webp/), breaks(/css/), breaks(/css|js/), breaks(/./)].map(priceOf)
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
    expect(new Set(prices).size).toBe(prices.length)
  })
})

const plain = (bytes: number): Change => ({
  page: { contentEncodings: [] },
  end: `<p>${'lamp '.repeat(Math.max(0, (bytes - 6000) / 5))}</p>`,
})

describe('compression', () => {
  it('costs nothing below 10 KB, of the HTML or of a file', () => {
    expect(priceOf(plain(9000))).toBe(0)
    const file = (bytes: number): Change => ({
      answers: { resource: (answer) => ({ ...answer, contentEncodings: [], wireBytes: bytes, body: null }) },
    })
    expect(analyseCase(file(9000)).results['compression']?.points_lost).toBe(0)
  })

  it('still costs for what takes longer to arrive', () => {
    expect(priceOf(plain(20_000))).toBeGreaterThan(0)
  })
})

const link = (attributes: string) => ({ end: `<a ${attributes}>Lamps and prices</a>` })
const action: Case[2] = { 'crawlable-anchors': ['warn', /runs an action/] }
const lost: Case[2] = { 'crawlable-anchors': ['fail', /can’t follow 1 of 4/] }
const linkCases: Case[] = [
  ['a way back', link('href="javascript:history.back()"'), action],
  ['a way back by steps', link('href="javascript:window.history.go(-1)"'), action],
  ['a way back in another case', link('href=" JavaScript:self.history.back(); "'), action],
  ['a tooltip', link('href="javascript:void(0)" title="With VAT"'), action],
  ['a tooltip of a library', link('href="javascript:;" data-bs-toggle="tooltip"  data-tip="With VAT"'), action],
  ['a tooltip of a function', link(`href="javascript:showTooltip('With VAT. And more.')"`), action],
  ['a printout', link('href="javascript:window.print()"'), action],
  ['a menu', link('href="javascript:void(0)" onclick="toggleMenu()"'), action],
  ['a page that a script opens', link(`href="javascript:location.href='/prices'"`), lost],
  ['a page in a window', link(`href="javascript:window.open('/prices')"`), lost],
  ['a page in a pop-up', link(`href="javascript:popup('/prices')"`), lost],
  ['a page behind a tooltip', link(`href="javascript:void(0)" title="Prices" onclick="location='/prices'"`), lost],
  ['a page by an attribute', link('href="javascript:void(0)" title="Prices" data-href="/prices"'), lost],
  ['no script and no hint', link('href="javascript:void(0)"'), lost],
  ['an unknown function', link('href="javascript:go(7)"'), lost],
  ['a step forward', link('href="javascript:history.go(1)"'), lost],
]

describe('links that act', () => {
  it.each(linkCases)('%s', (...row) => expectCase(row))

  it('cost at most 1 together, alone on a page too, and nothing beside a link that is lost', () => {
    const back = '<a href="javascript:history.back()">Back</a>'
    const tooltip = '<a href="javascript:void(0)" title="With VAT">VAT</a>'
    const open = `<a href="javascript:location='/prices'">Prices</a>`
    const others = '<a href="/">Lantern workshop</a>'
    const costOf = (links: string) => analyseCase({ links }).results['crawlable-anchors']?.points_lost
    expect(costOf(back)).toBe(1)
    expect(costOf((back + tooltip).repeat(20))).toBe(1)
    expect(costOf(others + open + back)).toBe(costOf(others + open + '<a href="/x">Lamps</a>'))
  })
})

const described = (text: string): Change => ({ description: `<meta name="description" content="${text}">` })
const wide = 'Oak lamps: a warm summer room now. '

describe('the description', () => {
  it.each<[name: string, change: Change]>([
    ['156 wide characters', described('W'.repeat(156))],
    ['a few characters too many', described(wide.repeat(5))],
    ['far too many', described(wide.repeat(20))],
    ['wide scripts', described('山の宿と湯'.repeat(18))],
  ])('%s: a warning of few points', (_, change) => {
    const { outcome, points_lost: points } = analyseCase(change).results['description-length'] ?? {}
    expect({ outcome, points }).toEqual({ outcome: 'warn', points: 1 })
  })

  it.each<[name: string, change: Change]>([
    ['a few characters too few', described(wide.repeat(2))],
    ['a single word', described('Lamps')],
  ])('%s: a note without points', (_, change) => {
    const { outcome, points_lost: points } = analyseCase(change).results['description-length'] ?? {}
    expect({ outcome, points }).toEqual({ outcome: 'info', points: 0 })
  })

  it('costs more where it is missing, and less than a title', () => {
    expect(priceOf(noDescription)).toBeGreaterThan(priceOf(described(wide.repeat(20))))
    expect(priceOf(noDescription)).toBeLessThan(priceOf(noTitle))
  })
})

/** Faults that stay small however many there are. */
const smallFaults: Change = {
  ...noDescription,
  ...breaks(/lamp|terrace|photo/),
  picture: '<img src="/lamp.jpg" loading="lazy">',
  more: `<img src="/terrace.jpg"><img src="/photo.jpg" alt="${'A long text about a lamp. '.repeat(20)}">`,
  form: '<form action="http://example.com/search"><input name="q"><input name="town"><select name="lamp"></select></form>',
}

const canonical = (href: string): Change => ({
  canonical: `<link rel="canonical" href="${href}">`,
  answers: {
    canonical: { text: `<!doctype html><title>Home</title><p>${'Chairs and tables of oak for each room. '.repeat(9)}` },
  },
})

/** Their pages are at the end of every order. */
const floor: [name: string, change: Change][] = [
  ['noindex', { head: '<meta name="robots" content="noindex">' }],
  ['noindex in a header', { headers: { 'x-robots-tag': 'none' } }],
  ['a canonical URL of another page', canonical('https://example.com/garden/lamp')],
  ['the home page as canonical URL', canonical('https://example.com/')],
  ['robots.txt', { page: { robots: 'User-agent: *\nDisallow: /' } }],
  ['no content', { top: '', picture: '', text: '', more: '', links: '', form: '', structured: '' }],
]
const others: [name: string, change: Change][] = [
  ['no title', noTitle],
  ['no H1', noH1],
  ['no description', noDescription],
  ['no alt texts, descriptions and labels, and broken images', smallFaults],
  ['all links broken', { answers: { link: missing } }],
  ['all files broken', breaks(/./)],
  ['no compression', plain(20_000)],
  ['invalid structured data', { structured: '<script type="application/ld+json">{</script>' }],
  ['no viewport', { viewport: '' }],
  ['no social tags', { openGraph: '', twitter: '' }],
  ['a canonical URL without the parameters', { page: { finalUrl: `${pageUrl}?from=letter` } }],
  ['no security headers', { headers: { 'content-security-policy': null, 'strict-transport-security': null } }],
  ['error pages that return 200', { answers: { 'soft-404': { status: 200 } } }],
]

const pointsOf = (id: CheckId) => catalogue.find(({ check }) => check.id === id)?.points ?? 0
const over = (attributes: string) => `<img ${attributes} alt="A lamp" width="9" height="9" loading="lazy">`
const insecure: [name: string, more: string][] = [
  ['images that browsers upgrade', over('src="http://shop.example/a.webp"')],
  ['images that browsers block', over('src="/a.webp" srcset="http://shop.example/a.webp 2x"')],
]

/** The most that faults of description, images and forms deduct, where it isn't the points of the check. */
const mostOfSmall: Partial<Record<string, number>> = {
  // It only warns.
  'description-length': pointsOf('description-length') / 2,
  'broken-resources': 3,
  'mixed-content': 1.8,
}

const insecureForm = '<form action="http://example.com/"><button>Send</button></form>'
const errorsAre200: Change = { answers: { 'soft-404': { status: 200 } } }

describe('the order', () => {
  it('asks at most 12 points for what leaves a page in search, and caps what doesn’t', () => {
    for (const { check, points } of catalogue) expect([check.id, points <= 12]).toEqual([check.id, true])
    expect(catalogue.filter(({ blocker }) => blocker).map(({ check }) => check.id)).toEqual([
      'http-status',
      'noindex',
      'robots-blocked',
      'canonical-elsewhere',
      'soft-404-page',
      'page-text',
    ])
  })

  it('puts each fault of description, images and forms behind a missing H1, and that behind a missing title', () => {
    const named = catalogue.filter(
      ({ check, scored }) => scored && /description|image|picture|\balt\b|form|lcp/.test(`${check.id} ${check.name}`),
    )
    expect(named.length).toBeGreaterThan(9)
    for (const { check, points } of named) expect(mostOfSmall[check.id] ?? points, check.id).toBeLessThan(priceOf(noH1))
    expect(priceOf(noH1)).toBeLessThan(priceOf(noTitle))
  })

  it.each(insecure)('counts %s within their bound', (_, more) => {
    const { points_lost: points } = analyseCase({ more }).results['mixed-content'] ?? {}
    expect(points).toBeGreaterThan(0)
    expect(points).toBeLessThanOrEqual(mostOfSmall['mixed-content'] ?? 0)
  })

  it.each<[name: string, more: string]>([
    ['a script', '<script src="http://shop.example/a.js" defer></script>'],
    [
      'a script and an image',
      `${over('src="http://shop.example/a.webp"')}<script src="http://shop.example/a.js" defer></script>`,
    ],
  ])('counts %s over HTTP in full', (_, more) => {
    expect(analyseCase({ more }).results['mixed-content']?.points_lost).toBe(pointsOf('mixed-content'))
  })

  it.each<[smaller: string, larger: string, one: Change, other: Change]>([
    ['no social tags', 'no description', { openGraph: '', twitter: '' }, noDescription],
    ['no description', 'no H1', noDescription, noH1],
    ['no H1', 'no viewport', noH1, { viewport: '' }],
    ['a form over HTTP', 'no viewport', { form: insecureForm }, { viewport: '' }],
    ['a broken image', 'a broken stylesheet', breaks(/lamp/), breaks(/css/)],
    ['error pages that return 200', 'broken links', errorsAre200, { answers: { link: missing } }],
  ])('puts %s before %s', (_, __, smaller, larger) => {
    expect(priceOf(smaller)).toBeLessThan(priceOf(larger))
  })

  it.each(floor)('ends with %s', (_, change) => {
    const { score } = analyseCase(change)
    for (const [name, other] of others) expect(analyseCase(other).score, name).toBeGreaterThan(score)
  })
})

const breaksLinks = (pattern: RegExp): NonNullable<Change['answers']> => ({
  link: (answer) => (pattern.test(answer.url) ? { ...answer, status: 404 } : answer),
})
const gone = '<a href="/gone">The lost workshop</a>'

describe('broken links', () => {
  const all = priceOf({ links: gone, answers: breaksLinks(/./) })

  it.each<[name: string, links: string]>([
    ['one that works', `${gone} <a href="/garden">All about gardens</a>`],
    ['one to the page itself', `${gone} <a href="${pageUrl}">Garden lamps</a>`],
  ])('cost less beside %s', (_, links) => {
    expect(priceOf({ links, answers: breaksLinks(/gone/) })).toBe(all / 2)
  })

  it('cost less beside one without a clear response', () => {
    const answers: NonNullable<Change['answers']> = {
      link: (answer) => ({ ...answer, status: answer.url.endsWith('/gone') ? 404 : 429 }),
    }
    expect(priceOf({ links: `${gone} <a href="/garden">All about gardens</a>`, answers })).toBe(all / 2)
  })

  it('cost all where all are broken', () => {
    const links = `${gone} <a href="/garden">All about gardens</a>`
    expect(priceOf({ links, answers: breaksLinks(/./) })).toBe(all)
  })
})

const itemsOf = (items: string) =>
  `<script type="application/ld+json">{"@context":"https://schema.org","@graph":[${items}]}</script>`
const beside = (more: string) => ({ structured: soundParts.structured + itemsOf(more) })
const costOfItems = (change: Change) => analyseCase(change).results['jsonld-required']?.points_lost
const card = '{"@type":"Product","name":"Oak lamp"}'
const cards = Array.from({ length: 5 }, () => card).join()
const job = '{"@type":"JobPosting","title":"Gardener","validThrough":"2020-01-01"}'

describe('structured data', () => {
  it.each<[name: string, change: Change, least: number, most: number]>([
    ['the cards of other products', beside(cards), 1, 2],
    ['one card', beside(card), 1, 2],
    ['a list of products that the page isn’t about', { structured: itemsOf(cards) }, 1, 2],
    ['an empty review of the product', beside('{"@type":"Review"}'), 1, 2],
    ['a breadcrumb without names', beside('{"@type":"BreadcrumbList","itemListElement":[{"@type":"ListItem"}]}'), 1, 2],
    [
      'the page’s own product without an offer',
      { structured: itemsOf('{"@type":"Product","name":"Garden lamps"}') },
      6,
      12,
    ],
    [
      'several own items without anything',
      { structured: itemsOf('{"@type":"Recipe"},{"@type":"VideoObject"}') },
      12,
      12,
    ],
    ['an expired job', { structured: itemsOf(job) }, 8, 12],
  ])('%s', (_, change, least, most) => {
    expect(costOfItems(change)).toBeGreaterThanOrEqual(least)
    expect(costOfItems(change)).toBeLessThanOrEqual(most)
  })
})

describe('an invalid price, rating and review', () => {
  const product = (price: string, rating: string, review: string): Change => ({
    structured: soundParts.structured
      .replace('"price":49', `"price":${price}`)
      .replace('"ratingValue":4.5', `"ratingValue":${rating}`)
      .replace('"ratingValue":5', `"ratingValue":${review}`),
  })

  it.each<[name: string, change: Change]>([
    ['words', product('"on request"', '"very good"', '"great"')],
    ['numbers out of range', product('"49 €"', '9.5', '7')],
    ['empty values', product('""', '""', '""')],
  ])('%s cost once what they are', (_, change) => {
    const { results, score } = analyseCase(change)
    expect(results['jsonld-visible']?.points_lost).toBe(0)
    expect(score).toBeGreaterThanOrEqual(88)
    expect(score).toBeLessThanOrEqual(97)
  })

  it('leave the fault of a valid price that nobody sees', () => {
    const { results } = analyseCase(product('77', '9.5', '7'))
    expect(results['jsonld-visible']?.points_lost).toBe(3)
  })
})

const unseen = soundParts.text.replace('rated 4.5 of 5', 'liked')
const shown = (end: string, script = soundParts.script): Change => ({ text: unseen, end, script })
const mayShow: Case[2] = { 'jsonld-visible': ['unknown', /may be added/] }
const hidden: Case[2] = { 'jsonld-visible': 'warn' }
const textCases: Case[] = [
  ['a widget from the own host', shown('<div class="product-reviews" data-product="7"></div>'), mayShow],
  ['a widget as an element', shown('<shop-rating product="7"></shop-rating>'), mayShow],
  ['a widget by the name of its maker', shown('<div class="yotpo bottomLine" data-product-id="7"></div>'), mayShow],
  ['such a widget in a line of text', shown('<p>Copper lamp <span class="jdgm-prev-badge"></span></p>'), mayShow],
  ['a script of a maker from the own host', shown('', '<script src="/vendor/yotpo.js" defer></script>'), mayShow],
  ['a widget in Spanish', shown('<section id="valoraciones"></section>'), mayShow],
  ['classes that only contain such names', shown('<div class="timestamped juniper navis"></div>'), hidden],
  ['an empty span of stars', shown('<p>Copper lamp <span class="rating-star"></span></p>'), hidden],
  ['a script named after reviews', shown('', '<script src="/assets/reviews.js" defer></script>'), mayShow],
  ['no widget', shown('<div class="preview"></div><div class="decorating"></div>'), hidden],
  ['a widget without scripts', shown('<div class="product-reviews"></div>', ''), hidden],
  ['reviews in the HTML', shown('<div class="product-reviews">It shines.</div>'), hidden],

  ...[
    ['click', ' here'],
    ['click', 'here'],
    ['more', ' here'],
    ['', ' here'],
  ].map(([alt, text]): Case => [
    `an image “${alt}” beside “${text}”`,
    { end: `<a href="/x"><img src="/a.webp" alt="${alt}" width="9" height="9" loading="lazy">${text}</a>` },
    { 'anchor-text': ['warn', /here/] },
  ]),
  [
    'an image that says more',
    { end: '<a href="/x"><img src="/a.webp" alt="Copper lamps" width="9" height="9" loading="lazy"> here</a>' },
    {},
  ],
  ['an English text in a German span', { end: '<a href="/x"><span lang="de-CH">Start</span></a>' }, {}],
  [
    'a German text in a nested span',
    { end: '<a href="/x"><b><span lang="de-CH">Hier</span></b></a>' },
    { 'anchor-text': 'warn' },
  ],
  [
    'a text of which a part is German',
    { end: '<a href="/x"><span lang="de">Click</span> here</a>' },
    { 'anchor-text': 'warn' },
  ],
  ['an English text', { end: '<a href="/x"><span>Start</span></a>' }, { 'anchor-text': 'warn' }],
]

describe('what is not wrong, or not right', () => {
  it.each(textCases)('%s', (...row) => expectCase(row))
})
