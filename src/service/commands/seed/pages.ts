import type { FetchedPage, Header, Tls } from '#analyser/fetched-page.ts'
import { paragraphsOf, type Subject, subjects } from './subjects.ts'

/** Placeholders for the host and the time of a seed page. Every report replaces them with its own. */
export const placeholderHost = 'seed-page.example'
export const placeholderTime = new Date('2026-06-02T10:00:00.000Z')

/** Qualities of a page, from 0 without flaws to the worst. */
export const qualities = 10

/** A mistake that does not depend on the quality of a page and is usually repaired soon. */
export const incidents = ['noindex', 'missing', 'canonical'] as const

export type Version = {
  subject: Subject
  quality: number
  incident: (typeof incidents)[number] | null
  scheme: 'http' | 'https'
}

export type SeedPage = Draft & Version & { url: string; status: number }

/** Returns one version of a page, always the same for the same arguments. Worse ones keep the flaws of better ones. */
export function seedPage(version: Version): { page: SeedPage; fetched: FetchedPage } {
  const page = flawlessPage(version)
  const carelessness = version.quality / (qualities - 1)
  const at = subjects.indexOf(version.subject)
  for (const [index, { share, apply }] of flaws.entries())
    if (diceOf(at, index) < share * carelessness * 2.3) apply(page)
  if (version.incident === 'noindex') page.head.code += '<meta name="robots" content="noindex">'
  if (version.incident === 'canonical')
    page.head.canonical = `<link rel="canonical" href="${new URL('/', page.url).href}">`
  if (version.incident === 'missing') page.status = 404
  return { page, fetched: fetchedPageOf(page) }
}

/** Fixed but irregular numbers from 0 to 1. */
const diceOf = (subject: number, flaw: number) => (Math.imul(subject * 101 + flaw + 1, 0x9e3779b1) >>> 0) / 2 ** 32

function flawlessPage(version: Version): SeedPage {
  const { subject, scheme } = version
  const origin = `${scheme}://${placeholderHost}`
  const url = `${origin}/${subject.path}`
  const description = `${subject.intro} Made to order, and repaired for as long as you keep it.`
  const social = { title: subject.title, description, type: 'website', url, image: `${origin}/images/social.png` }
  return {
    ...version,
    url,
    status: 200,
    head: {
      charset: '<meta charset="utf-8">',
      viewport: '<meta name="viewport" content="width=device-width, initial-scale=1">',
      title: `<title>${subject.title}</title>`,
      description: `<meta name="description" content="${description}">`,
      canonical: `<link rel="canonical" href="${url}">`,
      social:
        Object.entries(social)
          .map(([name, content]) => `<meta property="og:${name}" content="${content}">`)
          .join('') + '<meta name="twitter:card" content="summary_large_image">',
      icon: '<link rel="icon" href="/icon.png">',
      code: `<link rel="stylesheet" href="/style.css"><script src="/shop.js" defer></script>${subject.kind === 'login' ? '<meta name="robots" content="noindex">' : ''}`,
      data: `<script type="application/ld+json">${JSON.stringify(structuredData(subject, url, origin))}</script>`,
    },
    body: {
      heading: `<h1>${subject.heading}</h1>`,
      picture: `<img src="/images/large.webp" alt="${subject.heading} in daylight" width="1200" height="630">`,
      text: textOf(subject),
      pictures: '<img src="/images/side.webp" alt="The same from the side" width="600" height="400" loading="lazy">',
      links:
        '<nav><a href="/">Home</a> <a href="/about">Who we are</a> <a href="/help/returns">Returns and repairs</a> <a href="/contact">Opening hours</a> <a href="https://museum.example/furniture">The museum of furniture</a></nav>',
      end: '<form action="/search"><label>Search the shop <input name="q"></label><button>Search</button></form>',
    },
    headers: {
      ...(scheme === 'https' && { 'strict-transport-security': 'max-age=31536000' }),
      'content-security-policy': "script-src 'self'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      server: 'nginx',
    },
    isCompressed: true,
    ttfb: 80 + subject.title.length * 4,
    broken: new Set(),
  }
}

