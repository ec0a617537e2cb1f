import { createPublicKey, verify } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createRobotsReader } from '#analyser/facts/robots-txt.ts'
import { smallPage } from '#testing/servers/loopback.ts'
import { fetchPageAt, probeFrom, probeRequest } from '#testing/servers/page-fetcher.ts'
import { recordRequests, redirectTo } from '#testing/servers/recording.ts'
import { createConnections } from './connection/connections.ts'
import { createCrawlRequests } from './crawl-requests.ts'
import { type Identity, identityFor, isSentTo } from './identity.ts'
import { createResponseCache } from './probes/response-cache.ts'
import { createSigner, createSigningKey } from './signature.ts'

const basic = `Basic ${Buffer.from('staff:secret').toString('base64')}`
const identity: Identity = {
  userAgentSuffix: 'Staff/1',
  headers: [['X-Staging', 'open']],
  basic: { user: 'staff', password: 'secret' },
  cookies: [
    ['session', 'abc'],
    ['shop', '1'],
  ],
  signature: false,
  hosts: [],
}
const sentTo = (url: string, more: Partial<Identity> = {}) => identityFor(new URL(url), { ...identity, ...more }, null)
const names = ['authorization', 'cookie', 'x-staging']

describe('the identity of a website', () => {
  it.each([
    ['https://shop.example/page', true],
    ['https://www.shop.example/page', true],
    ['https://shop.example:443/', true],
    ['https://shop.example./', true],
    ['https://cdn.example/', true],
    ['http://shop.example/', false],
    ['https://staging.shop.example/', false],
    ['https://shop.example:8443/', false],
    ['https://shop.example.evil.example/', false],
    ['https://evilshop.example/', false],
    ['https://www.cdn.example/', false],
    ['https://cdn.example:8443/', false],
    ['https://shop.example@evil.example/', false],
    ['ftp://shop.example/', false],
  ])('is for %s: %s', (url, expected) => {
    expect(isSentTo(new URL(url), sentTo('https://www.shop.example/', { hosts: ['cdn.example'] }))).toBe(expected)
  })

  it('is sent over http only if that was asked for', () => {
    expect(isSentTo(new URL('http://shop.example/'), sentTo('http://shop.example/'))).toBe(true)
    expect(isSentTo(new URL('http://shop.example/'), sentTo('https://shop.example/'))).toBe(false)
  })
})

