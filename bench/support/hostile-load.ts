import { setTimeout as pause } from 'node:timers/promises'
import type { HostileSuite } from '#testing/servers/hostile-suite.ts'
import type { KillableService } from './killable-service.ts'

/** The acknowledged writes, by kind of object. */
export type Acknowledged = { created: Set<number>; deleted: Set<number> }

type Options = {
  service: KillableService
  suite: HostileSuite
  quickUrls: string[]
  /** `attacker` analyses hostile pages, `colleague` quick ones. */
  keys: { attacker: string; colleague: string }
}

const [attackers, colleagues, editors, readers] = [12, 4, 4, 2]

/** Puts a service under load until it is stopped: hostile and quick pages, other writes, and reads. */
export class Load {
  readonly reports: Acknowledged = { created: new Set(), deleted: new Set() }
  readonly views: Acknowledged = { created: new Set(), deleted: new Set() }
  /** Responses by status. Requests without one count as `no response`, mostly while the service starts again. */
  readonly statuses = new Map<string, number>()
  readonly quickMs: number[] = []
  readonly #options: Options
  readonly #stopped = new AbortController()
  readonly #running: Promise<unknown>

  constructor(options: Options) {
    this.#options = options
    const clients = (amount: number, run: (client: number) => Promise<void>) =>
      Array.from({ length: amount }, (_, client) => run(client))
    this.#running = Promise.all([
      ...clients(attackers, (client) => this.#attack(client)),
      ...clients(colleagues, (client) => this.#analyseQuickPages(client)),
      ...clients(editors, (client) => this.#edit(client)),
      ...clients(readers, () => this.#read()),
    ])
  }

  async stop() {
    this.#stopped.abort()
    await this.#running
  }

  #attack(client: number) {
    const { suite, keys } = this.#options
    const urls = [...suite.urls, ...suite.endlessUrls]
    return this.#repeat((count) => {
      const url = urls[(count * attackers + client) % urls.length] ?? ''
      return this.#send('/api/v1/reports', keys.attacker, 'POST', { url })
    })
  }

  #analyseQuickPages(client: number) {
    const url = this.#options.quickUrls[client] ?? ''
    return this.#repeat(async (count) => {
      const start = performance.now()
      const outcome = await this.#create(this.reports, '/api/v1/reports', { url }, count % 5 > 0)
      if (outcome && outcome.status < 300) this.quickMs.push(performance.now() - start)
      return outcome
    })
  }

  #edit(client: number) {
    return this.#repeat(async (count) => {
      const form = { name: `View ${client}.${count}`, list: 'reports', query: 'result=bad' }
      const outcome = await this.#create(this.views, '/api/v1/views', form, count % 50 === 0)
      await pause(20)
      return outcome
    })
  }

  #read() {
    return this.#repeat(async () => {
      const outcome = await this.#send('/api/v1/reports?per_page=100', this.#options.keys.colleague)
      await pause(20)
      return outcome
    })
  }

  async #repeat(work: (count: number) => Promise<{ status: number } | undefined>) {
    for (let count = 0; !this.#stopped.signal.aborted; count += 1) {
      const outcome = await work(count)
      // Waits as a client does after a Retry-After header.
      if (outcome === undefined || outcome.status >= 500) await pause(100)
    }
  }

  /** Creates an object and, unless it is kept, deletes it again. */
  async #create({ created, deleted }: Acknowledged, path: string, form: Record<string, string>, isKept: boolean) {
    const { colleague } = this.#options.keys
    const outcome = await this.#send(path, colleague, 'POST', form)
    if (outcome?.status !== 201) return outcome
    created.add(outcome.id)
    if (isKept) return outcome
    // Without a response it is open whether it was deleted.
    created.delete(outcome.id)
    const deletion = await this.#send(`${path}/${outcome.id}`, colleague, 'DELETE')
    if (deletion?.status === 200) deleted.add(outcome.id)
    return deletion
  }

  /** Returns undefined if the connection broke. */
  async #send(path: string, key: string, method = 'GET', form?: Record<string, string>) {
    const { signal } = this.#stopped
    let status = 'no response'
    try {
      const response = await fetch(this.#options.service.origin + path, {
        method,
        headers: { authorization: `Bearer ${key}` },
        signal,
        ...(form && { body: new URLSearchParams(form) }),
      })
      status = String(response.status)
      const body = (await response.json()) as { data?: { id?: number } }
      return { status: response.status, id: body.data?.id ?? 0 }
    } catch {
      return undefined
    } finally {
      if (!signal.aborted) this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    }
  }
}
