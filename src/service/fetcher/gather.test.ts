import { setGlobalProxyFromEnv } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { gatherFrom, refusalOf } from '#testing/gathering.ts'
import { plainPage, shiftJisTitle } from '#testing/hostile-pages.ts'
import { startFixedServer, startHostileServer, type HostileServer } from '#testing/hostile-server.ts'
import { gather } from './gather.ts'
import { defaultLimits } from './limits.ts'
import { sentences } from './sentences.ts'

let server: HostileServer
beforeAll(async () => {
  server = await startHostileServer()
})
afterEach(() => server.quiet())
afterAll(() => server.close())

const to = (location: string) => `/to/${encodeURIComponent(location)}`
const textOf = ({ body }: { body: Uint8Array }) => Buffer.from(body).toString()

describe('a page', () => {
  it('is gathered with everything known about its answer', async () => {
    const page = await gatherFrom(server, '/page#part')
    expect(textOf(page)).toBe(plainPage)
    expect(page).toMatchObject({
      askedUrl: `${server.origin}/page`,
      finalUrl: `${server.origin}/page`,
      status: 200,
      httpVersion: '1.1',
      contentEncodings: [],
      redirects: [],
      wireBytes: plainPage.length,
      truncated: false,
      tls: null,
      robots: { url: `${server.origin}/robots.txt`, outcome: 'absent', status: 404, text: '', bytes: 0 },
    })
    expect(page.headers).toContainEqual(['content-type', 'text/html'])
    const { dns, connect, tls, ttfb, download, total } = page.timings
    expect({ dns, tls }).toEqual({ dns: null, tls: null })
    expect(total).toBeGreaterThan(0)
    expect(total).toBeCloseTo((connect ?? 0) + ttfb + download, 0)
  })

  it('is asked for honestly', async () => {
    const asked = JSON.parse(textOf(await gatherFrom(server, '/asked'))) as Record<string, string>
    expect(asked).toEqual({
      host: server.host,
      'user-agent': 'SEO-Reports/0.1 (page analysis on request)',
      accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
      'accept-encoding': 'gzip, deflate, br, zstd',
      connection: 'close',
    })
    const named = JSON.parse(textOf(await gatherFrom(server, '/asked', { userAgent: 'Named/1' }))) as {
      'user-agent': string
    }
    expect(named['user-agent']).toBe('Named/1')
  })

  it('keeps every header that was sent, also twice', async () => {
    const page = await gatherFrom(server, '/cookies')
    expect(page.headers.filter(([name]) => name === 'set-cookie')).toEqual([
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ])
  })

  it.each([
    ['/missing', 404],
    ['/broken', 500],
    ['/no-location', 302],
  ])('is gathered from %s too, a %i', async (path, status) => {
    const page = await gatherFrom(server, path)
    expect([page.status, textOf(page)]).toEqual([status, plainPage])
  })

  it('may be empty', async () => {
    expect(await gatherFrom(server, '/empty')).toMatchObject({ status: 200, wireBytes: 0, truncated: false })
  })

  it('keeps its bytes as they were sent, in whatever character set', async () => {
    const page = await gatherFrom(server, '/shift-jis')
    expect(Buffer.from(page.body).includes(shiftJisTitle)).toBe(true)
  })

  it('has memory of its own, which can be handed to another thread', async () => {
    const page = await gatherFrom(server, '/page')
    expect(page.body.buffer.byteLength).toBe(page.body.byteLength)
  })

  it('may come by HTTP/1.0, its end marked by the end of the connection', async () => {
    const old = await startFixedServer(`HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n${plainPage}`)
    const page = await gatherFrom(old, '/')
    expect([page.httpVersion, textOf(page)]).toEqual(['1.0', plainPage])
    await old.quiet()
    await old.close()
  })

  it.each([
    ['/pdf', sentences.pdf],
    ['/pdf-as-html', sentences.pdf],
    ['/text', sentences.notHtml],
    ['/not-there-and-no-page', sentences.notHtml],
    ['/typeless/other', sentences.notHtml],
  ])('must be HTML: %s is refused', async (path, sentence) => {
    expect(await refusalOf(gatherFrom(server, path))).toBe(sentence)
  })

  it('may leave its type unsaid when there is HTML inside', async () => {
    expect(textOf(await gatherFrom(server, '/typeless/html'))).toBe(plainPage)
  })
})