function textOf(subject: Subject): string {
  const [first, second, third, fourth] = paragraphsOf(subjects.indexOf(subject))
  const price = subject.kind === 'product' ? '<p>Price: 490 euros. Rated 4.6 of 5 by 38 customers.</p>' : ''
  if (subject.kind === 'login')
    return `<p>${subject.intro}</p><form action="/login" method="post"><label>Email <input name="email" type="email"></label><label>Password <input name="password" type="password"></label><button>Sign in</button></form><p>${first}</p>`
  return `<p>${subject.intro}</p>${price}<h2>Material and work</h2><p>${first}</p><p>${second}</p><h2>Good to know</h2><p>${third}</p><h3>In the long run</h3><p>${fourth}</p>`
}

function structuredData({ kind, title, heading, intro, path }: Subject, url: string, origin: string) {
  const image = `${origin}/images/large.webp`
  const crumbs = {
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Home', item: `${origin}/` },
      { '@type': 'ListItem', position: 2, name: heading, item: url },
    ],
  }
  const person = { '@type': 'Person', name: 'Marta Lind', url: `${origin}/about` }
  const things = {
    page: { '@type': 'WebPage', name: title, url },
    login: { '@type': 'WebPage', name: title, url },
    article: {
      '@type': 'Article',
      headline: heading,
      image,
      datePublished: '2026-02-03T08:00:00+01:00',
      dateModified: '2026-03-04T08:00:00+01:00',
      author: person,
    },
    product: {
      '@type': 'Product',
      name: heading,
      image,
      description: intro,
      sku: 'W-490',
      brand: { '@type': 'Brand', name: 'The workshop' },
      offers: {
        '@type': 'Offer',
        url,
        price: 490,
        priceCurrency: 'EUR',
        availability: 'https://schema.org/InStock',
        priceValidUntil: '2027-12-31',
        shippingDetails: { '@type': 'OfferShippingDetails' },
        hasMerchantReturnPolicy: { '@type': 'MerchantReturnPolicy' },
      },
      aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.6, reviewCount: 38 },
      review: { '@type': 'Review', author: person, reviewRating: { '@type': 'Rating', ratingValue: 5 } },
    },
  }
  return { '@context': 'https://schema.org', '@graph': path === '' ? [things[kind]] : [crumbs, things[kind]] }
}

/** Returns the page as it would have been fetched. */
function fetchedPageOf({ url, scheme, status, head, body: parts, headers, isCompressed, ttfb }: SeedPage): FetchedPage {
  const html = `<!doctype html>\n<html lang="en">\n<head>\n${linesOf(head)}\n</head>\n<body>\n${linesOf(parts)}\n</body>\n</html>\n`
  const body = new TextEncoder().encode(html)
  const robots = `User-agent: *\nDisallow: /cart\n\nSitemap: ${scheme}://${placeholderHost}/sitemap.xml\n`
  const sent: Header[] = [
    ['content-type', 'text/html; charset=utf-8'],
    ['date', placeholderTime.toUTCString()],
    ...(isCompressed ? [['content-encoding', 'gzip'] satisfies Header] : []),
    ...Object.entries(headers),
  ]
  return {
    askedUrl: url,
    finalUrl: url,
    status,
    httpVersion: '2',
    faults: [],
    headers: sent,
    contentEncodings: isCompressed ? ['gzip'] : [],
    redirects: [],
    wireBytes: isCompressed ? Math.round(body.length / 3) : body.length,
    body,
    truncated: false,
    timings: { dns: 6, connect: 14, tls: scheme === 'https' ? 21 : null, ttfb, download: 9, total: ttfb + 50 },
    tls: scheme === 'https' ? tls : null,
    robots: {
      url: `${scheme}://${placeholderHost}/robots.txt`,
      outcome: 'found',
      status: 200,
      text: robots,
      bytes: robots.length,
    },
  }
}

const linesOf = (parts: Record<string, string>) => Object.values(parts).filter(Boolean).join('\n')

const tls: Tls = {
  protocol: 'TLSv1.3',
  trusted: true,
  problem: null,
  subject: `CN=${placeholderHost}`,
  issuer: 'CN=Example CA',
  validFrom: '2026-01-01T00:00:00.000Z',
  validTo: '2027-01-31T00:00:00.000Z',
}

