import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ProbeRequest } from '#analyser/crawl.ts'
import { probeBeside, startCountedServer, wish } from '#testing/probing.ts'
import { type AnswerMemory, createAnswerMemory } from './answer-memory.ts'
import { type Reached, seen } from './probe-step.ts'

const never = new AbortController().signal
const url = new URL('https://shop.example/style.css')

/** How often a host was asked by the runs of these pages, one after the other. */
function asking(
  memory: AnswerMemory,
  { reached = seen(200, []), read = 'nothing' as ProbeRequest['read'], allowHosts = new Set<string>() } = {},
) {
  const ask = vi.fn(async () => reached)
  const from = (page: string) =>
    memory.forPage(page)({ url, errand: { purpose: 'resource', read } }, { allowHosts, signal: never }, ask)
  return { ask, from }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'], now: 10_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('an answer from beside a page', () => {
  it('serves other pages for a minute', async () => {
    const reached = seen(200, [['etag', '"1"']])
    const { ask, from } = asking(createAnswerMemory(), { reached })
    for (const page of ['/a', '/b', '/c']) expect(await from(page)).toBe(reached)
    expect(ask).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(60_001)
    await from('/d')
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('is asked anew by a page that was analysed within the hour, and then serves the others', async () => {
    const memory = createAnswerMemory()
    await asking(memory).from('/a')
    vi.advanceTimersByTime(50_000)
    const mended = asking(memory, { reached: seen(404, []) })
    expect(await mended.from('/a')).toMatchObject({ status: 404 })
    expect(await mended.from('/b')).toMatchObject({ status: 404 })
    expect(mended.ask).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(3_600_000)
    await mended.from('/c')
    await mended.from('/a')
    expect(mended.ask).toHaveBeenCalledTimes(2)
  })

  it('serves those who come while it is on its way', async () => {
    const { ask, from } = asking(createAnswerMemory())
    await Promise.all([from('/a'), from('/b'), from('/c')])
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('that never came is asked for by everyone who waited for it', async () => {
    const memory = createAnswerMemory()
    const { ask, from } = asking(memory)
    ask.mockRejectedValueOnce(new Error('gave up'))
    const [first, second] = await Promise.allSettled([from('/a'), from('/b')])
    expect([first?.status, second?.status]).toEqual(['rejected', 'fulfilled'])
    await from('/c')
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('is not waited for by who gave up', async () => {
    const memory = createAnswerMemory()
    const { from } = asking(memory)
    const other = memory.forPage('/b')
    const slow = Promise.withResolvers<Reached>()
    const step = { url: new URL('https://slow.example/'), errand: { purpose: 'link', read: 'nothing' } } as const
    const asked = memory.forPage('/a')(step, { allowHosts: new Set(), signal: never }, () => slow.promise)
    const stop = new AbortController()
    const waiting = other(step, { allowHosts: new Set(), signal: stop.signal }, () => slow.promise)
    stop.abort(new Error('gave up'))
    await expect(waiting).rejects.toThrow('gave up')
    slow.resolve(seen(200, []))
    await asked
    await from('/c')
  })

  it.each([500, 503, 429, 403])('with status %i is not remembered, for it may be gone at once', async (status) => {
    const { ask, from } = asking(createAnswerMemory(), { reached: seen(status, []) })
    for (const page of ['/a', '/b']) await from(page)
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('of which more is wanted is asked for again', async () => {
    const memory = createAnswerMemory()
    await asking(memory).from('/a')
    const whole = asking(memory, { read: 'all', reached: { ...seen(200, []), fullness: 2 } })
    for (const page of ['/b', '/c']) await whole.from(page)
    expect(whole.ask).toHaveBeenCalledTimes(1)
    const head = asking(memory)
    await head.from('/d')
    expect(head.ask).not.toHaveBeenCalled()
  })

  it.each([
    ['a sitemap, which is read for one page', { read: 'sitemap' as const, reached: seen(404, []) }],
    ['a host on the allow list', { allowHosts: new Set(['shop.example:443']) }],
  ])('of %s is never remembered', async (_, options) => {
    const { ask, from } = asking(createAnswerMemory(), options)
    for (const page of ['/a', '/b']) await from(page)
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('is forgotten when newer ones need its room', async () => {
    const memory = createAnswerMemory({ mostBytes: 3_000 })
    const { ask, from } = asking(memory)
    await from('/a')
    const large = { url: new URL('https://other.example/'), errand: { purpose: 'link', read: 'nothing' } } as const
    await memory.forPage('/b')(large, { allowHosts: new Set(), signal: never }, async () =>
      seen(200, [['x', 'x'.repeat(2_200)]]),
    )
    await from('/c')
    expect(ask).toHaveBeenCalledTimes(2)
  })
})

describe('a second page of a host', () => {
  it('costs only the requests that are its own, and tells the same', async () => {
    const server = await startCountedServer()
    const memory = createAnswerMemory({ remembers: () => true })
    const wishes = (page: string) => [
      wish('canonical', `${server.origin}/canonical-of-${page}`),
      wish('favicon', `${server.origin}/icon`, { read: 'start' }),
      wish('link', `${server.origin}/home`),
      wish('resource', `${server.origin}/style.css`, { read: 'all' }),
    ]
    const probes = (page: string) => probeBeside(`${server.origin}/${page}`, wishes(page), [server], { memory })
    const first = await probes('a')
    expect(server.asked.splice(0)).toHaveLength(4)
    const second = await probes('b')
    expect(server.asked.splice(0)).toEqual(['/canonical-of-b'])
    expect(second.slice(1)).toEqual(first.slice(1))
    await probes('a')
    expect(server.asked).toHaveLength(4)
    await server.close()
  })

  it('counts what is remembered among its requests, so that it looks at no more addresses than the first', async () => {
    const server = await startCountedServer()
    const memory = createAnswerMemory({ remembers: () => true })
    const links = Array.from({ length: 9 }, (_, at) => wish('link', `${server.origin}/${at}`))
    const outcomes = async (page: string) =>
      (await probeBeside(`${server.origin}/${page}`, links, [server], { memory, limits: { subRequests: 6 } })).map(
        ({ outcome }) => outcome,
      )
    expect(await outcomes('b')).toEqual(await outcomes('a'))
    await server.close()
  })
})