describe('a page that is too long', () => {
  it.each(['/endless', `/large/${defaultLimits.bodyBytes + 1}`])('is cut at the limit: %s', async (path) => {
    const page = await gatherFrom(server, path)
    expect(page.body.byteLength).toBe(defaultLimits.bodyBytes)
    expect(page.wireBytes).toBeGreaterThan(defaultLimits.bodyBytes)
    expect(page.truncated).toBe(true)
  })

  it('is whole at exactly the limit', async () => {
    const page = await gatherFrom(server, `/large/${defaultLimits.bodyBytes}`)
    expect([page.body.byteLength, page.wireBytes, page.truncated]).toEqual([
      defaultLimits.bodyBytes,
      defaultLimits.bodyBytes,
      false,
    ])
  })
})

describe('what a caller learns', () => {
  it('is the same for a blocked address, a blocked name, a blocked redirect and a port where nothing listens', async () => {
    const closed = await startFixedServer('')
    await closed.close()
    const lookup = async () => ['10.0.0.1']
    const outcomes = [
      gather(new URL('http://10.0.0.1/'), { allowHosts: new Set() }),
      gather(new URL('http://localhost/'), { allowHosts: new Set() }),
      gather(new URL('http://private.example.com/'), { allowHosts: new Set(), lookup }),
      gatherFrom(server, to('http://169.254.169.254/latest/')),
      gatherFrom(server, to('http://private.example.com/'), { lookup }),
      gatherFrom(server, to(closed.origin)),
      gatherFrom(closed, '/'),
    ]
    expect(new Set(await Promise.all(outcomes.map(refusalOf)))).toEqual(new Set([sentences.unreachable]))
  })

  it('leaves the reason to the log', async () => {
    const outcome = gather(new URL('http://a.example.com/'), {
      allowHosts: new Set(),
      lookup: async () => ['10.0.0.1'],
    })
    await expect(outcome).rejects.toMatchObject({
      sentence: sentences.unreachable,
      detail: { host: 'a.example.com', blocked: ['10.0.0.1'] },
    })
  })
})

describe('a name that changes its address', () => {
  it('is dialled at the address that was looked up, once for each request', async () => {
    const answers = [['127.0.0.1'], ['127.9.9.9']]
    const lookup = async () => answers.shift() ?? []
    const url = new URL(`http://rebinding.example.com:${server.port}/page`)
    const page = await gather(url, { allowHosts: new Set([url.host]), lookup })
    expect(textOf(page)).toBe(plainPage)
    expect(page.robots.outcome).toBe('unreachable')
    expect(answers).toEqual([])
  })

  it('is tried at its other addresses when one does not answer', async () => {
    const url = new URL(`http://several.example.com:${server.port}/page`)
    const lookup = async () => ['::1', '127.9.9.9', '127.0.0.1']
    expect(textOf(await gather(url, { allowHosts: new Set([url.host]), lookup }))).toBe(plainPage)
  })
})

it('a proxy that the process was told to use is not used', async () => {
  const restore = setGlobalProxyFromEnv({ http_proxy: 'http://127.0.0.1:1', no_proxy: '' })
  try {
    expect((await gatherFrom(server, '/page')).status).toBe(200)
  } finally {
    restore()
  }
})

it('no timer outlives a page, gathered or refused', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  await gatherFrom(server, '/page')
  await refusalOf(gatherFrom(server, '/pdf'))
  await refusalOf(gatherFrom(server, to('http://10.0.0.1/')))
  expect(timers()).toBe(before)
})
