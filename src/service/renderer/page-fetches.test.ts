import { once } from 'node:events'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { identityFor } from '#service/fetcher/identity.ts'
import { serve } from '#testing/servers/loopback.ts'
import { createPageFetches, maxBytes, maxRequests } from './page-fetches.ts'
import type { RequestOfPage, ShareFile } from './rendered-page.ts'

type Options = Partial<Parameters<typeof createPageFetches>[1]>

/** Returns the fetches of a page until the running test ends. The address of most names is 127.0.0.1. */
function fetchesOf(page: string, hosts: string[], options: Options = {}) {
  const fetches = createPageFetches(new URL(page), {
    allowHosts: new Set(hosts),
    identity: undefined,
    servicePort: undefined,
    robots: async ({ origin }) => ({ url: `${origin}/robots.txt`, outcome: 'absent', status: 404, text: '', bytes: 0 }),
    lookup: async (name) => (name === 'public.example.com' ? ['93.184.215.14', '10.0.0.1'] : ['127.0.0.1']),
    limits: { blockedPauseMs: 0 },
    ...options,
  })
  onTestFinished(() => fetches.close())
  const answer = (url: string, request: Partial<RequestOfPage> = {}) =>
    fetches.answer({
      url,
      method: 'GET',
      headers: [],
      withIdentity: false,
      reachesAllowed: true,
      isMedia: false,
      isFile: false,
      ...request,
    })
  return { ...fetches, answer }
}

it.for([
  'http://10.0.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'http://localhost/',
  'http://private.example.com/',
  'https://public.example.com/',
])('does not reach %s, nor its robots.txt by name', async (url) => {
  const { host } = await serve((_, response) => response.end('reached'))
  const { answer } = fetchesOf(`http://${host}/`, [host])
  expect(await answer(url)).toEqual({ reason: 'unreachable', bytes: 0 })
})

it('reaches no other port, and an allowed host only while the page may', async () => {
  const { host } = await serve((_, response) => response.end('reached'))
  const { answer, readRobots } = fetchesOf(`http://${host}/`, [host])
  expect(await answer('http://shop.example.com:8080/')).toMatchObject({ reason: 'other_port' })
  expect(await answer(`http://${host}/`)).toMatchObject({ response: { status: 200 } })
  expect(await answer(`http://${host}/`, { reachesAllowed: false })).toMatchObject({ reason: 'unreachable' })
  expect(await readRobots(`http://${host}/a`, true)).toMatchObject({ outcome: 'absent' })
  expect(await readRobots(`http://${host}/a`, false)).toBeNull()
  const elsewhere = fetchesOf('http://shop.example.com/', [host])
  expect(await elsewhere.answer(`http://${host}/`)).toMatchObject({ reason: 'unreachable' })
})

it('reaches the port of the service for its own pages alone', async () => {
  const { host } = await serve((_, response) => response.end('reached'))
  const { host: service } = await serve((_, response) => response.end('reached'))
  const servicePort = Number(service.split(':')[1])
  const answerFrom = (page: string) =>
    fetchesOf(`http://${page}/`, [host, service], { servicePort }).answer(`http://${service}/`)
  expect(await answerFrom(service)).toMatchObject({ response: { status: 200 } })
  expect(await answerFrom(host)).toMatchObject({ reason: 'unreachable' })
})

it('has a number of requests', async () => {
  const { host, url } = await serve((_, response) => response.end())
  const { answer } = fetchesOf(url, [host])
  const answers = await Promise.all(Array.from({ length: maxRequests + 1 }, () => answer(`${url}/`)))
  expect(answers.filter((answer) => 'reason' in answer)).toEqual([{ reason: 'limit', bytes: 0 }])
})