describe('a page', () => {
  it('is requested with the identity of its website, over HTTP/1 and HTTP/2', async () => {
    const site = await recordRequests('https', { '/': smallPage })
    const page = await fetchPageAt(new URL(site.url), {
      allowHosts: new Set([site.host]),
      identity: sentTo(site.url),
    })
    expect(page.status).toBe(200)
    for (const path of ['/', '/robots.txt']) {
      expect(names.map((name) => site.received(path, name))).toEqual([[basic], ['session=abc; shop=1'], ['open']])
      expect(site.received(path, 'user-agent')).toEqual(['SEO-Reports/0.1 (page analysis on request) Staff/1'])
    }
    const second = await recordRequests('h2', { '/': smallPage })
    const overHttp2 = await fetchPageAt(new URL(second.url), {
      allowHosts: new Set([second.host]),
      identity: sentTo(second.url),
    })
    expect(overHttp2.httpVersion).toBe('2')
    expect(names.map((name) => second.received('/', name))).toEqual([[basic], ['session=abc; shop=1'], ['open']])
  })

  it('elsewhere that a redirect leads to gets nothing, and the way back gets it again', async () => {
    let home = ''
    const other = await recordRequests('https', { '/': (...given) => redirectTo(`${home}/end`)(...given) })
    const site = await recordRequests('https', { '/': redirectTo(other.url), '/end': smallPage })
    home = site.url
    const allowHosts = new Set([site.host, other.host])
    await fetchPageAt(new URL(site.url), { allowHosts, identity: sentTo(site.url) })
    for (const path of ['/', '/end', '/robots.txt']) expect(site.received(path, 'authorization')).toEqual([basic])
    expect(other.requests.map(({ path }) => path)).toEqual(['/'])
    for (const name of names) expect(other.received('/', name)).toEqual(['-'])
    expect(other.received('/', 'user-agent')).toEqual(['SEO-Reports/0.1 (page analysis on request)'])
  })

  it('over http that an encrypted one redirects to gets nothing, even on a host that was named', async () => {
    const plain = await recordRequests('http', { '/': smallPage })
    const site = await recordRequests('https', { '/': redirectTo(plain.url) })
    const allowHosts = new Set([site.host, plain.host])
    await fetchPageAt(new URL(site.url), { allowHosts, identity: sentTo(site.url, { hosts: [plain.host] }) })
    for (const name of names) expect(plain.received('/', name)).toEqual(['-'])
  })

  it('over http that was asked for gets it, but no signature', async () => {
    const site = await recordRequests('http', { '/': smallPage })
    const signer = createSigner(createSigningKey(), 'https://reports.example')
    const sent = identityFor(new URL(site.url), { ...identity, signature: true }, signer)
    await fetchPageAt(new URL(site.url), { allowHosts: new Set([site.host]), identity: sent })
    expect(site.received('/', 'authorization')).toEqual([basic])
    expect(site.received('/', 'signature')).toEqual(['-'])
  })

  it('is requested with a signature that its server can verify, each time a new one', async () => {
    const site = await recordRequests('https', { '/': smallPage })
    const signer = createSigner(createSigningKey(), 'https://reports.example')
    const sent = identityFor(new URL(site.url), { ...identity, signature: true }, signer)
    await fetchPageAt(new URL(site.url), { allowHosts: new Set([site.host]), identity: sent })
    const [{ headers }] = site.requests as [(typeof site.requests)[0]]
    const input = String(headers['signature-input']).replace('sig1=', '')
    const base = `"@authority": ${site.host}\n"signature-agent";key="sig1": "https://reports.example"\n"@signature-params": ${input}`
    const signature = Buffer.from(String(headers.signature).slice('sig1=:'.length, -1), 'base64')
    const { keys } = JSON.parse(signer.directory('reports.example').body) as { keys: { kid: string }[] }
    const [jwk] = keys
    expect(input).toContain(`;keyid="${jwk?.kid}";`)
    const key = createPublicKey({ key: { ...jwk }, format: 'jwk' })
    expect(verify(null, Buffer.from(base), key, signature)).toBe(true)
    expect(headers['signature-agent']).toBe('sig1="https://reports.example"')
    expect(new Set(site.requests.map((request) => request.headers.signature)).size).toBe(site.requests.length)
  })
})

describe.each(['1.1', '2'] as const)('a page with an untrusted certificate over HTTP/%s', (version) => {
  /** Fetches a public page, whose connections lead to a loopback server. */
  async function fetchPublic(more: Partial<Identity> | null) {
    const site = await recordRequests(version === '2' ? 'h2' : 'https', { '/': smallPage })
    const url = new URL('https://shop.example/')
    const real = createConnections().forSession()
    const loopback = { port: Number(new URL(site.url).port), allowed: true }
    const page = fetchPageAt(url, {
      allowHosts: new Set(),
      identity: more ? sentTo(url.href, more) : undefined,
      lookup: async () => ['127.0.0.1'],
      connections: { ...real, take: (target, ...rest) => real.take({ ...target, ...loopback }, ...rest) },
    })
    return { page, site }
  }
  const nothing = { userAgentSuffix: null, headers: [], basic: null, cookies: [] }

  it.each([
    ['headers', {}],
    ['a user agent suffix', { ...nothing, userAgentSuffix: 'Staff/1' }],
  ])('is not requested with %s', async (_, more) => {
    const { page, site } = await fetchPublic(more)
    await expect(page).rejects.toMatchObject({
      code: 'tls',
      sentence:
        'We didn’t send the identity, because the certificate of shop.example isn’t trusted: DEPTH_ZERO_SELF_SIGNED_CERT. Use a trusted certificate.',
    })
    expect(site.requests).toEqual([])
  })

  it.each([
    ['without an identity', null],
    ['with one that adds nothing', nothing],
  ])('is requested %s', async (_, more) => {
    const { page } = await fetchPublic(more)
    expect(await page).toMatchObject({ httpVersion: version, tls: { trusted: false } })
  })
})

