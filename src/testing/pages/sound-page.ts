import type { DuplicateFacts } from '#analyser/page-facts.ts'
import type { Probe, ProbeRequest } from '#analyser/probe.ts'
import { type Page, pageUrl, probe } from './fetched-page.ts'

const sitewide = 'https://example.com'
const image = (path: string, alt: string, more = '') =>
  `<img src="${path}" alt="${alt}" width="1200" height="630"${more}>`
const product = {
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        ['Home', '/'],
        ['Garden', '/garden'],
        ['Lamps', undefined],
      ].map(([name, item], at) => ({ '@type': 'ListItem', position: at + 1, name, item: item && sitewide + item })),
    },
    {
      '@type': 'Product',
      name: 'Garden lamp',
      image: `${sitewide}/lamp.webp`,
      description: 'A lamp of copper.',
      sku: 'L-7',
      brand: { '@type': 'Brand', name: 'Lantern' },
      offers: {
        '@type': 'Offer',
        price: 49,
        priceCurrency: 'EUR',
        availability: 'https://schema.org/InStock',
        priceValidUntil: '2027-12-31',
        shippingDetails: { '@type': 'OfferShippingDetails' },
        hasMerchantReturnPolicy: { '@type': 'MerchantReturnPolicy' },
      },
      aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.5, reviewCount: 12 },
      review: {
        '@type': 'Review',
        datePublished: '2026-05-01',
        author: { '@type': 'Person', name: 'A customer' },
        reviewRating: { '@type': 'Rating', ratingValue: 5 },
      },
    },
  ],
}

/** The parts of a page on which every check passes, so that a test can replace one of them. */
export const soundParts = {
  doctype: '<!doctype html>',
  html: '<html lang="en">',
  charset: '<meta charset="utf-8">',
  title: '<title>Garden lamps of copper and glass</title>',
  viewport: '<meta name="viewport" content="width=device-width, initial-scale=1">',
  description:
    '<meta name="description" content="Garden lamps of copper and glass for paths, terraces and old trees, made by hand, tested in the rain and repaired for as long as you keep them.">',
  canonical: `<link rel="canonical" href="${pageUrl}">`,
  hreflang: `<link rel="alternate" hreflang="en" href="${pageUrl}"><link rel="alternate" hreflang="de" href="${sitewide}/de/lampen"><link rel="alternate" hreflang="x-default" href="${pageUrl}">`,
  openGraph: [
    'title|Garden lamps',
    'description|Lamps of copper and glass.',
    'type|website',
    `url|${pageUrl}`,
    `image|${sitewide}/share.png`,
  ]
    .map((pair) => `<meta property="og:${pair.replace('|', '" content="')}">`)
    .join(''),
  twitter: '<meta name="twitter:card" content="summary_large_image">',
  icon: '<link rel="icon" href="/icon.png">',
  style: '<link rel="stylesheet" href="/style.css">',
  script: '<script src="/script.js" defer></script>',
  structured: `<script type="application/ld+json">${JSON.stringify(product)}</script>`,
  head: '',
  top: '<h1>Garden lamps</h1>',
  picture: image('/lamp.webp', 'A copper lamp under an old tree'),
  text: `<h2>Made for the rain</h2><p>Every lamp is soldered by hand and tested in a shower of our own. Copper turns green within a few years, and glass stays clear. We keep parts of all models, so that whatever breaks can be replaced at home.</p><h3>Paths and terraces</h3><p>Small lamps stand every three steps along a path. Larger ones light a table, a door or the branches above. None of them needs more than a candle or a bulb of two watts. Cables run under the lawn; our guide shows how deep they must lie, which tools help, and when an electrician should be asked.</p><h2>How to order</h2><p>A lamp costs 49 euros and is rated 4.5 of 5 by its owners. Choose a model, tell us the length of the path, and we answer with a drawing. Delivery takes two weeks. What you send back within a month costs you nothing.</p>`,
  more: image('/terrace.webp', 'A terrace in the evening', ' loading="lazy"'),
  links:
    '<a href="/">Lantern workshop</a> <a href="/garden">All about gardens</a> <a href="https://museum.example/lamps">The museum of lamps</a>',
  form: '<form action="/search"><label>Search the shop <input name="q"></label><button>Search</button></form>',
  end: '',
}
export type SoundParts = typeof soundParts

