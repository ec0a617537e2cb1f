import { shiftJis } from '../shift-jis.ts'
import { type Answer, type Answers, careful, type Hosts, html, kept, pageOf, redirectTo } from './answer.ts'
import { png, webp } from './images.ts'

/** An inn on a server without encryption, which answers everything with a page. */
export const inn = (hosts: Hosts): Answers => ({
  '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDissallow: /staff\nDisallow: /search\n' },
  '/sitemap.xml': { headers: { 'content-type': 'application/xml' }, body: `<?xml version="1.0"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n<url><loc>${hosts.plain}/ryokan?rooms=8&view=river</loc></url>\n</urlset>\n` },
  // Written in UTF-8 for us to read, sent as the Shift_JIS its meta element says.
  '/ryokan': { headers: { ...careful, 'content-type': 'text/html' }, body: shiftJis(pageOf('ryokan', hosts)), compressed: false },
  '/guild/closed': { status: 404, headers: html, body: 'The guild was closed.' },
  '/images/share.png': { headers: kept('image/png'), body: png(1200, 630) },
  '/images/bath.webp': { headers: kept('image/webp'), body: webp(800, 533) },
  '/images/garden.webp': { headers: kept('image/webp'), body: webp(800, 533) },
})

export const innMissing: Answer = { headers: html, body: '<!doctype html><title>Inn</title><p>Welcome.</p>' }

/** An application that was put up in a hurry and forgotten. */
export const app: Answers = {
  '/app': { headers: { 'content-type': 'text/html', 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'referrer-policy': 'same-origin' }, body: pageOf('app-shell', {}) },
  '/': { headers: html, body: '<!doctype html><title>Start</title>' },
  '/robots.txt': { status: 404 },
  '/sitemap.xml': { status: 404 },
  '/favicon.png': { headers: kept('image/png'), body: png(32, 32) },
  '/static/js/main.js': { headers: kept('text/javascript'), body: 'document.title="App";' },
}

export const appMissing = redirectTo('/')
