import { setTimeout as pause } from 'node:timers/promises'
import type { HostileSuite } from '#testing/servers/hostile-suite.ts'
import type { KillableService } from './killable-service.ts'

/** The acknowledged writes, by kind of object. */
export type Acknowledged = { created: Set<number>; deleted: Set<number> }

export type Load = {
  reports: Acknowledged
  views: Acknowledged
  /** Responses by status. Requests without one count as `no response`, mostly while the service starts again. */
  statuses: Map<string, number>
  quickMs: number[]
  stop(): Promise<void>
}

type Options = {
  service: KillableService
  suite: HostileSuite
  quickUrls: string[]
  /** `attacker` analyses hostile pages, `colleague` quick ones. */
  keys: { attacker: string; colleague: string }
}

const [attackers, colleagues, editors, readers] = [12, 4, 4, 2]

/** Puts a service under load until it is stopped: hostile and quick pages, other writes, and reads. */
export function startLoad({ service, suite, quickUrls, keys }: Options): Load {
  const reports: Acknowledged = { created: new Set(), deleted: new Set() }
  const views: Acknowledged = { created: new Set(), deleted: new Set() }
  const statuses = new Map<string, number>()
  const quickMs: number[] = []
  const stopped = new AbortController()

  /** Returns undefined if the connection broke. */
  async function send(path: string, key: string, method = 'GET', form?: Record<string, string>) {
    let status = 'no response'
    try {
      const response = await fetch(service.origin + path, {
        method,
        headers: { authorization: `Bearer ${key}` },
        signal: stopped.signal,
        ...(form && { body: new URLSearchParams(form) }),
      })
      status = String(response.status)
      const body = (await response.json()) as { data?: { id?: number } }
      return { status: response.status, id: body.data?.id ?? 0 }
    } catch {
      return undefined
    } finally {
      if (!stopped.signal.aborted) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }

  async function repeat(work: (count: number) => Promise<{ status: number } | undefined>) {
    for (let count = 0; !stopped.signal.aborted; count += 1) {
      const outcome = await work(count)
      // Waits as a client does after a Retry-After header.
      if (outcome === undefined || outcome.status >= 500) await pause(100)
    }
  }

  const attack = (client: number) => {
    const urls = [...suite.urls, ...suite.endlessUrls]
    return repeat((count) =>
      send('/api/v1/reports', keys.attacker, 'POST', { url: urls[(count * attackers + client) % urls.length] ?? '' }),
    )
  }

  /** Creates an object and, unless it is kept, deletes it again. */
  async function create(
    { created, deleted }: Acknowledged,
    path: string,
    form: Record<string, string>,
    isKept: boolean,
  ) {
    const outcome = await send(path, keys.colleague, 'POST', form)
    if (outcome?.status !== 201) return outcome
    created.add(outcome.id)
    if (isKept) return outcome
    // Without a response it is open whether it was deleted.
    created.delete(outcome.id)
    const deletion = await send(`${path}/${outcome.id}`, keys.colleague, 'DELETE')
    if (deletion?.status === 200) deleted.add(outcome.id)
    return deletion
  }

  const analyseQuickPages = (client: number) =>
    repeat(async (count) => {
      const start = performance.now()
      const outcome = await create(reports, '/api/v1/reports', { url: quickUrls[client] ?? '' }, count % 5 > 0)
      if (outcome && outcome.status < 300) quickMs.push(performance.now() - start)
      return outcome
    })

  const edit = (client: number) =>
    repeat(async (count) => {
      const form = { name: `View ${client}.${count}`, list: 'reports', query: 'result=bad' }
      const outcome = await create(views, '/api/v1/views', form, count % 50 === 0)
      await pause(20)
      return outcome
    })

  const read = () =>
    repeat(async () => {
      const outcome = await send('/api/v1/reports?per_page=100', keys.colleague)
      await pause(20)
      return outcome
    })

  const clients = (amount: number, run: (client: number) => Promise<void>) =>
    Array.from({ length: amount }, (_, i) => run(i))
  const running = Promise.all([
    ...clients(attackers, attack),
    ...clients(colleagues, analyseQuickPages),
    ...clients(editors, edit),
    ...clients(readers, read),
  ])
  return {
    reports,
    views,
    statuses,
    quickMs,
    async stop() {
      stopped.abort()
      await running
    },
  }
}
