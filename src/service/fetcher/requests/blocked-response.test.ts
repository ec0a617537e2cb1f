import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { protectedPage, wallPages } from '#testing/pages/bot-walls.ts'
import { controlMs, processorMsOf } from '#testing/processor-time.ts'
import { heavyPages, plainPage } from '#testing/servers/hostile-pages.ts'
import { type HostileServer, startHostileServer } from '#testing/servers/hostile-server.ts'
import { fetchFrom, probeFrom, probeRequest, refusalOf } from '#testing/servers/page-fetcher.ts'
import { blockedResponseOf, botWalls, botWallsCheckedOn } from './blocked-response.ts'

type Response = { status?: number; headers?: Record<string, string>; html: string }

let server: HostileServer
afterEach(() => server.close())

/** Fetches a page with this response. */
async function fetchResponse({ status = 200, headers = {}, html }: Response) {
  server = await startHostileServer((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end()
    else response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(html)
  })
  return fetchFrom(server, '/')
}
const sentenceOf = (response: Response) =>
  fetchResponse(response).then(
    () => 'was read',
    (error: Error) => error.message,
  )

describe('a page behind a bot wall', () => {
  it.each(wallPages)('of $vendor is refused with its name, status and mark, and with what to allow', async (wall) => {
    const sentence = await sentenceOf(wall)
    expect(sentence).toContain(`${wall.vendor} showed us a bot check (status ${wall.status}, “`)
    expect(sentence).toContain('Allow our user agent “SEO-Reports/')
    expect(sentence).toContain('turn on Web Bot Auth under Access and rendering of the website')
    expect(await refusalOf(fetchFrom(server, '/'))).toBe('bot_wall')
  })

  it('is recognised for at least six vendors, each with a source', () => {
    expect(new Set(wallPages.map(({ vendor }) => vendor))).toEqual(new Set(botWalls.map(({ vendor }) => vendor)))
    expect(botWalls.length).toBeGreaterThanOrEqual(6)
    for (const { source } of botWalls) expect(source).toMatch(/^https:\/\//)
    expect(botWallsCheckedOn).toMatch(/^20\d\d-\d\d-\d\d$/)
  })

  it('is recognised whatever its type', async () => {
    const [datadome] = wallPages.filter(({ headers }) => headers?.['x-dd-b'])
    const json = { 'content-type': 'application/json', ...datadome?.headers }
    await sentenceOf({ status: 403, html: '{}', headers: json })
    expect(await refusalOf(fetchFrom(server, '/'))).toBe('bot_wall')
  })
})

describe('a page that refuses our user agent', () => {
  it.each([401, 403, 407, 429])('with status %i is refused with the status and what to allow', async (status) => {
    const sentence = await sentenceOf({ status, html: plainPage })
    expect(sentence).toMatch(
      `We couldn’t see this page: its server returned ${status} to us. Allow our user agent “SEO-Reports/`,
    )
    expect(await refusalOf(fetchFrom(server, '/'))).toBe('refused')
  })

  it.each([
    ['3600', '503, Retry-After 3600'],
    ['Fri, 27 Nov 2026 10:00:00 GMT', '503, Retry-After Fri, 27 Nov 2026 10:00:00 GMT'],
    ['<script>', '503'],
    [undefined, '503'],
  ])('with status 503 and Retry-After %s only can’t serve the page now', async (retryAfter, says) => {
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
    const sentence = await sentenceOf({ status: 503, headers, html: plainPage })
    expect(sentence).toBe(`The page’s server can’t serve it now: it returned ${says}. Try again later.`)
    expect(await refusalOf(fetchFrom(server, '/'))).toBe('refused')
  })

  it.each([
    [
      'Basic auth',
      401,
      { 'www-authenticate': 'Digest realm="a", Basic realm="Staff"' },
      /Set Basic auth under Access and rendering/,
    ],
    ['no Basic auth', 401, { 'www-authenticate': 'Bearer realm="Basic"' }, /set a header, a cookie or Web Bot Auth/],
    ['403', 403, { 'www-authenticate': 'Basic' }, /set a header, a cookie or Web Bot Auth/],
    ['a rate limit', 429, {}, /there, then try again\.$/],
  ])('with %s says what would let us in', async (_name, status, headers, expected) => {
    expect(await sentenceOf({ status, headers, html: plainPage })).toMatch(expected)
  })

  it('is refused after a redirect, too', async () => {
    server = await startHostileServer((request, response) => {
      if (request.url === '/') response.writeHead(302, { location: '/login' }).end()
      else response.writeHead(401, { 'content-type': 'text/html' }).end(plainPage)
    })
    expect(await refusalOf(fetchFrom(server, '/'))).toBe('refused')
  })
})

describe('a page that was seen', () => {
  it.each([200, 404, 410, 500, 502])('can have status %i', async (status) => {
    expect((await fetchResponse({ status, html: plainPage })).status).toBe(status)
  })

  it('can load the scripts of bot protections and have their headers', async () => {
    expect((await fetchResponse(protectedPage)).status).toBe(200)
  })

  it('can write about challenges, in its text and in the data of its scripts', async () => {
    const marks = 'window._cf_chl_opt = 1, window.gokuProps = {}, sucuri_cloudproxy_js, &lt;div id="px-captcha">'
    const text = `<pre>${marks}</pre><script>self.__next_f.push("${marks}")</script>`
    const article = `<title>Walls</title>${'<p>How a challenge page is made, in detail. '.repeat(100)}${text}`
    expect((await fetchResponse({ html: article })).status).toBe(200)
    expect((await fetchResponse({ html: `<title>Walls</title><pre>${marks}</pre>` })).status).toBe(200)
  })

  it.each([
    [
      'an article about a message of Imperva',
      `<title>Incapsula incidents</title><p>Visitors see “Request unsuccessful. Incapsula incident ID: 434-416”. ${'This guide explains what to do, step by step. '.repeat(12)}`,
    ],
    [
      'a page about Imperva',
      '<title>Imperva</title><h1>Our web application firewall is Imperva, formerly Incapsula</h1>',
    ],
    [
      'an article about messages of F5',
      `<title>F5</title><p>The requested URL was rejected. Please consult with your administrator. Your support ID is: 1. ${'Here is what it means. '.repeat(25)}`,
    ],
    [
      'a page with a map in an iframe',
      '<title>Contact</title><h1>Find us</h1><iframe src="https://maps.example/embed?q=_Incapsula"></iframe>',
    ],
    [
      'an empty application behind Akamai',
      '<title>Shop</title><script src="/_sec/cp_challenge/sec-cpt-int-4-3.js"></script><div id="root"></div>',
    ],
  ])('can be %s', async (_, html) => {
    expect((await fetchResponse({ html })).status).toBe(200)
  })

  const saved = globSync('e2e/support/**/*.html')
  it.each(saved)('can be the saved page %s', async (path) => {
    expect(blockedResponseOf(200, [['content-type', 'text/html']], await readFile(path))).toBeNull()
  })
  it('is tested with all saved pages', () => {
    expect(saved.length).toBeGreaterThan(10)
  })
})

it('a hostile page is searched for marks in little time', () => {
  const repeated = [
    '<script ',
    '<script>',
    '<form ',
    '<iframe src="',
    '<title>Access Denied</title>',
    '<',
    '<script></script ',
  ]
  const longest = Math.max(
    ...repeated.map((part) => {
      const body = Buffer.from(part.repeat(Math.floor((127 * 1024) / part.length)))
      return processorMsOf(() => blockedResponseOf(200, [['content-type', 'text/html']], body))
    }),
  )
  expect(longest).toBeLessThan(5 * controlMs())
})

it('no heavy page is taken for a wall', async () => {
  server = await startHostileServer()
  for (const name of heavyPages) expect((await fetchFrom(server, `/heavy/${name}`)).status).toBe(200)
})

describe('a probe behind a wall', () => {
  it.each([401, 403, 407, 429, 503])('with status %i was not seen', async (status) => {
    server = await startHostileServer((_request, response) => response.writeHead(status).end())
    const [probe] = await probeFrom(`${server.origin}/`, [probeRequest('link', `${server.origin}/a`)], [server])
    expect(probe).toMatchObject({
      outcome: 'failed',
      reasonCode: 'refused',
      reason: status === 503 ? 'the server returned 503' : `the server returned ${status} to us`,
      status,
    })
  })

  it.each(wallPages)('of $vendor was not seen', async ({ status, headers, html }) => {
    server = await startHostileServer((_request, response) =>
      response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(html),
    )
    const request = probeRequest('canonical', `${server.origin}/a`, { read: 'start' })
    const [probe] = await probeFrom(`${server.origin}/`, [request], [server])
    // Bodies are read of successful responses only.
    const code = status < 300 || headers ? 'bot_wall' : 'refused'
    expect(probe).toMatchObject({ outcome: 'failed', reasonCode: code })
  })
})
