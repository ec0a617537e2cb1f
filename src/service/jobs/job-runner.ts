import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { currentWork, type Work } from '#service/current-work.ts'
import { createCounts } from '#service/fetcher/requests/places.ts'
import type { Store } from '#service/store/database.ts'
import { type Claim, claimKey, claimUrls, leaseMs, renewLeases } from '#service/store/jobs/claims.ts'
import { finishCommands } from '#service/store/jobs/commands.ts'
import { hasQueuedUrls, isSource } from '#service/store/jobs/jobs.ts'
import { countKills, reclaim, releaseAll, uncountKills, uncountKillsOf } from '#service/store/jobs/kills.ts'
import { type RoomForJobs, unlimitedRoom } from '#service/store/jobs/room.ts'
import type { AnalysesOfJobs } from './analyses-of-jobs.ts'
import { JobWork, type JobWorkOptions } from './job-work.ts'

export type JobRunnerOptions = Omit<JobWorkOptions, 'db' | 'owner'> & {
  store: Pick<Store, 'db' | 'engine'>
  room?: RoomForJobs
  analyses: AnalysesOfJobs
}

/** The interval for finding URLs that another process added, or that are due for another try. */
const pollMs = 1_000
const renewMs = leaseMs / 3
/** The time that aborted work has to end before its URL is given back anyway. */
const abortMs = 1_000
/** Analyses often end together. After the first one, URLs are claimed for all of them, with one write to the disk. */
const gatherMs = 25

type RunningUrl = { claim: Claim; abort: AbortController; done: Promise<void> }

/** Works on the URLs of jobs while the analyses that people wait for leave room. */
export class JobRunner {
  readonly #options: JobRunnerOptions
  readonly #db: Store['db']
  readonly #owner = randomUUID()
  readonly #work: JobWork
  readonly #stop = new AbortController()
  /** The URLs in work by the key of their claim, until the work has ended. */
  readonly #running = new Map<string, RunningUrl>()
  /** The sitemaps and ends of crawls in work, by API key. They take no place of an analysis. */
  readonly #sources = createCounts()
  #lastKey = ''
  #thrown: Claim[] = []
  #wakeUp = () => {}
  #interval: NodeJS.Timeout | undefined
  #looping = Promise.resolve()
  #maintaining = Promise.resolve()
  #settling: Promise<boolean> | undefined

  constructor(options: JobRunnerOptions) {
    this.#options = options
    this.#db = options.store.db
    this.#work = new JobWork({ ...options, db: this.#db, owner: this.#owner })
  }

  /** Begins to claim URLs. On SQLite, also those that another process had: call it once this is the only one. */
  start(): void {
    // A SQLite file has one running service, so at its start no other process has a lease.
    this.#maintainNow(this.#options.store.engine === 'sqlite')
    this.#interval = setInterval(() => this.#maintainNow(false), renewMs).unref()
    this.#looping = this.#maintaining.then(() => this.#loop())
  }

  /** Looks for URLs at once instead of within a second. */
  wake(): void {
    this.#wakeUp()
  }

  /**
   * Counts a kill for the work that threw an error that nothing caught, or for all that runs if nobody knows whose it
   * was. Called before {@link JobRunner.stopAccepting}.
   */
  countKill(thrower: Work | undefined): void {
    if (thrower && !('claim' in thrower)) return
    const known = thrower && this.#running.get(thrower.claim)
    this.#thrown = (known ? [known] : [...this.#running.values()]).map(({ claim }) => claim)
  }

  /** Starts nothing more. */
  stopAccepting(): void {
    this.#stop.abort()
    this.wake()
    this.#settling ??= this.#settleKills()
  }

  /** Aborts everything and gives it back, so that another process can go on at once. */
  async close(): Promise<void> {
    this.stopAccepting()
    const isSettled = await this.#settling
    clearInterval(this.#interval)
    await this.#maintaining
    for (const { abort } of this.#running.values()) abort.abort()
    const done = Promise.all([...this.#running.values()].map((url) => url.done))
    await Promise.race([done, pause(abortMs, undefined, { ref: false })])
    await releaseAll(this.#db, this.#owner, isSettled).catch(this.#report("URLs couldn't be given back"))
    await done
  }

  /** Not a poller: it goes on while URLs are in work, and pauses after each wake-up to claim more of them at once. */
  async #loop() {
    while (!this.#stop.signal.aborted) {
      const woken = new Promise<void>((resolve) => (this.#wakeUp = resolve))
      await this.#startNext().catch(this.#report('no URLs could be claimed'))
      const timer = new AbortController()
      await Promise.race([woken, pause(pollMs, undefined, { signal: timer.signal, ref: false }).catch(() => {})])
      timer.abort()
      await pause(gatherMs, undefined, { ref: false })
    }
  }

  async #startNext() {
    const { analyses, room = unlimitedRoom } = this.#options
    const limit = analyses.room()
    // Each URL adds a report, so all wait until there is space.
    if (limit === 0 || room.isDiskFull() || !(await hasQueuedUrls(this.#db))) return
    const claims = await claimUrls(this.#db, {
      owner: this.#owner,
      limit,
      afterKey: this.#lastKey,
      maxOfHost: analyses.roomOfHost,
      mayHaveMore: analyses.shareRoom(this.#sources.of),
      quota: room.quota,
    })
    this.#lastKey = claims.at(-1)?.author_id ?? this.#lastKey
    for (const claim of claims) this.#startWork(claim)
  }

  #startWork(claim: Claim) {
    const key = claimKey(claim)
    const abort = new AbortController()
    if (isSource(claim)) this.#sources.add(claim.author_id, 1)
    const done = currentWork
      .run({ claim: key }, () => this.#work.run(claim, abort.signal))
      .catch(this.#report(`job ${claim.job_id} failed at ${claim.url}`))
      .finally(() => {
        this.#running.delete(key)
        if (isSource(claim)) this.#sources.add(claim.author_id, -1)
        this.wake()
      })
    this.#running.set(key, { claim, abort, done })
  }

  #maintainNow(isAlone: boolean) {
    this.#maintaining = this.#maintaining
      .then(() => (this.#stop.signal.aborted ? undefined : this.#maintain(isAlone)))
      .catch(this.#report("leases couldn't be renewed"))
  }

  /** Extends the leases of running URLs, aborts those that were taken away, and takes over from dead processes. */
  async #maintain(isAlone: boolean) {
    if (this.#running.size > 0) {
      const kept = await renewLeases(this.#db, this.#owner)
      const lost = [...this.#running].flatMap(([key, one]) => (kept.has(key) || one.abort.signal.aborted ? [] : [one]))
      for (const { abort } of lost) abort.abort()
      const claims = lost.map(({ claim }) => claim)
      await uncountKills(this.#db, claims)
    }
    await finishCommands(this.#db)
    while ((await reclaim(this.#db, this.#owner, isAlone)) > 0) this.wake()
  }

  /** Counts kills only for the URLs whose work threw. Returns false if the database can't be written. */
  async #settleKills(): Promise<boolean> {
    try {
      await this.#looping
      // It would take a kill from a lease that has passed to nobody.
      await this.#maintaining
      await countKills(this.#db, this.#thrown)
      await uncountKillsOf(this.#db, this.#owner)
      return true
    } catch {
      return false
    }
  }

  #report(message: string) {
    return (error: unknown) => this.#options.onError(error, message)
  }
}
