import { setGlobalProxyFromEnv } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { plainPage, shiftJisTitle } from '#testing/servers/hostile-pages.ts'
import { type HostileServer, startFixedServer, startHostileServer } from '#testing/servers/hostile-server.ts'
import { fetchFrom, fetchPageAt, refusalOf } from '#testing/servers/page-fetcher.ts'
import { defaultFetchLimits } from './limits.ts'
import { declaredType, typeOfBody } from './page-fetcher.ts'

let server: HostileServer
beforeAll(async () => {
  server = await startHostileServer()
})
afterEach(() => server.quiet())
afterAll(() => server.close())

const to = (location: string) => `/to/${encodeURIComponent(location)}`
const textOf = ({ body }: { body: Uint8Array }) => Buffer.from(body).toString()

describe('a page', () => {
  it('is fetched with all facts about its response', async () => {
    const page = await fetchFrom(server, '/page#part')
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

  it('is requested with these headers only', async () => {
    const headers = JSON.parse(textOf(await fetchFrom(server, '/request-headers'))) as Record<string, string>
    expect(headers).toEqual({
      host: server.host,
      'user-agent': 'SEO-Reports/0.1 (page analysis on request)',
      accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
      'accept-encoding': 'gzip, deflate, br, zstd',
      connection: 'keep-alive',
    })
    const named = JSON.parse(textOf(await fetchFrom(server, '/request-headers', { userAgent: 'Named/1' }))) as {
      'user-agent': string
    }
    expect(named['user-agent']).toBe('Named/1')
  })

  it('keeps every header, repeated ones included', async () => {
    const page = await fetchFrom(server, '/cookies')
    expect(page.headers.filter(([name]) => name === 'set-cookie')).toEqual([
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ])
  })

  it.each([
    ['/missing', 404],
    ['/broken', 500],
    ['/no-location', 302],
  ])('is fetched from %s with status %i too', async (path, status) => {
    const page = await fetchFrom(server, path)
    expect([page.status, textOf(page)]).toEqual([status, plainPage])
  })

  it('can be empty', async () => {
    expect(await fetchFrom(server, '/empty')).toMatchObject({ status: 200, wireBytes: 0, truncated: false })
  })

  it('keeps its bytes in any character encoding', async () => {
    const page = await fetchFrom(server, '/shift-jis')
    expect(Buffer.from(page.body).includes(shiftJisTitle)).toBe(true)
  })

  it('has its own memory, which can be transferred to another thread', async () => {
    const page = await fetchFrom(server, '/page')
    expect(page.body.buffer.byteLength).toBe(page.body.byteLength)
  })

  it('can be sent by HTTP/1.0 and end with the connection', async () => {
    const old = await startFixedServer(`HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n${plainPage}`)
    const page = await fetchFrom(old, '/')
    expect([page.httpVersion, textOf(page)]).toEqual(['1.0', plainPage])
    await old.quiet()
    await old.close()
  })

  it.each([
    ['/pdf', 'pdf'],
    ['/pdf-as-html', 'pdf'],
    ['/text', 'not_html'],
    ['/not-there-and-no-page', 'not_html'],
    ['/typeless/other', 'not_html'],
  ])('must be HTML: %s is refused', async (path, sentence) => {
    expect(await refusalOf(fetchFrom(server, path))).toBe(sentence)
  })

  it('can omit its type if it is HTML', async () => {
    expect(textOf(await fetchFrom(server, '/typeless/html'))).toBe(plainPage)
  })
})

describe('a page that is too long', () => {
  it.each(['/endless', `/large/${defaultFetchLimits.bodyBytes + 1}`])('is truncated at the limit: %s', async (path) => {
    const page = await fetchFrom(server, path)
    expect(page.body.byteLength).toBe(defaultFetchLimits.bodyBytes)
    expect(page.wireBytes).toBeGreaterThan(defaultFetchLimits.bodyBytes)
    expect(page.truncated).toBe(true)
  })

  it('is complete at exactly the limit', async () => {
    const page = await fetchFrom(server, `/large/${defaultFetchLimits.bodyBytes}`)
    expect([page.body.byteLength, page.wireBytes, page.truncated]).toEqual([
      defaultFetchLimits.bodyBytes,
      defaultFetchLimits.bodyBytes,
      false,
    ])
  })
})

describe('the sentence of a refused page', () => {
  it('is the same for blocked addresses, names and redirects, a private name that does not exist and a closed port', async () => {
    const closed = await startFixedServer('')
    await closed.close()
    const lookup = async () => ['10.0.0.1']
    const missing = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }))
    const outcomes = [
      fetchPageAt(new URL('http://10.0.0.1/'), { allowHosts: new Set() }),
      fetchPageAt(new URL('http://localhost/'), { allowHosts: new Set() }),
      fetchPageAt(new URL('http://private.example.com/'), { allowHosts: new Set(), lookup }),
      fetchFrom(server, to('http://169.254.169.254/latest/')),
      fetchFrom(server, to('http://private.example.com/'), { lookup }),
      fetchFrom(server, to(closed.origin)),
      fetchFrom(closed, '/'),
      fetchPageAt(new URL('http://missing.corp/'), { allowHosts: new Set(), lookup: missing }),
    ]
    expect(new Set(await Promise.all(outcomes.map(refusalOf)))).toEqual(new Set(['unreachable']))
  })

  it('leaves the details to the log', async () => {
    const outcome = fetchPageAt(new URL('http://a.example.com/'), {
      allowHosts: new Set(),
      lookup: async () => ['10.0.0.1'],
    })
    await expect(outcome).rejects.toMatchObject({
      code: 'unreachable',
      detail: { host: 'a.example.com', blocked: ['10.0.0.1'] },
    })
  })
})

