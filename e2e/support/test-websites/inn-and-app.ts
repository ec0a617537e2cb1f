import { png, webp } from './images.ts'
import { goodHeaders, type Hosts, html, longCached, pageOf, redirectTo, type Reply, type Replies } from './responses.ts'

/** An inn's website without encryption. It responds to every path with a page. */
export const inn = (hosts: Hosts): Replies => ({
  '/robots.txt': {
    headers: { 'content-type': 'text/plain' },
    body: 'User-agent: *\nDissallow: /staff\nDisallow: /search\n',
  },
  '/sitemap.xml': {
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n<url><loc>${hosts.plain}/ryokan?rooms=8&view=river</loc></url>\n</urlset>\n`,
  },
  // The file is UTF-8 so that we can read it. It is sent as Shift_JIS, as its meta element declares.
  '/ryokan': {
    headers: { ...goodHeaders, 'content-type': 'text/html' },
    body: shiftJis(pageOf('ryokan', hosts)),
    compressed: false,
  },
  '/guild/closed': { status: 404, headers: html, body: 'The guild was closed.' },
  '/images/share.png': { headers: longCached('image/png'), body: png(1200, 630) },
  '/images/bath.webp': { headers: longCached('image/webp'), body: webp(800, 533) },
  '/images/garden.webp': { headers: longCached('image/webp'), body: webp(800, 533) },
})

export const innMissing: Reply = { headers: html, body: '<!doctype html><title>Inn</title><p>Welcome.</p>' }

/** A neglected single-page app. */
export const app: Replies = {
  '/app': {
    headers: {
      'content-type': 'text/html',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
    },
    body: pageOf('app-shell', {}),
  },
  '/': { headers: html, body: '<!doctype html><title>Start</title>' },
  '/robots.txt': { status: 404 },
  '/sitemap.xml': { status: 404 },
  '/favicon.png': { headers: longCached('image/png'), body: png(32, 32) },
  '/static/js/main.js': { headers: longCached('text/javascript'), body: 'document.title="App";' },
}

export const appMissing = redirectTo('/')

/** Encodes text as Shift_JIS by decoding every two-byte code and inverting the result. */
function shiftJis(text: string): Buffer {
  const decoder = new TextDecoder('shift_jis')
  const codes = new Map<string, number[]>()
  const leads = [...range(0x81, 0x9f), ...range(0xe0, 0xfc)]
  for (const lead of leads) {
    for (const trail of range(0x40, 0xfc)) {
      const character = decoder.decode(Uint8Array.of(lead, trail))
      if ([...character].length === 1 && !codes.has(character)) codes.set(character, [lead, trail])
    }
  }
  return Buffer.from([...text].flatMap((character) => codes.get(character) ?? [character.charCodeAt(0) & 0x7f]))
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
