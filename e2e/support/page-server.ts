import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/** A website to analyse, on loopback. Its pages are realistic and have deliberate faults. */
export type PageServer = {
  origin: string
  host: string
  /** From now on, the path responds with this HTML, with this text for robots.txt, or as if it did not exist (null). */
  set(path: string, text: string | null): void
  /** From now on, this path with its query responds only after the returned function was called. */
  hold(pathAndQuery: string): () => void
  close(): Promise<void>
}

type Reply = { status?: number; headers?: Record<string, string>; body: Buffer }

const html = { 'content-type': 'text/html; charset=utf-8' }

function source(name: string, origin: string) {
  const file = new URL(`./pages/${name}.html`, import.meta.url)
  return readFileSync(file, 'utf8').replaceAll('{{origin}}', origin)
}

function gzipped(text: string): Reply {
  return { headers: { ...html, 'content-encoding': 'gzip' }, body: gzipSync(text) }
}

function replyTo(path: string, origin: string): Reply {
  switch (path) {
    case '/robots.txt':
      return { headers: { 'content-type': 'text/plain' }, body: Buffer.from('User-agent: *\nDisallow: /*?print=\n') }
    case '/article':
    case '/category':
    case '/handwerk':
    case '/knitting':
      return gzipped(source(path.slice(1), origin))
    case '/jumper':
      return { status: 302, headers: { location: '/knitting' }, body: Buffer.alloc(0) }
    case '/loop':
      return { status: 301, headers: { location: '/loop' }, body: Buffer.alloc(0) }
    case '/challenge':
      return { status: 403, headers: { 'cf-mitigated': 'challenge' }, body: Buffer.from('Just a moment...') }
    case '/brochure.pdf':
      return { headers: { 'content-type': 'application/pdf' }, body: Buffer.from('%PDF-1.7\n') }
    default:
      return { status: 404, headers: { 'content-type': 'text/plain' }, body: Buffer.from('Nothing here.') }
  }
}

/** Starts the website on a free loopback port. `/slow` responds like `/article`, after `slowMs`. */
export async function startPageServer(slowMs = 5000): Promise<PageServer> {
  let origin = ''
  const changed = new Map<string, string | null>()
  const held = new Map<string, Promise<void>>()
  const reply = (path: string): Reply => {
    const text = changed.get(path)
    if (text === undefined) return replyTo(path === '/slow' ? '/article' : path, origin)
    if (text === null) return replyTo('/no-such-page', origin)
    return path === '/robots.txt'
      ? { headers: { 'content-type': 'text/plain' }, body: Buffer.from(text) }
      : gzipped(text.replaceAll('{{origin}}', origin))
  }
  const server: Server = createServer((request, response) => {
    const { url = '/' } = request
    const path = new URL(url, origin).pathname
    const { status = 200, headers = {}, body } = reply(path)
    const send = () => response.writeHead(status, headers).end(body)
    const wait = held.get(url)
    if (wait) void wait.then(send)
    else if (path === '/slow') setTimeout(send, slowMs)
    else send()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  origin = `http://${host}`
  return {
    origin,
    host,
    set: (path, text) => void changed.set(path, text),
    hold: (pathAndQuery) => {
      let release = () => {}
      held.set(pathAndQuery, new Promise((resolve) => (release = resolve)))
      return () => release()
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
