import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'

export const plainPage = '<!doctype html><html lang="en"><title>A page</title><h1>A page</h1>'
export const shiftJisTitle = Buffer.from([0x93, 0xfa, 0x96, 0x7b])
const megabyte = 1024 * 1024

/** Compresses zeros at a fast brotli level, as they are small at every level. */
const compressedZeros = (bytes: number) =>
  brotliCompressSync(Buffer.alloc(bytes), { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })

const fill = (part: string) => plainPage + part.repeat(Math.floor((4.9 * megabyte) / part.length))

/** Pages of almost 5 MB that take long to parse, to evaluate or to store. */
const heavyHtml: Record<string, string> = {
  links: fill('<a href="/a?b=1&c">click here</a><img src=/a.png>'),
  nested: fill('<div><p><b><a href=#>'),
  attributes: `${plainPage}<p ${Array.from({ length: 300_000 }, (_, at) => `a${at}="b"`).join(' ')}>`,
  words: fill('lamp tables, and a garden. '),
  'one-word': fill('a'),
  entities: fill('&amp;&notit;&#x1F600;'),
  'json-ld': `${plainPage}<script type="application/ld+json">${'['.repeat(2_000_000)}</script>`,
  scripts: fill('<script src=/a.js></script><link rel=stylesheet href=/b.css>'),
  headings: fill('<h2>A heading</h2><h5></h5>'),
}
export const heavyPages = Object.keys(heavyHtml)

type Page = (response: ServerResponse, rest: string, request: IncomingMessage) => void

export const endlessPages = ['silent', 'stalled', 'dripping']

/** Misbehaving pages by the first part of their path. The rest of the path is the argument. */
const pages: Record<string, Page> = {
  page: (response) => send(response, plainPage),
  empty: (response) => send(response, ''),
  missing: (response) => send(response, plainPage, {}, 404),
  broken: (response) => send(response, plainPage, {}, 500),
  typeless: (response, rest) => response.end(rest === 'html' ? plainPage : 'no page'),
  text: (response) => send(response, 'words', { 'content-type': 'text/plain' }),
  pdf: (response) => send(response, '%PDF-1.7 words', { 'content-type': 'application/pdf' }),
  'pdf-as-html': (response) => send(response, '%PDF-1.7 words'),
  'shift-jis': (response) =>
    send(response, Buffer.concat([Buffer.from('<title>'), shiftJisTitle, Buffer.from('</title>')]), {
      'content-type': 'text/html; charset=Shift_JIS',
    }),
  cookies: (response) => send(response, plainPage, { 'set-cookie': ['a=1', 'b=2'] }),
  'request-headers': (response, _rest, request) => send(response, JSON.stringify(request.headers)),

  loop: (response, rest) => redirect(response, rest === 'a' ? '/loop/b' : '/loop/a'),
  itself: (response) => redirect(response, '/itself'),
  hops: (response, rest) =>
    rest === '0' ? send(response, plainPage) : redirect(response, `/hops/${Number(rest) - 1}`),
  to: (response, rest) => redirect(response, decodeURIComponent(rest)),
  'no-location': (response) => send(response, plainPage, {}, 302),

  endless: (response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const chunk = Buffer.alloc(64 * 1024, 'x')
    const more = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  },
  dripping: (response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const timer = setInterval(() => response.write('x'), 10)
    response.on('close', () => clearInterval(timer))
  },
  stalled: (response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' })
    response.write(plainPage)
  },
  silent: () => {},
  short: (response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' })
    response.write(plainPage, () => response.destroy())
  },
  heavy: (response, rest) => send(response, heavyHtml[rest] ?? plainPage),
  large: (response, rest) => send(response, Buffer.alloc(Number(rest), 'x')),

  gzip: (response) => send(response, gzipSync(plainPage), { 'content-encoding': 'gzip' }),
  deflate: (response) => send(response, deflateSync(plainPage), { 'content-encoding': 'deflate' }),
  'deflate-raw': (response) => send(response, deflateRawSync(plainPage), { 'content-encoding': 'deflate' }),
  br: (response) => send(response, brotliCompressSync(plainPage), { 'content-encoding': 'br' }),
  zstd: (response) => send(response, zstdCompressSync(plainPage), { 'content-encoding': 'zstd' }),
  twice: (response) => send(response, brotliCompressSync(gzipSync(plainPage)), { 'content-encoding': 'gzip, br' }),
  thrice: (response) =>
    send(response, gzipSync(gzipSync(gzipSync(plainPage))), { 'content-encoding': 'gzip, gzip, gzip' }),
  damaged: (response) => send(response, plainPage, { 'content-encoding': 'gzip' }),
  bomb: (response) => send(response, gzipSync(Buffer.alloc(50 * megabyte)), { 'content-encoding': 'gzip' }),
  'bomb-br': (response) => send(response, compressedZeros(50 * megabyte), { 'content-encoding': 'br' }),
}

export const hostilePageNames = Object.keys(pages)

export function hostilePages(request: IncomingMessage, response: ServerResponse): void {
  const [name = '', ...rest] = (request.url ?? '/').replace(/\?.*/, '').slice(1).split('/')
  const page = pages[name]
  if (page) page(response, rest.join('/'), request)
  else send(response, 'not here', { 'content-type': 'text/plain' }, 404)
}

type Headers = Record<string, string | string[]>

function send(response: ServerResponse, body: string | Buffer, headers: Headers = {}, status = 200): void {
  response.writeHead(status, { 'content-type': 'text/html', ...headers })
  response.end(body)
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location })
  response.end()
}
