import { jpeg, png, webp } from './images.ts'
import { type Replies, goodHeaders, type Hosts, html, longCached, pageOf, redirectTo } from './responses.ts'

/** The sitemap's paths in order. Deliberate faults: the category page is missing, and the job page is listed. */
const listed = [
  '/guides/washing-merino',
  '/products/guernsey-jumper',
  '/Recipes/Plum_Cake',
  '/visit',
  '/newsletter',
  '/journal',
  '/jobs/weaver',
  '/de/merino-waschen',
  '/sizes',
  '/help/sizes',
]

/** A farm's shop: a well-configured server with faulty pages. */
export function shop(hosts: Hosts): Replies {
  const parts = { ...hosts, shopOverHttp: hosts.shop.replace('https:', 'http:') }
  const page = (name: string, more: Record<string, string> = {}) => ({
    headers: goodHeaders,
    body: pageOf(name, { ...more, ...parts }),
  })
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${listed.map((path) => `<url><loc>${hosts.shop}${path}</loc></url>`).join('')}</urlset>`
  return {
    '/robots.txt': {
      headers: { 'content-type': 'text/plain' },
      body: `User-agent: *\nDisallow: /jobs/\n\nSitemap: ${hosts.shop}/sitemap.xml\n`,
    },
    '/sitemap.xml': { headers: { 'content-type': 'application/xml' }, body: sitemap },

    '/guides/washing-merino': page('guide'),
    '/women/jumpers': page('category'),
    '/products/guernsey-jumper': page('product'),
    '/Recipes/Plum_Cake': page('recipe'),
    '/visit': page('visit'),
    '/events/autumn-fair': {
      ...page('event'),
      headers: { ...goodHeaders, 'x-robots-tag': 'max-snippet:0' },
    },
    '/events/spring-fair': { ...page('event'), status: 410 },
    '/jobs/weaver': page('job'),
    '/newsletter': { ...page('newsletter'), headers: poorHeaders, compressed: false },
    '/de/merino-waschen': page('german'),
    '/journal': { ...page('journal', { notes, state }), afterMs: 1000 },
    '/blog': redirectTo('/news'),
    '/news': redirectTo('/journal', 302),
    '/sizes': page('sizes', { path: '/sizes' }),
    '/help/sizes': page('sizes', { path: '/help/sizes' }),
    '/size-chart': redirectTo('/sizes'),
    ...Object.fromEntries(
      ['/', '/imprint', '/account'].map((path) => [
        path,
        { headers: goodHeaders, body: '<!doctype html><title>Hillside</title>' },
      ]),
    ),

    '/favicon.png': { headers: longCached('image/png'), body: png(48, 48) },
    '/images/share.png': { headers: longCached('image/png'), body: png(1200, 630) },
    '/images/share-small.png': { headers: longCached('image/png'), body: png(600, 315) },
    ...Object.fromEntries(
      ['soak', 'towel', 'jumper', 'jumper-6'].map((name) => [
        `/images/${name}.webp`,
        { headers: longCached('image/webp'), body: webp(800, 533) },
      ]),
    ),
    ...Object.fromEntries(
      [1, 2, 3, 4, 5].map((index) => [
        `/images/jumper-${index}.jpg`,
        { headers: longCached('image/jpeg'), body: jpeg(600, 800, index === 2 ? 260_000 : 40_000) },
      ]),
    ),
    '/images/panorama.webp': {
      headers: longCached('image/webp'),
      body: Buffer.concat([webp(1600, 600), Buffer.alloc(3_000_000)]),
    },
    ...Object.fromEntries(
      Array.from({ length: 90 }, (_, index) => [
        `/images/note-${index}.webp`,
        { headers: longCached('image/webp'), body: webp(160, 120) },
      ]),
    ),

    '/assets/site.3f2a.css': {
      headers: longCached('text/css'),
      body: 'body{margin:0 auto;max-width:60rem;font:1rem/1.5 Georgia,serif}img{max-width:100%;height:auto}',
    },
    '/assets/site.3f2a.js': {
      headers: longCached('text/javascript'),
      body: 'document.documentElement.classList.add("js");',
    },
    '/assets/print.css': { headers: { 'content-type': 'text/css' }, body: '@media print{nav{display:none}}' },
    '/assets/theme.css': {
      headers: longCached('text/css'),
      body: '/* Columns of the old theme */\n'.concat(
        '.column   {\n    float:   left;\n    width:   50%;\n}\n\n'.repeat(400),
      ),
    },
    '/assets/jquery.js': { headers: longCached('text/javascript'), body: 'window.$=e=>document.querySelector(e);' },
    '/assets/slider.js': { headers: longCached('text/javascript'), body: 'window.slide=()=>0;' },
  }
}

/** The headers of a badly configured server. */
const poorHeaders = {
  ...html,
  server: 'nginx/1.18.0 (Ubuntu)',
  'x-powered-by': 'PHP/7.4.3',
  'strict-transport-security': 'max-age=86400',
  'content-security-policy': "script-src 'self' 'unsafe-inline'",
  'set-cookie': ['session=5f1c; Path=/', 'theme=light; Path=/; Secure; HttpOnly; SameSite=Lax'],
}

const notes = Array.from({ length: 90 }, (_, index) => {
  const lines = Array.from({ length: 32 }, (_, line) => `<span>${index}.${line}</span>`).join(' ')
  return `<section><h2>Note ${index + 1}</h2><img src="/images/note-${index}.webp" alt="Sketch ${index + 1}" width="160" height="120"><p>${lines}</p></section>`
}).join('\n')

const state = JSON.stringify({ drafts: 'x'.repeat(2_200_000) })
