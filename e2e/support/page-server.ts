import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/** A website to analyse, on loopback: pages as people really build them, with their faults planted on purpose. */
export type PageServer = { origin: string; host: string; close(): Promise<void> }

type Answer = { status?: number; headers?: Record<string, string>; body: Buffer }

const html = { 'content-type': 'text/html; charset=utf-8' }

function source(name: string, origin: string) {
  const file = new URL(`./pages/${name}.html`, import.meta.url)
  return readFileSync(file, 'utf8').replaceAll('{{origin}}', origin)
}

function gzipped(text: string): Answer {
  return { headers: { ...html, 'content-encoding': 'gzip' }, body: gzipSync(text) }
}

const redirect = (location: string, status = 301): Answer => ({ status, headers: { location }, body: Buffer.alloc(0) })

function answer(path: string, origin: string): Answer {
  switch (path) {
    case '/robots.txt':
      return { headers: { 'content-type': 'text/plain' }, body: Buffer.from('User-agent: *\nDisallow: /members/\nDisallow: /*?print=\n') }
    case '/article':
    case '/category':
    case '/handwerk':
      return gzipped(source(path.slice(1), origin))
    case '/members/prices':
      return gzipped(source('article', origin))
    case '/ryokan':
      // Written in UTF-8 for us to read, sent as the Shift_JIS its meta tag says.
      return { headers: { 'content-type': 'text/html' }, body: shiftJis(source('ryokan', origin)) }
    case '/app':
      return { headers: html, body: Buffer.from(source('app-shell', origin)) }
    case '/gone':
      return { status: 404, headers: html, body: Buffer.from(source('gone', origin)) }
    case '/old':
      return redirect('/older', 302)
    case '/older':
      return redirect('/article')
    case '/loop':
      return redirect('/loop')
    case '/brochure.pdf':
      return { headers: { 'content-type': 'application/pdf' }, body: Buffer.from('%PDF-1.7\n') }
    case '/empty':
      return { headers: html, body: Buffer.alloc(0) }
    default:
      return { status: 404, headers: { 'content-type': 'text/plain' }, body: Buffer.from('Nothing here.') }
  }
}

/** Encodes text as Shift_JIS by asking the platform's decoder what each two-byte code stands for. */
function shiftJis(text: string) {
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

/** Starts the website on a free loopback port. `/slow` answers as `/article` does, after `slowMs`. */
export async function startPageServer(slowMs = 5000): Promise<PageServer> {
  let origin = ''
  const server: Server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', origin).pathname
    const { status = 200, headers = {}, body } = answer(path === '/slow' ? '/article' : path, origin)
    const send = () => response.writeHead(status, headers).end(body)
    if (path === '/slow') setTimeout(send, slowMs)
    else send()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  origin = `http://${host}`
  return {
    origin,
    host,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
