import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { gatherFrom, refusalOf } from '#testing/gathering.ts'
import { plainPage } from '#testing/hostile-pages.ts'
import { startFixedServer, startRawServer, type HostileServer } from '#testing/hostile-server.ts'
import { defaultLimits } from './limits.ts'
import { sentences } from './sentences.ts'

let server: HostileServer | undefined
afterEach(async () => {
  await server?.quiet()
  await server?.close()
})

const ok = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n'
const gatherAnswer = async (answer: string | Buffer) => {
  server = await startFixedServer(answer)
  return gatherFrom(server, '/')
}

describe('an answer in HTTP/1', () => {
  it('may have 30 KB of headers and not 33', async () => {
    const line = (bytes: number) => `${ok}X-Long: ${'a'.repeat(bytes)}\r\n\r\n${plainPage}`
    const page = await gatherAnswer(line(30 * 1024))
    expect(page.headers[1]?.[1]).toHaveLength(30 * 1024)
    await server?.close()
    expect(await refusalOf(gatherAnswer(line(33 * 1024)))).toBe(sentences.headersTooLarge(defaultLimits.headerBytes))
  })

  it('has its headers counted together', async () => {
    const many = `${ok}${'X-Line: aaaaaaaaaaaaaaaaaaaa\r\n'.repeat(1_500)}\r\n`
    expect(await refusalOf(gatherAnswer(many))).toBe(sentences.headersTooLarge(defaultLimits.headerBytes))
  })

  it('keeps thousands of small headers', async () => {
    const page = await gatherAnswer(`${ok}${'a:b\r\n'.repeat(5_000)}\r\n${plainPage}`)
    expect(page.headers).toHaveLength(5_001)
  })

  it.each([
    ['junk', 'SSH-2.0-OpenSSH_9.7\r\n'],
    ['no header name', `${ok}: value\r\n\r\n`],
    ['a folded header', `${ok}X-Folded: a\r\n b\r\n\r\n${plainPage}`],
    ['a NUL in a header', `${ok}X-Nul: a\0b\r\n\r\n${plainPage}`],
    ['two lengths', `${ok}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcd`],
    ['a length beside chunks', `${ok}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['broken chunks', `${ok}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    ['a status of four digits', 'HTTP/1.1 2000 OK\r\n\r\n'],
    ['TLS', Buffer.from([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x16])],
  ])('is refused when it is %s', async (_case, answer) => {
    expect(await refusalOf(gatherAnswer(answer))).toBe(sentences.notHttp)
  })

  it.each([
    ['nothing', ''],
    ['half a head', ok],
    ['less than its length', `${ok}Content-Length: 1000\r\n\r\n${plainPage}`],
    ['chunks without an end', `${ok}Transfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n`],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
  ])('is refused when it is %s', async (_case, answer) => {
    expect(await refusalOf(gatherAnswer(answer))).toBe(sentences.brokeOff)
  })

  it('is refused when the connection is reset', async () => {
    server = await startRawServer((socket) => {
      socket.once('data', () => socket.resetAndDestroy())
    })
    expect(await refusalOf(gatherFrom(server, '/'))).toBe(sentences.brokeOff)
  })

  it('may be announced by early hints', async () => {
    const page = await gatherAnswer(`HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n${ok}\r\n${plainPage}`)
    expect([page.status, page.wireBytes]).toEqual([200, plainPage.length])
  })

  it('may name its codings in several headers, which are kept apart and undone together', async () => {
    const head = `${ok}Content-Encoding: gzip\r\nContent-Encoding: br\r\n\r\n`
    const page = await gatherAnswer(Buffer.concat([Buffer.from(head), brotliCompressSync(gzipSync(plainPage))]))
    expect(page.contentEncodings).toEqual(['br', 'gzip'])
    expect(Buffer.from(page.body).toString()).toBe(plainPage)
    expect(page.headers.filter(([name]) => name === 'content-encoding')).toHaveLength(2)
  })
})
