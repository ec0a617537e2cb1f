import type { Http2ServerResponse } from 'node:http2'
import { afterEach, describe, expect, it } from 'vitest'
import { makeCertificate } from '#testing/certificate.ts'
import { gatherFrom, refusalOf } from '#testing/gathering.ts'
import { hostilePages, plainPage } from '#testing/hostile-pages.ts'
import { startHostileServer, startRawServer, type HostileServer } from '#testing/hostile-server.ts'
import { defaultLimits } from './limits.ts'
import { sentences } from './sentences.ts'

const certificate = makeCertificate({ name: 'loopback', hosts: ['127.0.0.1'] })
let server: HostileServer
afterEach(async () => {
  await server.quiet()
  await server.close()
})

type Listener = NonNullable<Parameters<typeof startHostileServer>[0]>
const start = async (listener: Listener = hostilePages) => {
  server = await startHostileServer(listener, { certificate, http2: true })
  return server
}

describe('a page over HTTP/2', () => {
  it('is gathered with its headers as sent', async () => {
    const page = await gatherFrom(await start(), '/cookies')
    expect(page).toMatchObject({ status: 200, httpVersion: '2', wireBytes: plainPage.length })
    expect(page.headers).toContainEqual(['set-cookie', 'a=1'])
    expect(page.headers).toContainEqual(['set-cookie', 'b=2'])
    expect(page.headers.some(([name]) => name.startsWith(':'))).toBe(false)
    expect(page.timings.tls).not.toBeNull()
  })

  it('is unpacked, redirected and cut as any other', async () => {
    await start()
    expect((await gatherFrom(server, '/zstd')).contentEncodings).toEqual(['zstd'])
    expect((await gatherFrom(server, '/hops/3')).redirects).toHaveLength(3)
    expect((await gatherFrom(server, '/endless')).truncated).toBe(true)
  })

  it('may have 30 KB of headers and not 40', async () => {
    const long =
      (bytes: number): Listener =>
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'x-long': 'a'.repeat(bytes) }).end(plainPage)
      }
    expect((await gatherFrom(await start(long(30 * 1024)), '/')).status).toBe(200)
    await server.close()
    const sentence = await refusalOf(gatherFrom(await start(long(40 * 1024)), '/'))
    expect(sentence).toBe(sentences.headersTooLarge(defaultLimits.headerBytes))
  })

  it('is refused when its stream or its session breaks off', async () => {
    const reset: Listener = (_request, response) => {
      ;(response as unknown as Http2ServerResponse).stream.close()
    }
    expect(await refusalOf(gatherFrom(await start(reset), '/'))).toBe(sentences.brokeOff)
    await server.close()
    const half: Listener = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.write('half', () => (response as unknown as Http2ServerResponse).stream.session?.destroy())
    }
    expect(await refusalOf(gatherFrom(await start(half), '/'))).toBe(sentences.brokeOff)
  })

  it.each(['j'.repeat(100), 'HTTP/1.1 200 OK\r\n\r\n'])(
    'is refused when the server speaks otherwise: %.8s',
    async (words) => {
      server = await startRawServer(
        (socket) => {
          socket.resume().end(words)
        },
        'https',
        certificate,
      )
      expect(await refusalOf(gatherFrom(server, '/'))).toBe(sentences.notHttp)
    },
  )

  it('is refused in time when nothing comes', async () => {
    const limits = { requestMs: 60 }
    expect(await refusalOf(gatherFrom(await start(), '/silent', { limits }))).toBe(sentences.tookTooLong(60))
    expect(await refusalOf(gatherFrom(server, '/stalled', { limits }))).toBe(sentences.tookTooLong(60))
  })
})
