import { serve } from './loopback.ts'

/** Faults that can be planted in a page, and the check that must report it. */
export const plants = {
  noindex: 'noindex',
  noindexHeader: 'noindex',
  noTitle: 'title-present',
  gone: 'http-status',
  missing: 'http-status',
  empty: 'page-text',
  soft404: 'soft-404-page',
  canonicalElsewhere: 'canonical-elsewhere',
  canonicalBroken: 'canonical-valid',
  brokenJsonLd: 'jsonld-parse',
  incompleteJsonLd: 'jsonld-required',
  clickOnlyLinks: 'crawlable-anchors',
} as const
export type Plant = keyof typeof plants
export const plantKinds = Object.keys(plants) as Plant[]

const statusOf: Partial<Record<Plant, number>> = { gone: 410, missing: 404 }

/**
 * A site of loopback whose pages differ on every request although they stay the same: dates, nonces, cookies, versions
 * of files, ads, the number of comments and the order of links. Plants are changes that must be reported.
 */
export async function serveChangingSite(pages: number) {
  const planted = new Map<string, Plant>()
  let requests = 0
  const site = await serve(({ url = '/' }, response) => {
    if (url === '/about') return void response.writeHead(200, { 'Content-Type': 'text/html' }).end(about)
    const page = /^\/(\d+)$/.exec(url)?.[1]
    if (page === undefined) return void response.writeHead(404).end()
    requests += 1
    const plant = planted.get(url)
    const at = new Date(Date.UTC(2026, 0, 1) + requests * 86_400_000)
    response.writeHead((plant && statusOf[plant]) ?? 200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Last-Modified': at.toUTCString(),
      'Set-Cookie': `visit=${nonce()}; HttpOnly; SameSite=Lax`,
      'Content-Security-Policy': `script-src 'nonce-${nonce()}'`,
      ETag: `"${nonce()}"`,
      ...(plant === 'noindexHeader' && { 'X-Robots-Tag': 'noindex' }),
    })
    response.end(pageOf(`http://${site.host}`, Number(page), plant, { pages, requests, at }))
  })
  return { ...site, urls: Array.from({ length: pages }, (_, at) => `${site.url}/${at}`), planted }
}

/** A page of another content, as the canonical URL of a page that is planted so. */
const about = `<!doctype html><html lang="en"><head><title>About our workshop</title></head>
<body><h1>About us</h1><p>${'Four people of one family solder copper and blow glass by the sea. '.repeat(20)}</p></body></html>`

const nonce = () => Math.random().toString(36).slice(2)

type Visit = { pages: number; requests: number; at: Date }

function pageOf(origin: string, page: number, plant: Plant | undefined, { pages, requests, at }: Visit): string {
  const path = { canonicalElsewhere: 'about', canonicalBroken: 'none' }
  const canonical = plant === 'canonicalElsewhere' || plant === 'canonicalBroken' ? path[plant] : page
  const title = plant === 'soft404' ? 'Page not found' : `Copper lamps for the garden, model ${page}`
  const product = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    ...(plant !== 'incompleteJsonLd' && { name: `Lamp ${page}` }),
    offers: { '@type': 'Offer', price: 49, priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
  }
  const related = Array.from(
    { length: 8 },
    (_, place) => `<a href="/${(requests * 7 + place) % pages}">Lamp ${place}</a>`,
  )
  const clicks = plant === 'clickOnlyLinks' ? '<a onclick="go(1)">Next</a><a onclick="go(2)">Last</a>' : ''
  const ads = Array.from(
    { length: requests % 4 },
    () =>
      `<aside id="ad-${nonce()}"><iframe title="Ad" src="/ads/${nonce()}"></iframe><p>Ad: ${'buy '.repeat(requests % 40)}</p></aside>`,
  )
  const comments = Array.from({ length: requests % 5 }, (_, one) => `<p>Comment ${one}, ${at.toISOString()}</p>`)
  const body = `<h1>${plant === 'soft404' ? 'Page not found' : `Lamps ${page}`}</h1>
<p>${plant === 'soft404' ? 'Sorry, the page you are looking for doesn’t exist.' : 'A lamp stands on the table in the garden. '.repeat(20)}</p>
<p>Today is <time datetime="${at.toISOString()}">${at.toDateString()}</time>.</p>${ads.join('')}${comments.join('')}
<nav>${related.join(' ')}${clicks}</nav><form><input type="hidden" name="token" value="${nonce()}"></form>
<footer>© ${at.getFullYear()}</footer>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
${plant === 'noTitle' ? '' : `<title>${title}</title>`}
${plant === 'noindex' ? '<meta name="robots" content="noindex">' : ''}
<link rel="canonical" href="${origin}/${canonical}">
<meta name="viewport" content="width=device-width"><meta name="csrf" content="${nonce()}">
<script nonce="${nonce()}">const visit = ${requests}</script><link rel="stylesheet" href="/style.css?v=${nonce()}">
<script type="application/ld+json">${plant === 'brokenJsonLd' ? '{"@type": ' : JSON.stringify(product)}</script>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"WebPage","dateModified":"${at.toISOString()}"}</script>
</head><body>${plant === 'empty' ? '' : body}</body></html>`
}
