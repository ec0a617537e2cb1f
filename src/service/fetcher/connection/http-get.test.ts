import type { Http2ServerResponse } from 'node:http2'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { makeCertificate } from '#testing/servers/certificate.ts'
import { hostilePages, plainPage } from '#testing/servers/hostile-pages.ts'
import {
  type HostileServer,
  startFixedServer,
  startHostileServer,
  startRawServer,
} from '#testing/servers/hostile-server.ts'
import { fetchFrom, refusalOf } from '#testing/servers/page-fetcher.ts'

let server: HostileServer
afterEach(async () => {
  await server.quiet()
  await server.close()
})

const ok = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n'
const fetchBytes = async (bytes: string | Buffer) => {
  server = await startFixedServer(bytes)
  return fetchFrom(server, '/')
}

describe('an HTTP/1 response', () => {
  it('can have 30 KB of headers but not 33 KB', async () => {
    const line = (bytes: number) => `${ok}X-Long: ${'a'.repeat(bytes)}\r\n\r\n${plainPage}`
    const page = await fetchBytes(line(30 * 1024))
    expect(page.headers[1]?.[1]).toHaveLength(30 * 1024)
    await server.close()
    expect(await refusalOf(fetchBytes(line(33 * 1024)))).toBe('headers_too_large')
  })

  it('is refused when its headers together are too large', async () => {
    const many = `${ok}${'X-Line: aaaaaaaaaaaaaaaaaaaa\r\n'.repeat(1_500)}\r\n`
    expect(await refusalOf(fetchBytes(many))).toBe('headers_too_large')
  })

  it('keeps thousands of small headers', async () => {
    const page = await fetchBytes(`${ok}${'a:b\r\n'.repeat(5_000)}\r\n${plainPage}`)
    expect(page.headers).toHaveLength(5_001)
  })

  it.each([
    ['junk', 'SSH-2.0-OpenSSH_9.7\r\n'],
    ['a NUL in a header', `${ok}X-Nul: a\0b\r\n\r\n${plainPage}`],
    ['two lengths', `${ok}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcd`],
    ['two lengths in one header', `${ok}Content-Length: 4, 5\r\n\r\nabcd`],
    ['broken chunks', `${ok}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    ['a chunk whose size has a sign', `${ok}Transfer-Encoding: chunked\r\n\r\n+4\r\nabcd\r\n0\r\n\r\n`],
    ['a chunk without a size', `${ok}Transfer-Encoding: chunked\r\n\r\n;a\r\nabcd\r\n0\r\n\r\n`],
    ['a status of four digits', 'HTTP/1.1 2000 OK\r\n\r\n'],
    ['TLS', Buffer.from([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x16])],
  ])('is refused as invalid HTTP when it is %s', async (_case, bytes) => {
    expect(await refusalOf(fetchBytes(bytes))).toBe('invalid_response')
  })

  const length = `Content-Length: ${plainPage.length}\r\n`
  const size = plainPage.length.toString(16)
  const chunked = `${ok}Transfer-Encoding: chunked\r\n`
  const chunk = `${size}\r\n${plainPage}\r\n0\r\n\r\n`
  it.each([
    [
      'a folded header',
      `${ok}X-Folded: a\r\n b\r\n\t c\r\n${length}\r\n${plainPage}`,
      ['folded_header'],
      ['x-folded', 'a b c'],
    ],
    ['a folded length', `${ok}Content-Length:\r\n ${plainPage.length}\r\n\r\n${plainPage}`, ['folded_header']],
    ['lines of LF', `${ok}${length}\r\n`.replaceAll('\r', '') + plainPage, ['bare_line_feed']],
    ['lines of CRLF and an empty line of LF', `${ok}${length}\n${plainPage}`, ['bare_line_feed']],
    [
      'a space before a colon',
      `${ok.replace('Type:', 'Type :')}${length}\r\n${plainPage}`,
      ['space_before_colon'],
      ['content-type', 'text/html'],
    ],
    ['a name with spaces', `${ok}X Powered By: PHP\r\n${length}\r\n${plainPage}`, ['invalid_header']],
    ['a line without a colon', `${ok}Warning here\r\n${length}\r\n${plainPage}`, ['invalid_header']],
    ['a line without a name', `${ok}: value\r\n${length}\r\n${plainPage}`, ['invalid_header']],
    [
      'a first line that is folded',
      `HTTP/1.1 200 OK\r\n X: a\r\nContent-Type: text/html\r\n${length}\r\n${plainPage}`,
      ['invalid_header'],
    ],
    ['one length twice', `${ok}${length}${length}\r\n${plainPage}`, ['repeated_length']],
    [
      'one length twice in one header',
      `${ok}Content-Length: ${plainPage.length}, ${plainPage.length}\r\n\r\n${plainPage}`,
      ['repeated_length'],
    ],
    [
      'spaces after the size of a chunk',
      `${ok}Transfer-Encoding: chunked\r\n\r\n${plainPage.length.toString(16)}  \r\n${plainPage}\r\n0\r\n\r\n`,
      [],
    ],
    ...[
      `${size};name="a b;c"\r\n${plainPage}\r\n0\r\n\r\n`,
      `000${size.toUpperCase()} ; é\r\n${plainPage}\r\n0;last\r\n\r\n`,
      `${size}\n${plainPage}\n0\n\n`,
      `${size}\r\n${plainPage}\r\n0\r\nX-Trailer here\r\nmore: 1\r\n\r\n`,
      `${size};${'x'.repeat(9_000)}\r\n${plainPage}\r\n0\r\n\r\n`,
    ].map((body, at): [string, string, string[]] => [`chunks of form ${at}`, `${chunked}\r\n${body}`, []]),
    ['a length beside chunks', `${chunked}Content-Length: 4\r\n\r\n${chunk}`, ['length_with_chunks']],
    ['lengths beside chunks', `${chunked}Content-Length: 4, 5\r\n\r\n${chunk}`, ['length_with_chunks']],
    ['chunks beside another coding', `${ok}Transfer-Encoding: gzip, Chunked\r\n\r\n${chunk}`, []],
    ['a coding that has no chunks', `${ok}Transfer-Encoding: identity\r\n${length}\r\n${plainPage}`, []],
    ['chunks that HTTP/1.0 does not have', `${chunked.replace('1.1', '1.0')}${length}\r\n${plainPage}`, []],
    ...['abc', '+10', '-5', '10.5', '0x10', '9'.repeat(20)].map((text): [string, string, string[]] => [
      `a length of ${text}`,
      `${ok}Content-Length: ${text}\r\n\r\n${plainPage}`,
      ['invalid_length'],
    ]),
    ['a length of nothing', `${ok}Content-Length: \r\n\r\n${plainPage}`, []],
    ['a length with commas and zeros', `${ok}Content-Length: ,00${plainPage.length},\r\n\r\n${plainPage}`, []],
    [
      'a status line in small letters',
      `${ok.replace('HTTP/1.1 200 OK', 'http/1.1  200')}${length}\r\n${plainPage}`,
      [],
    ],
    [
      'faults of early hints',
      `HTTP/1.1 103 Early Hints\nLink : </a.css>\n\n${ok}${length}\r\n${plainPage}`,
      ['bare_line_feed', 'space_before_colon'],
    ],
    ['line breaks before it', `\r\n\r\n${ok}${length}\r\n${plainPage}`, []],
    ['nothing that is a fault', `${ok}X-Empty:\r\n${length}\r\n${plainPage}`, [], ['x-empty', '']],
  ])('is read in spite of %s, as browsers do', async (_case, bytes, faults, header = ['content-type', 'text/html']) => {
    const page = await fetchBytes(bytes)
    expect([page.status, Buffer.from(page.body).toString(), page.faults]).toEqual([200, plainPage, faults])
    expect(page.headers).toContainEqual(header)
  })

  it('is read when its head arrives byte by byte', async () => {
    server = await startRawServer((socket) => {
      const bytes = Buffer.from(`${ok}X-Folded: a\r\n b\r\n${length}\n${plainPage}`)
      let at = 0
      const next = () =>
        at < bytes.length ? socket.write(bytes.subarray(at, ++at), () => setImmediate(next)) : socket.end()
      socket.setNoDelay(true).once('data', next)
    })
    const page = await fetchFrom(server, '/')
    expect([Buffer.from(page.body).toString(), page.faults]).toEqual([plainPage, ['bare_line_feed', 'folded_header']])
  })

  it.each([
    ['0d0a0d0a', true],
    ['00000000', true],
    ['1f8b0800', true],
    ['', false],
  ])('can end with further bytes after the gzip stream: %s', async (hex, isFault) => {
    const body = Buffer.concat([gzipSync(plainPage), Buffer.from(hex, 'hex')])
    const page = await fetchBytes(
      Buffer.concat([Buffer.from(`${ok}Content-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`), body]),
    )
    expect([Buffer.from(page.body).toString(), page.faults]).toEqual([plainPage, isFault ? ['trailing_bytes'] : []])
  })

  it('is refused when its gzip stream is damaged before its end', async () => {
    const body = gzipSync(plainPage).fill(255, 12, 30)
    const bytes = Buffer.concat([
      Buffer.from(`${ok}Content-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`),
      body,
    ])
    expect(await refusalOf(fetchBytes(bytes))).toBe('corrupt_encoding')
  })

  it.each([
    ['nothing', ''],
    ['half a head', ok],
    ['less than its length', `${ok}Content-Length: 1000\r\n\r\n${plainPage}`],
    ['chunks without an end', `${ok}Transfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n`],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
  ])('is refused as incomplete when it is %s', async (_case, bytes) => {
    expect(await refusalOf(fetchBytes(bytes))).toBe('connection_closed')
  })

  it('is refused when the connection is reset', async () => {
    server = await startRawServer((socket) => {
      socket.once('data', () => socket.resetAndDestroy())
    })
    expect(await refusalOf(fetchFrom(server, '/'))).toBe('connection_closed')
  })

  it('can follow early hints', async () => {
    const page = await fetchBytes(`HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n${ok}\r\n${plainPage}`)
    expect([page.status, page.wireBytes]).toEqual([200, plainPage.length])
  })

  it('can declare its encodings in several headers', async () => {
    const head = `${ok}Content-Encoding: gzip\r\nContent-Encoding: br\r\n\r\n`
    const page = await fetchBytes(Buffer.concat([Buffer.from(head), brotliCompressSync(gzipSync(plainPage))]))
    expect(page.contentEncodings).toEqual(['br', 'gzip'])
    expect(Buffer.from(page.body).toString()).toBe(plainPage)
    expect(page.headers.filter(([name]) => name === 'content-encoding')).toHaveLength(2)
  })
})

const certificate = makeCertificate({ name: 'loopback', hosts: ['127.0.0.1'] })
type Listener = NonNullable<Parameters<typeof startHostileServer>[0]>
const start = async (listener: Listener = hostilePages) => {
  server = await startHostileServer(listener, { certificate, http2: true })
  return server
}

describe('an HTTP/2 response', () => {
  it('has its headers as sent', async () => {
    const page = await fetchFrom(await start(), '/cookies')
    expect(page).toMatchObject({ status: 200, httpVersion: '2', wireBytes: plainPage.length })
    expect(page.headers).toContainEqual(['set-cookie', 'a=1'])
    expect(page.headers).toContainEqual(['set-cookie', 'b=2'])
    expect(page.headers.some(([name]) => name.startsWith(':'))).toBe(false)
    expect(page.timings.tls).not.toBeNull()
  })

  it('is decoded, followed and truncated like any other', async () => {
    await start()
    expect((await fetchFrom(server, '/zstd')).contentEncodings).toEqual(['zstd'])
    expect((await fetchFrom(server, '/hops/3')).redirects).toHaveLength(3)
    expect((await fetchFrom(server, '/endless')).truncated).toBe(true)
  })

  it('can have 30 KB of headers but not 40 KB', async () => {
    const long =
      (bytes: number): Listener =>
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'x-long': 'a'.repeat(bytes) }).end(plainPage)
      }
    expect((await fetchFrom(await start(long(30 * 1024)), '/')).status).toBe(200)
    await server.close()
    const sentence = await refusalOf(fetchFrom(await start(long(40 * 1024)), '/'))
    expect(sentence).toBe('headers_too_large')
  })

  it('is refused when its stream or its session ends early', async () => {
    const reset: Listener = (_request, response) => {
      ;(response as unknown as Http2ServerResponse).stream.close()
    }
    expect(await refusalOf(fetchFrom(await start(reset), '/'))).toBe('connection_closed')
    await server.close()
    const half: Listener = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.write('half', () => (response as unknown as Http2ServerResponse).stream.session?.destroy())
    }
    expect(await refusalOf(fetchFrom(await start(half), '/'))).toBe('connection_closed')
  })

  it.each(['j'.repeat(100), 'HTTP/1.1 200 OK\r\n\r\n'])(
    'is refused when the server sends something else: %.8s',
    async (words) => {
      server = await startRawServer(
        (socket) => {
          socket.resume().end(words)
        },
        'https',
        certificate,
      )
      expect(await refusalOf(fetchFrom(server, '/'))).toBe('invalid_response')
    },
  )

  it('is refused when it times out', async () => {
    const limits = { requestMs: 60 }
    expect(await refusalOf(fetchFrom(await start(), '/silent', { limits }))).toBe('timeout')
    expect(await refusalOf(fetchFrom(server, '/stalled', { limits }))).toBe('timeout')
  })
})