describe('a wrong password', () => {
  it('is said, and not sent again', async () => {
    const refuse: RequestListener = (_request, response) =>
      void response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="Staff"' }).end()
    const site = await recordRequests('https', { '/': refuse })
    const page = () => fetchPageAt(new URL(site.url), { allowHosts: new Set([site.host]), identity: sentTo(site.url) })
    await expect(page()).rejects.toMatchObject({
      code: 'refused',
      sentence:
        'We couldn’t see this page: its server returned 401 to us. The server rejected the identity’s username or password. Correct them under Access and rendering of the website, then try again.',
    })
    expect(site.received('/', 'authorization')).toEqual([basic])
  })

  it('of a website is not the reason for the 401 of another one', async () => {
    const other = await recordRequests('https', { '/': (_request, response) => void response.writeHead(401).end() })
    const site = await recordRequests('https', { '/': redirectTo(other.url) })
    const allowHosts = new Set([site.host, other.host])
    await expect(fetchPageAt(new URL(site.url), { allowHosts, identity: sentTo(site.url) })).rejects.toMatchObject({
      sentence: expect.stringContaining('Allow our user agent'),
    })
  })
})

describe('the probe requests of a page', () => {
  it('get the identity on its own host alone', async () => {
    const [site, other] = [await recordRequests('https', { '*': 'A file' }), await recordRequests('https', { '*': '' })]
    const requests = [
      probeRequest('resource', `${site.url}/style.css`, { read: 'all', obeysRobots: true }),
      probeRequest('link', `${site.url}/page`),
      probeRequest('resource', `${other.url}/script.js`, { read: 'all', obeysRobots: true }),
      probeRequest('link', `${other.url}/page`, { obeysRobots: true }),
      probeRequest('sitemap', `${site.url}/sitemap.xml`, { read: 'sitemap' }),
    ]
    await probeFrom(site.url, requests, [site, other], { identity: sentTo(site.url) })
    expect(site.requests.map(({ path }) => path).toSorted()).toEqual(['/page', '/sitemap.xml', '/style.css'])
    expect(other.requests.map(({ path }) => path).toSorted()).toEqual(['/page', '/robots.txt', '/script.js'])
    expect(site.requests.map(({ headers }) => headers.authorization)).toEqual([basic, basic, basic])
    for (const { headers } of other.requests) for (const name of names) expect(headers[name]).toBeUndefined()
  })

  it('share no response with those without it, or with another one', async () => {
    const site = await recordRequests('https', {
      '*': (request, response) => response.end(request.headers.cookie ?? ''),
    })
    const cache = createResponseCache({ caches: () => true })
    const bodyFor = async (page: string, sent?: ReturnType<typeof sentTo>) => {
      const request = probeRequest('resource', `${site.url}/style.css`, { read: 'all' })
      const [probe] = await probeFrom(`${site.url}/${page}`, [request], [site], { cache, identity: sent })
      return Buffer.from(probe?.body ?? []).toString()
    }
    expect(await bodyFor('1', sentTo(site.url))).toBe('session=abc; shop=1')
    expect(await bodyFor('2')).toBe('')
    expect(await bodyFor('3', sentTo(site.url, { cookies: [['session', 'new']] }))).toBe('session=new')
    expect(await bodyFor('4', sentTo(site.url))).toBe('session=abc; shop=1')
    expect(site.requests).toHaveLength(3)
  })
})

describe('the requests of a crawl', () => {
  it('get the identity on its website alone, and a changed one gets nothing from before', async () => {
    const [site, other] = [
      await recordRequests('https', { '*': smallPage }),
      await recordRequests('https', { '*': '' }),
    ]
    const allowHosts = new Set([site.host, other.host])
    const crawls = createCrawlRequests({ allowHosts }, createRobotsReader)
    const start = new URL(site.url)
    const { signal } = new AbortController()
    const share = crawls.of(1, sentTo(site.url))
    expect(crawls.of(1, sentTo(site.url))).toBe(share)
    for (const url of [`${site.url}/file.pdf`, `${other.url}/page`])
      expect(await share.askLink(new URL(url), { start, requester: '', signal })).toMatchObject({ outcome: 'answered' })
    expect(new Set(site.requests.map(({ headers }) => headers.authorization))).toEqual(new Set([basic]))
    for (const { headers } of other.requests) for (const name of names) expect(headers[name]).toBeUndefined()
    const changed = crawls.of(1, sentTo(site.url, { cookies: [] }))
    await changed.robotsFiles(start, signal)
    expect(site.received('/robots.txt', 'cookie')).toEqual(['session=abc; shop=1', '-'])
    crawls.forget(1)
  })
})