const bodyParts = new Set<keyof SoundParts>(['top', 'picture', 'text', 'more', 'links', 'form', 'end'])

/** Returns the HTML of the sound page with some parts replaced. */
export function soundHtml(spoilt: Partial<SoundParts> = {}): string {
  const { doctype, html, ...parts } = { ...soundParts, ...spoilt }
  const of = (inBody: boolean) =>
    (Object.keys(parts) as (keyof typeof parts)[])
      .filter((part) => bodyParts.has(part) === inBody)
      .map((part) => parts[part])
      .join('\n')
  return `${doctype}\n${html}\n<head>\n${of(false)}\n</head>\n<body>\n${of(true)}\n</body>\n</html>\n`
}

export const soundHeaders = {
  'strict-transport-security': 'max-age=31536000',
  'content-security-policy': "script-src 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'set-cookie': 'basket=1; Secure; HttpOnly; SameSite=Lax',
  server: 'nginx',
}

export const soundRobots = 'User-agent: *\nDisallow: /basket\n\nSitemap: https://example.com/sitemap.xml\n'

/** A page on which no check warns or fails. */
export const soundPage: Page = { html: soundHtml(), headers: soundHeaders, robots: soundRobots }

/** The first bytes of a PNG of that size. */
export const png = (width: number, height: number) =>
  Uint8Array.from(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
      Buffer.from(
        [width, height].flatMap((side) => [side >>> 24, (side >>> 16) & 255, (side >>> 8) & 255, side & 255]),
      ),
      Buffer.from([8, 2, 0, 0, 0]),
    ]),
  )

const kept = { 'cache-control': 'max-age=604800', etag: '"1"' }
const german = `<!doctype html><html lang="de"><head><title>Lampen</title><link rel="alternate" hreflang="en" href="${pageUrl}"></head></html>`

/** Returns the response of a website without faults to a probe request. */
export function soundAnswer({ purpose, url, at, lookFor = [] }: ProbeRequest): Probe {
  const answer = (rest: Parameters<typeof probe>[2]) => probe(purpose, url, { at, ...rest })
  const picture = (width: number, height: number) =>
    answer({ headers: { ...kept, 'content-type': 'image/png' }, body: png(width, height), wireBytes: 40_000 })
  switch (purpose) {
    case 'http-variant':
      return answer({
        redirects: [{ url, status: 301, location: url.replace('http:', 'https:') }],
        finalUrl: url.replace('http:', 'https:'),
      })
    case 'old-tls':
      return answer({ status: null, finalUrl: null })
    case 'sitemap':
      return answer({
        sitemap: {
          kind: 'urlset',
          urls: 12,
          bytes: 2000,
          cut: false,
          gzip: false,
          problem: null,
          found: lookFor,
          children: 0,
          lastmods: { total: 12, most: [{ date: '2026-05-01T09', urls: 12 }] },
        },
      })
    case 'favicon':
      return picture(48, 48)
    case 'og-image':
      return picture(1200, 630)
    case 'soft-404':
      return answer({ status: 404 })
    case 'alternate':
      return answer({ headers: { 'content-type': 'text/html; charset=utf-8' }, text: german })
    case 'resource': {
      if (url.endsWith('.css'))
        return answer({ headers: { ...kept, 'content-type': 'text/css' }, text: '.lamp{color:#b87333}' })
      if (url.endsWith('.js'))
        return answer({ headers: { ...kept, 'content-type': 'text/javascript' }, text: 'document.title+=""' })
      return answer({
        headers: { ...kept, 'content-type': `image/${url.split('.').at(-1)?.replace('jpg', 'jpeg')}` },
        wireBytes: 40_000,
      })
    }
    default:
      return answer({ headers: { 'content-type': 'text/html; charset=utf-8' }, text: soundHtml() })
  }
}

/** A website with other pages and without duplicates. */
export const soundDuplicates: DuplicateFacts = {
  counted: true,
  others: 3,
  title: none(),
  description: none(),
  body: none(),
  similar: none(),
}

function none<T>(): { items: T[]; total: number } {
  return { items: [], total: 0 }
}
