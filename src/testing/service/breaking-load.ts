import { setTimeout as pause } from 'node:timers/promises'
import { randomFrom } from '#testing/random.ts'
import type { BreakingHost } from '#testing/servers/breaking-host.ts'
import { openResources, type OpenResources } from './open-resources.ts'

type Options = {
  service: { origin: string; pid: number }
  keys: { attacker: string; colleague: string }
  host: BreakingHost
  /** A page that another person's reports are about. */
  quickUrl: string
  seed: number
  ms: number
}

export type BrokenLoad = {
  /** Responses about the host that breaks connections. */
  outcomes: Map<string, number>
  quick: number
  quickFailures: string[]
  /** What the idle service holds. */
  before: OpenResources
  after: OpenResources
}

/** The reports of the host that run at once. */
const attacks = 4
const idleMs = 2_000
const warmUpMs = 3_000
const maxWarmUps = 4

/**
 * Creates reports and crawls of a host that breaks connections, and reports of a good page beside them. Counts what the
 * service holds before and after. Rejects if the service can't be reached.
 */
export async function loadBesideBrokenHost({ service, keys, host, quickUrl, seed, ms }: Options): Promise<BrokenLoad> {
  const random = randomFrom(seed)
  let [outcomes, quickFailures, quick] = [new Map<string, number>(), new Array<string>(), 0]
  const jobs: number[] = []

  async function send(method: string, path: string, key: string, form?: Record<string, string>) {
    const response = await fetch(`${service.origin}/api/v1/${path}`, {
      method,
      // A connection that is kept open would count as one that is left.
      headers: { authorization: `Bearer ${key}`, connection: 'close' },
      ...(form && { body: new URLSearchParams(form) }),
    })
    const body = (await response.json()) as { code?: string; data?: { id: number; finished_at?: string | null } }
    return { ...body, status: response.status }
  }

  const urlOf = () => `${host.origins[Math.floor(random() * host.origins.length)]}/${Math.floor(random() * 1e9)}`

  async function attack(end: number) {
    while (performance.now() < end) {
      const [path, form] =
        random() < 0.1
          ? (['jobs', { crawl: urlOf(), max_pages: '20' }] as const)
          : (['reports', { url: urlOf() }] as const)
      const { status, code, data } = await send('POST', path, keys.attacker, form)
      if (path === 'jobs' && data) jobs.push(data.id)
      const outcome = [path, status, code].filter(Boolean).join(' ')
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
  }

  async function work(end: number) {
    while (performance.now() < end) {
      const { status, code } = await send('POST', 'reports', keys.colleague, { url: quickUrl })
      if (status === 201) quick += 1
      else quickFailures.push(`${status} ${code}`)
    }
  }

  async function load(forMs: number) {
    const end = performance.now() + forMs
    await Promise.all([work(end), ...Array.from({ length: attacks }, () => attack(end))])
    // They would try again for a minute.
    for (const id of jobs.splice(0)) {
      await send('POST', `jobs/${id}/cancel`, keys.attacker)
      while (!(await send('GET', `jobs/${id}`, keys.attacker)).data?.finished_at) await pause(100)
    }
    return openResources(service.pid, idleMs)
  }

  // Threads, files and connections that are made when they are first needed stay, so they are made first.
  let [before, last] = [await load(warmUpMs), '']
  for (let rounds = 1; rounds < maxWarmUps && JSON.stringify(before) !== last; rounds += 1) {
    last = JSON.stringify(before)
    before = await load(warmUpMs)
  }
  ;[outcomes, quickFailures, quick] = [new Map(), [], 0]
  host.counts.clear()
  const after = await load(ms)
  return { outcomes, quick, quickFailures, before, after }
}
