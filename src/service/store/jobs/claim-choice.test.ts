import { expect, it } from 'vitest'
import {
  type ClaimLimits,
  decide,
  dueAgainAt,
  firstTurns,
  maxSkips,
  nextSearch,
  type QueuedUrl,
  type Search,
} from './claim-choice.ts'

const now = '2026-05-01T12:00:00.000Z'
const later = '2026-05-01T12:00:01.000Z'

/** Returns a URL that can be claimed. Its host is a letter. */
const urlOf = (job_id: number, host: string, more: Partial<QueuedUrl> = {}): QueuedUrl => ({
  job_id,
  line: 1,
  author_id: 'key',
  url: `https://${host}.example/`,
  host,
  kills: 0,
  run_after: '',
  kind: 'urls',
  job_state: 'running',
  open_pages: 0,
  next_claim_at: '',
  ...more,
})

type Options = Partial<ClaimLimits> & {
  afterKey?: string
  running?: [host: string, count: number][]
  isRiskTaken?: boolean
}

/** The place of a URL or a search in an order, as text that sorts like it. */
function placeIn(order: Search['order'], { job_id, host }: Pick<Search, 'job_id' | 'host'>) {
  const job = String(job_id).padStart(20, '0')
  return order === 'age' ? `${job} ${host}` : `${host} ${job}`
}

/** Chooses from queued URLs as the store does. Returns the claims as "job host", and the number of searches. */
function choose(queue: readonly QueuedUrl[], options: Options = {}) {
  const { afterKey = '', running = [], isRiskTaken = false, ...more } = options
  const limits = { limit: 99, maxOfHost: () => 1, ...more }
  const sorted = (order: Search['order']) =>
    queue.map((url) => ({ url, place: placeIn(order, url) })).toSorted((a, b) => (a.place < b.place ? -1 : 1))
  const byOrder = { age: sorted('age'), host: sorted('host') }
  const keys = [...new Set(queue.map(({ author_id }) => author_id))].toSorted()
  let turns = firstTurns(keys, afterKey, { now, runningOfHost: new Map(running), isRiskTaken })
  const claims: QueuedUrl[] = []
  let searches = 0
  for (let search = nextSearch(turns, limits); search; search = nextSearch(turns, limits)) {
    searches += 1
    const { author_id, order } = search
    const after = placeIn(order, search)
    const isNext = (url: QueuedUrl, place: string) =>
      place > after && url.author_id === author_id && !claims.includes(url)
    const found = byOrder[order].find(({ url, place }) => isNext(url, place))
    const { next, claimed } = decide(turns, found?.url, limits)
    turns = next
    if (claimed) claims.push(claimed)
  }
  return { claims: claims.map(({ job_id, host }) => `${job_id} ${host}`), searches }
}

it('keys take turns, beginning after the one that was served last', () => {
  const queue = [
    urlOf(1, 'a', { author_id: 'k1' }),
    urlOf(1, 'b', { author_id: 'k1' }),
    urlOf(2, 'c', { author_id: 'k2' }),
    urlOf(3, 'd', { author_id: 'k3' }),
  ]
  expect(choose(queue).claims).toEqual(['1 a', '2 c', '3 d', '1 b'])
  expect(choose(queue, { afterKey: 'k2' }).claims).toEqual(['3 d', '1 a', '2 c', '1 b'])
  expect(choose(queue, { limit: 2 }).claims).toEqual(['1 a', '2 c'])
})

it('a key that has its share gets no more, and the others do', () => {
  const queue = [
    urlOf(1, 'a', { author_id: 'k1' }),
    urlOf(2, 'b', { author_id: 'k2' }),
    urlOf(2, 'c', { author_id: 'k2' }),
  ]
  expect(choose(queue, { mayHaveMore: (key) => key !== 'k1' }).claims).toEqual(['2 b', '2 c'])
})

it('a host runs no more URLs than it may, with those that run already', () => {
  const queue = [urlOf(1, 'a'), urlOf(2, 'a'), urlOf(3, 'b'), urlOf(4, 'a')]
  expect(choose(queue).claims).toEqual(['1 a', '3 b'])
  expect(choose(queue, { running: [['a', 1]] }).claims).toEqual(['3 b'])
  expect(choose(queue, { running: [['a', 1]], maxOfHost: () => 2 }).claims).toEqual(['1 a', '3 b'])
})

it.each<[reason: string, what: Partial<QueuedUrl>]>([
  ['of a paused job', { job_state: 'paused' }],
  ['of a cancelled job', { job_state: 'cancelled' }],
  ['of a job whose speed is reached', { next_claim_at: later }],
  ['that is tried again later', { run_after: later }],
  ['of a page that waits, as the last step of its crawl', { kind: 'crawl', line: 0, open_pages: 1 }],
])('a URL %s isn’t claimed, and others are', (_, what) => {
  expect(choose([urlOf(1, 'a', what), urlOf(2, 'b')]).claims).toEqual(['2 b'])
})

it('the last step of a crawl waits for no time, and is claimed although the crawl is cancelled', () => {
  const lastStep = { kind: 'crawl', line: 0, job_state: 'cancelled', run_after: later } as const
  expect(choose([urlOf(1, 'a', lastStep)]).claims).toEqual(['1 a'])
})

it('of the URLs that ran while a process was killed, one runs at a time', () => {
  const queue = [urlOf(1, 'a', { kills: 1 }), urlOf(1, 'b', { kills: 1 }), urlOf(1, 'c')]
  expect(choose(queue).claims).toEqual(['1 a', '1 c'])
  expect(choose(queue, { isRiskTaken: true }).claims).toEqual(['1 c'])
})

it('a busy host and a paused job are each skipped with few searches', () => {
  const ofBusyHost = Array.from({ length: 1_500 }, (_, at) => urlOf(at + 1, 'm'))
  const busy = choose([...ofBusyHost, urlOf(1_501, 'z')], { running: [['m', 1]] })
  expect(busy.claims).toEqual(['1501 z'])
  expect(busy.searches).toBeLessThan(110)
  const ofPausedJob = Array.from({ length: 500 }, (_, at) => urlOf(1, `h${at}`, { job_state: 'paused' }))
  const paused = choose([...ofPausedJob, urlOf(2, 'z')])
  expect(paused.claims).toEqual(['2 z'])
  expect(paused.searches).toBeLessThan(5)
})

it('the search ends after the most skips', () => {
  const hosts = Array.from({ length: maxSkips + 50 }, (_, at) => urlOf(1, `h${at}`, { run_after: later }))
  const { claims, searches } = choose([...hosts, urlOf(2, 'z')])
  expect(claims).toEqual([])
  expect(searches).toBe(maxSkips)
})

it('a job with a limited speed makes up for one second that was missed, and no more', () => {
  const time = Date.parse(now)
  const due = (next_claim_at: string) => Date.parse(dueAgainAt({ next_claim_at, pace_ms: 200 }, time)) - time
  expect([due(''), due('2026-05-01T11:00:00.000Z'), due('2026-05-01T11:59:59.500Z'), due(later)]).toEqual([
    -800, -800, -300, 1_200,
  ])
})
