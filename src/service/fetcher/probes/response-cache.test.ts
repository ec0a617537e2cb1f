import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ProbeRequest } from '#analyser/probe.ts'
import { probeFrom, startCountingServer, probeRequest } from '#testing/servers/page-fetcher.ts'
import { defaultFetchLimits } from '../limits.ts'
import { createResponseCache, type ResponseCache } from './response-cache.ts'
import { headResponse, type ProbeResponse } from './response.ts'

const never = new AbortController().signal
const url = new URL('https://shop.example/style.css')

/** Returns a function that runs one job for a page, and a mock of the request that the cache may save. */
function jobFor(
  cache: ResponseCache,
  { response = headResponse(200, []), read = 'nothing' as ProbeRequest['read'], allowHosts = new Set<string>() } = {},
) {
  const run = vi.fn(async () => response)
  const from = (page: string) =>
    cache.forPage(page)(
      { url, purpose: 'resource', read },
      { allowHosts, limits: defaultFetchLimits, signal: never },
      run,
    )
  return { run, from }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'], now: 10_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a cached response', () => {
  it('serves other pages for a minute', async () => {
    const response = headResponse(200, [['etag', '"1"']])
    const { run, from } = jobFor(createResponseCache(), { response })
    for (const page of ['/a', '/b', '/c']) expect(await from(page)).toBe(response)
    expect(run).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(60_001)
    await from('/d')
    expect(run).toHaveBeenCalledTimes(2)
  })

  it('is bypassed by a page that was fetched within the hour, and replaced for others', async () => {
    const cache = createResponseCache()
    await jobFor(cache).from('/a')
    vi.advanceTimersByTime(50_000)
    const fixed = jobFor(cache, { response: headResponse(404, []) })
    expect(await fixed.from('/a')).toMatchObject({ status: 404 })
    expect(await fixed.from('/b')).toMatchObject({ status: 404 })
    expect(fixed.run).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(3_600_000)
    await fixed.from('/c')
    await fixed.from('/a')
    expect(fixed.run).toHaveBeenCalledTimes(2)
  })

  it('serves pages that need it while it is being requested', async () => {
    const { run, from } = jobFor(createResponseCache())
    await Promise.all([from('/a'), from('/b'), from('/c')])
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('that failed is requested again by the next page', async () => {
    const cache = createResponseCache()
    const { run, from } = jobFor(cache)
    run.mockRejectedValueOnce(new Error('failed'))
    const [first, second] = await Promise.allSettled([from('/a'), from('/b')])
    expect([first?.status, second?.status]).toEqual(['rejected', 'fulfilled'])
    await from('/c')
    expect(run).toHaveBeenCalledTimes(2)
  })

  it('is not awaited after an abort', async () => {
    const cache = createResponseCache()
    const { from } = jobFor(cache)
    const other = cache.forPage('/b')
    const slow = Promise.withResolvers<ProbeResponse>()
    const job = { url: new URL('https://slow.example/'), purpose: 'link', read: 'nothing' } as const
    const running = cache.forPage('/a')(
      job,
      { allowHosts: new Set(), limits: defaultFetchLimits, signal: never },
      () => slow.promise,
    )
    const stop = new AbortController()
    const waiting = other(
      job,
      { allowHosts: new Set(), limits: defaultFetchLimits, signal: stop.signal },
      () => slow.promise,
    )
    stop.abort(new Error('aborted'))
    await expect(waiting).rejects.toThrow('aborted')
    slow.resolve(headResponse(200, []))
    await running
    await from('/c')
  })

  it('is never a bot check, which may be temporary', async () => {
    const challenge = headResponse(202, [['x-amzn-waf-action', 'challenge']])
    const { run, from } = jobFor(createResponseCache(), { response: challenge })
    for (const page of ['/a', '/b']) await from(page)
    expect(run).toHaveBeenCalledTimes(2)
  })

  it.each([500, 503, 429, 407, 403])('is never one with status %i, which may be temporary', async (status) => {
    const { run, from } = jobFor(createResponseCache(), { response: headResponse(status, []) })
    for (const page of ['/a', '/b']) await from(page)
    expect(run).toHaveBeenCalledTimes(2)
  })

  it('is requested again when more of it is needed', async () => {
    const cache = createResponseCache()
    await jobFor(cache).from('/a')
    const whole = jobFor(cache, { read: 'all', response: { ...headResponse(200, []), depth: 2 } })
    for (const page of ['/b', '/c']) await whole.from(page)
    expect(whole.run).toHaveBeenCalledTimes(1)
    const head = jobFor(cache)
    await head.from('/d')
    expect(head.run).not.toHaveBeenCalled()
  })

  it.each([
    ['a sitemap', { read: 'sitemap' as const, response: headResponse(404, []) }],
    ['a host on the allow list', { allowHosts: new Set(['shop.example:443']) }],
  ])('is never one of %s', async (_, options) => {
    const { run, from } = jobFor(createResponseCache(), options)
    for (const page of ['/a', '/b']) await from(page)
    expect(run).toHaveBeenCalledTimes(2)
  })

  it('is removed when newer ones need its space', async () => {
    const cache = createResponseCache({ maxBytes: 3_000 })
    const { run, from } = jobFor(cache)
    await from('/a')
    const large = { url: new URL('https://other.example/'), purpose: 'link', read: 'nothing' } as const
    await cache.forPage('/b')(large, { allowHosts: new Set(), limits: defaultFetchLimits, signal: never }, async () =>
      headResponse(200, [['x', 'x'.repeat(2_200)]]),
    )
    await from('/c')
    expect(run).toHaveBeenCalledTimes(2)
  })
})

describe('a second page of a website', () => {
  it('sends only its own requests and has the same probes', async () => {
    const server = await startCountingServer()
    const cache = createResponseCache({ caches: () => true })
    const requests = (page: string) => [
      probeRequest('canonical', `${server.origin}/canonical-of-${page}`),
      probeRequest('favicon', `${server.origin}/icon`, { read: 'start' }),
      probeRequest('link', `${server.origin}/home`),
      probeRequest('resource', `${server.origin}/style.css`, { read: 'all' }),
    ]
    const probes = (page: string) => probeFrom(`${server.origin}/${page}`, requests(page), [server], { cache })
    const first = await probes('a')
    expect(server.paths.splice(0)).toHaveLength(4)
    const second = await probes('b')
    expect(server.paths.splice(0)).toEqual(['/canonical-of-b'])
    expect(second.slice(1)).toEqual(first.slice(1))
    await probes('a')
    expect(server.paths).toHaveLength(4)
    await server.close()
  })

  it('counts cached responses as requests, so that it covers as many URLs as the first', async () => {
    const server = await startCountingServer()
    const cache = createResponseCache({ caches: () => true })
    const links = Array.from({ length: 9 }, (_, at) => probeRequest('link', `${server.origin}/${at}`))
    const outcomes = async (page: string) =>
      (await probeFrom(`${server.origin}/${page}`, links, [server], { cache, limits: { probeRequests: 6 } })).map(
        ({ outcome }) => outcome,
      )
    expect(await outcomes('b')).toEqual(await outcomes('a'))
    await server.close()
  })
})