it('has a number of bytes, sent ones included, also for responses side by side', async () => {
  const part = maxBytes / 4
  const { host, url } = await serve((request, response) => {
    request.resume()
    response.end(Buffer.alloc(part - 10))
  })
  const hostPaces = new Map([[host, { perSecond: 1_000, maxConcurrent: 20 }]])
  const { answer } = fetchesOf(url, [host], { hostPaces })
  const answers = await Promise.all(Array.from({ length: 20 }, () => answer(`${url}/`)))
  expect(answers.filter((answer) => 'response' in answer).length).toBeLessThanOrEqual(4)
  expect(answers.at(-1)?.bytes).toBeLessThan(maxBytes + 1_000_000)
  expect(await answer(`${url}/`)).toMatchObject({ reason: 'limit' })
  const writer = fetchesOf(url, [host])
  const body = new Uint8Array(part * 2)
  expect(await writer.answer(`${url}/`, { method: 'POST', body })).toMatchObject({ bytes: part * 3 - 10 })
  expect(await writer.answer(`${url}/`, { method: 'POST', body })).toMatchObject({ reason: 'limit' })
})

it('has the beginning of a video', async () => {
  const { host, url } = await serve((_, response) => response.end(Buffer.alloc(5_000_000)))
  const { answer } = fetchesOf(url, [host])
  expect(await answer(`${url}/`, { isMedia: true })).toMatchObject({ response: { isCut: true } })
})

it('completes no response that the server has not', async () => {
  const server = createTcpServer((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort'))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await fetchesOf(`http://${host}/`, [host]).answer(`http://${host}/`)).toMatchObject({
    reason: 'connection_closed',
  })
})

it('gets the identity for its own requests alone, and then neither sends nor keeps other cookies', async () => {
  const { host, url } = await serve(({ headers: { cookie = '' } }, response) => {
    response.setHeader('set-cookie', 'kept=1').setHeader('x-cookie', cookie).end()
  })
  const identity = identityFor(
    new URL(url),
    { userAgentSuffix: null, headers: [], basic: null, cookies: [['session', 'abc']], signature: false, hosts: [] },
    null,
  )
  const { answer } = fetchesOf(url, [host], { identity })
  const cookiesOf = async (withIdentity: boolean) => {
    const one = await answer(`${url}/`, { withIdentity, headers: [['Cookie', 'page=1']] })
    const headers = 'response' in one ? new Headers(one.response.headers as [string, string][]) : null
    return [headers?.get('x-cookie'), headers?.get('set-cookie')]
  }
  expect(await cookiesOf(true)).toEqual(['session=abc', null])
  expect(await cookiesOf(false)).toEqual(['page=1', 'kept=1'])
})

it('shares the files of pages that ask for them alike', async () => {
  const asked: string[] = []
  const { host, url } = await serve((request, response) => {
    asked.push(request.url ?? '')
    response.end('a file')
  })
  const known = new Map<string, ReturnType<ShareFile>>()
  const shareFile: ShareFile = (key, _, run) => known.get(key) ?? known.set(key, run()).get(key) ?? run()
  const [one, other] = [1, 2].map(() => fetchesOf(`http://${host}/`, [host], { shareFile }))
  for (const page of [one, other])
    for (const [path, request] of [
      ['/a.css', {}],
      ['/a.css', { headers: [['accept', 'text/css']] as [string, string][] }],
      ['/data', { isFile: false }],
      ['/cookie.png', { headers: [['cookie', 'a=1']] as [string, string][] }],
      ['/post.js', { method: 'POST' as const }],
    ] as const) {
      const answer = await page?.answer(url + path, {
        isFile: true,
        ...request,
        ...('headers' in request && { headers: [...request.headers] }),
      })
      expect(answer).toMatchObject({ response: { status: 200 } })
    }
  expect(asked.toSorted()).toEqual(
    ['/a.css', '/a.css', '/cookie.png', '/cookie.png', '/data', '/data', '/post.js', '/post.js'].toSorted(),
  )
  expect((await other?.answer(`${url}/a.css`, { isFile: true }))?.bytes).toBe(6 * 6)
})
