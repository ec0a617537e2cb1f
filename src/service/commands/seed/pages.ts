import type { Crawl, Header } from '#analyser/crawl.ts'

/** Placeholders for host and number in a seed page. Every report replaces them with its own. */
export const placeholderHost = 'seed-page.example'
export const placeholderNumber = 'seed-page-number'

/** Paths and titles of pages. */
const subjects = [
  ['', 'Handmade things for house and garden'],
  ['about', 'Who we are and how we work'],
  ['contact', 'Contact and opening hours'],
  ['products/oak-table', 'Oak table, oiled by hand'],
  ['products/linen-curtain', 'Linen curtain in six colours'],
  ['products/reading-lamp', 'Reading lamp with a dimmer'],
  ['blog/how-to-oil-a-table', 'How to oil a wooden table'],
  ['blog/winter-garden', 'Seven plants for a winter garden'],
  ['help/returns', 'Returning what you bought'],
  ['news/new-workshop', 'Our new workshop is open'],
] as const

export type SeedPage = { path: string; crawl: Crawl }

/** Returns page `index` of `count`, always the same for the same numbers. Later pages have more faults. */
export function seedPage(index: number, count: number): SeedPage {
  const [stem, subject] = subjects[index % subjects.length] ?? subjects[0]
  const path = index === 0 ? '/' : `/${stem || 'page'}-${placeholderNumber}`
  // Fixed but irregular; the share of faults grows with `index`.
  const wrong = (fault: number) => ((index * 37 + fault * 61) % 100) / 100 < (index / count) * 1.2
  return { path, crawl: seedCrawl(path, htmlOf(subject, path, index, wrong), index, wrong) }
}

type Wrong = (fault: number) => boolean

function htmlOf(subject: string, path: string, index: number, wrong: Wrong): string {
  const url = `https://${placeholderHost}${path}`
  const lines = [
    wrong(1) ? '' : '<!doctype html>',
    wrong(2) ? '<html>' : '<html lang="en">',
    '<head>',
    wrong(3) ? '' : '<meta charset="utf-8">',
    wrong(4) ? '' : '<meta name="viewport" content="width=device-width, initial-scale=1">',
    wrong(5) ? '' : `<title>${subject}</title>`,
    wrong(6) ? '' : `<meta name="description" content="${descriptionOf(subject, wrong(7))}">`,
    wrong(8)
      ? '<link rel="canonical" href="/elsewhere"><link rel="canonical" href="/">'
      : `<link rel="canonical" href="${url}">`,
    wrong(9) ? '' : `<meta property="og:title" content="${subject}"><meta property="og:type" content="website">`,
    wrong(9) ? '' : `<meta property="og:url" content="${url}"><meta property="og:image" content="${url}/picture.jpg">`,
    wrong(10) && index % 4 === 1 ? '<meta name="robots" content="noindex">' : '',
    wrong(11)
      ? '<script type="application/ld+json">{"@type": "Product", name}</script>'
      : '<script type="application/ld+json">{"@context": "https://schema.org", "@type": "WebPage"}</script>',
    '</head>',
    '<body>',
    wrong(12) ? '' : `<h1>${subject}</h1>`,
    wrong(13) ? '<h4>What it is made of</h4>' : '<h2>What it is made of</h2>',
    '<p>Made of wood, linen, iron and patience, in small numbers, and repaired for as long as we are here.</p>',
    wrong(14) ? '<img src="/side.jpg"><img src="/back.jpg">' : '<img src="/side.jpg" alt="Seen from the side">',
    wrong(15) ? '<a href="javascript:more()">More</a>' : '<a href="/about">About us</a>',
    wrong(16) ? '<script src="http://scripts.example/count.js"></script>' : '<a href="/contact">Contact</a>',
    '</body></html>',
  ]
  return lines.filter(Boolean).join('\n')
}

const descriptionOf = (subject: string, isShort: boolean) =>
  isShort
    ? subject
    : `${subject}: what it is made of, how long it lasts, what it costs, and how to look after it so that it will outlive the house it stands in.`

function seedCrawl(path: string, html: string, index: number, wrong: Wrong): Crawl {
  const body = new TextEncoder().encode(html + '\n'.repeat(1500))
  const status = wrong(17) && index % 7 === 6 ? 404 : 200
  const scheme = wrong(18) ? 'http' : 'https'
  const url = `${scheme}://${placeholderHost}${path}`
  const headers: Header[] = [
    ['content-type', wrong(3) ? 'text/html' : 'text/html; charset=utf-8'],
    ['date', 'Mon, 02 Mar 2026 09:00:00 GMT'],
  ]
  if (!wrong(19)) headers.push(['content-encoding', 'gzip'])
  return {
    askedUrl: url,
    finalUrl: url,
    status,
    httpVersion: index % 4 === 0 ? '1.1' : '2',
    headers,
    contentEncodings: wrong(19) ? [] : ['gzip'],
    redirects: [],
    wireBytes: wrong(19) ? body.length : Math.round(body.length / 3),
    body,
    truncated: false,
    timings: {
      dns: 4 + (index % 9),
      connect: 11 + (index % 13),
      tls: scheme === 'https' ? 19 + (index % 7) : null,
      ttfb: 60 + index * 9,
      download: 3 + (index % 20),
      total: 97 + index * 10,
    },
    tls: scheme === 'https' ? tls : null,
    robots: {
      url: `${scheme}://${placeholderHost}/robots.txt`,
      outcome: 'found',
      status: 200,
      text: 'User-agent: *\nDisallow: /cart\n',
      bytes: 30,
    },
  }
}

const tls = {
  protocol: 'TLSv1.3',
  trusted: true,
  problem: null,
  subject: `CN=${placeholderHost}`,
  issuer: 'CN=Example CA',
  validFrom: '2026-01-01T00:00:00.000Z',
  validTo: '2027-01-01T00:00:00.000Z',
}