describe('a host name with changing addresses', () => {
  it('is looked up once per connection and dialled at that address', async () => {
    const answers = [['127.0.0.1'], ['127.9.9.9']]
    const lookup = async () => answers.shift() ?? []
    const fetchPage = (path: string) => {
      const url = new URL(`http://rebinding.example.com:${server.port}${path}`)
      return fetchPageAt(url, { allowHosts: new Set([url.host]), lookup })
    }
    const page = await fetchPage('/page')
    expect([textOf(page), page.robots.outcome, answers.length]).toEqual([plainPage, 'absent', 1])
    expect(await refusalOf(fetchPage('/page'))).toBe('unreachable')
  })

  it('is tried at its other addresses when one does not respond', async () => {
    const url = new URL(`http://several.example.com:${server.port}/page`)
    const lookup = async () => ['::1', '127.9.9.9', '127.0.0.1']
    expect(textOf(await fetchPageAt(url, { allowHosts: new Set([url.host]), lookup }))).toBe(plainPage)
  })
})

it('the proxy of the process environment is not used', async () => {
  const restore = setGlobalProxyFromEnv({ http_proxy: 'http://127.0.0.1:1', no_proxy: '' })
  try {
    expect((await fetchFrom(server, '/page')).status).toBe(200)
  } finally {
    restore()
  }
})

it('no timer remains after a fetched or refused page', async () => {
  // Timers of the test runner and of closing connections end within this time, those of a fetch don't.
  const timers = async () => {
    await pause(400)
    return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  }
  const before = await timers()
  await fetchFrom(server, '/page')
  await refusalOf(fetchFrom(server, '/pdf'))
  await refusalOf(fetchFrom(server, to('http://10.0.0.1/')))
  expect(await timers()).toBeLessThanOrEqual(before)
})

const declared = (...values: string[]) => declaredType(values.map((value) => ['content-type', value]))
const sniffed = (text: string) => typeOfBody('undeclared', Buffer.from(text, 'latin1'))

describe('the type of a page', () => {
  it.each([
    ['text/html', 'html'],
    ['TEXT/HTML; charset=utf-8', 'html'],
    ['application/xhtml+xml', 'html'],
    ['application/pdf', 'pdf'],
    ['text/plain', 'other'],
    ['application/json', 'other'],
    ['image/png', 'other'],
    ['application/xml', 'other'],
    ['', 'undeclared'],
    ['html', 'undeclared'],
    ['*/*', 'undeclared'],
  ])('is declared by its header: %j is %s', (value, type) => {
    expect(declared(value)).toBe(type)
  })

  it('is the last valid one of several', () => {
    expect(declared('text/plain', 'text/html', 'nonsense')).toBe('html')
    expect(declared()).toBe('undeclared')
  })

  it.each([
    '<!DOCTYPE html>',
    '  \n<html lang="en">',
    '<!-- a note -->',
    '<p>words',
    '\xEF\xBB\xBF<head>',
    '\xFF\xFE<\0h\0t\0m\0l\0>\0',
    '',
  ])('is HTML without a header when the body starts like this: %j', (text) => {
    expect(sniffed(text)).toBe('html')
  })

  it.each(['words', '{"a":1}', '<?xml version="1.0"?><rss/>', '<paragraph>', 'GIF89a'])(
    'is not HTML without a header when the body starts like this: %j',
    (text) => {
      expect(sniffed(text)).toBe('other')
    },
  )

  it('is PDF when the body is, whatever the header declares', () => {
    expect(typeOfBody('html', Buffer.from('%PDF-1.4'))).toBe('pdf')
    expect(typeOfBody('html', Buffer.from('words'))).toBe('html')
  })
})