/** The parts of a page and its website that flaws change. */
export type Draft = {
  /** Parts of the HTML in order. */
  head: Record<HeadPart, string>
  body: Record<BodyPart, string>
  headers: Record<string, string>
  isCompressed: boolean
  /** In milliseconds. */
  ttfb: number
  /** The probe requests of these groups fail: they return 404, and the URL of a missing page returns 200. */
  broken: Set<'links' | 'files' | 'sitemap' | 'missing page'>
}
type HeadPart = 'charset' | 'viewport' | 'title' | 'description' | 'canonical' | 'social' | 'icon' | 'code' | 'data'
type BodyPart = 'heading' | 'picture' | 'text' | 'pictures' | 'links' | 'end'

/** Something that many real pages have. `share` is its frequency on an average page. */
type Flaw = { share: number; apply: (draft: Draft) => void }

const without = (...names: string[]): Flaw['apply'] => {
  return ({ headers }) => {
    for (const name of names) delete headers[name]
  }
}
const breaks = (group: 'links' | 'files' | 'sitemap' | 'missing page'): Flaw['apply'] => {
  return ({ broken }) => {
    broken.add(group)
  }
}

export const flaws: readonly Flaw[] = [
  { share: 0.8, apply: without('content-security-policy') },
  { share: 0.6, apply: without('x-content-type-options', 'referrer-policy') },
  { share: 0.5, apply: without('strict-transport-security') },
  { share: 0.5, apply: ({ head }) => (head.code = head.code.replaceAll(' defer', '')) },
  { share: 0.5, apply: ({ body }) => (body.picture = body.picture.replace('.webp', '.jpg')) },
  { share: 0.4, apply: ({ head }) => (head.social = head.social.replace(/<meta name="twitter[^<>]*>/, '')) },
  { share: 0.4, apply: ({ headers }) => (headers.server = 'Apache/2.4.41 (Ubuntu)') },
  { share: 0.35, apply: ({ body }) => (body.pictures = body.pictures.replace(/ width="\d+" height="\d+"/, '')) },
  { share: 0.35, apply: ({ head }) => (head.description = '<meta name="description" content="Welcome">') },
  { share: 0.3, apply: ({ head }) => (head.data = '') },
  { share: 0.3, apply: ({ head }) => (head.social = '') },
  { share: 0.3, apply: ({ body }) => (body.pictures += '<img src="/images/a.jpg"><img src="/images/b.jpg">') },
  { share: 0.3, apply: ({ body }) => (body.links += '<a href="/products">Read more</a> <a href="/blog">here</a>') },
  { share: 0.25, apply: ({ head }) => (head.description = '') },
  { share: 0.25, apply: breaks('links') },
  { share: 0.2, apply: ({ head }) => (head.title = '<title>Home</title>') },
  { share: 0.2, apply: breaks('sitemap') },
  { share: 0.2, apply: ({ body }) => (body.heading = body.heading.replaceAll('h1', 'div')) },
  { share: 0.2, apply: (draft) => (draft.isCompressed = false) },
  { share: 0.2, apply: ({ head }) => (head.canonical = '') },
  { share: 0.2, apply: (draft) => (draft.ttfb += 1400) },
  { share: 0.15, apply: breaks('missing page') },
  { share: 0.15, apply: ({ body }) => (body.links += '<a href="javascript:openMenu()">Menu</a>') },
  { share: 0.15, apply: ({ body }) => (body.picture = body.picture.replace('>', ' loading="lazy">')) },
  { share: 0.15, apply: ({ body }) => (body.text = body.text.replaceAll('h2>', 'h4>')) },
  { share: 0.12, apply: ({ head }) => (head.data = head.data.replace('"price":490', '"price":"on request"')) },
  { share: 0.1, apply: ({ body }) => (body.end += '<script src="http://scripts.example/count.js"></script>') },
  { share: 0.1, apply: ({ head }) => (head.viewport = '') },
  { share: 0.08, apply: breaks('files') },
  { share: 0.06, apply: ({ head }) => (head.title = '') },
  {
    share: 0.05,
    apply: ({ head }) => (head.data = '<script type="application/ld+json">{"@type": "WebPage",}</script>'),
  },
]
