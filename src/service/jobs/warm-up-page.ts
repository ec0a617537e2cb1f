import type { Gathered } from '#analyser/gathered.ts'

const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title></head>
<body><h1>A page</h1><p>Some text with <a href="/next">a link</a>.</p><img src="/picture.png"></body></html>`

/** A page that no one asked for, analysed at the start so that the code for all others is loaded. */
export const warmUpPage: Gathered = {
  askedUrl: 'http://page.invalid/',
  finalUrl: 'http://page.invalid/',
  status: 200,
  httpVersion: '1.1',
  headers: [['content-type', 'text/html']],
  contentEncodings: [],
  redirects: [],
  wireBytes: html.length,
  body: new TextEncoder().encode(html),
  truncated: false,
  timings: { dns: null, connect: 1, tls: null, ttfb: 1, download: 1, total: 3 },
  tls: null,
  robots: { url: 'http://page.invalid/robots.txt', outcome: 'absent', status: 404, text: '', bytes: 0 },
}
