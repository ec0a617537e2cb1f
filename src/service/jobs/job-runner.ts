import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { currentWork, type Work } from '#service/current-work.ts'
import { createCounts } from '#service/fetcher/requests/places.ts'
import type { Store } from '#service/store/database.ts'
import { type Claim, claimKey, claimUrls, leaseMs, renewLeases } from '#service/store/jobs/claims.ts'
import { finishCommands } from '#service/store/jobs/commands.ts'
import { hasQueuedUrls, isSource } from '#service/store/jobs/jobs.ts'
import { blame, excuse, excuseAll, reclaim, releaseAll } from '#service/store/jobs/kills.ts'
import { type RoomForJobs, unlimitedRoom } from '#service/store/jobs/room.ts'
import type { AnalysesOfJobs } from './analysis-queue.ts'
import { createJobWork, type JobWorkOptions } from './job-work.ts'

export type JobRunner = {
  /** Begins to claim URLs. On SQLite, also those that another process had: call it once this is the only one. */
  start(): void
  /** Looks for URLs at once instead of within a second. */
  wake(): void
  /**
   * Counts a kill for the work that threw an error that nothing caught, or for all that runs if nobody knows whose it
   * was. Called before {@link JobRunner.stopAccepting}.
   */
  blame(work: Work | undefined): void
  /** Starts nothing more. */
  stopAccepting(): void
  /** Aborts everything and gives it back, so that another process can go on at once. */
  close(): Promise<void>
}

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

/** Works on the URLs of jobs while the analyses that people wait for leave room. */
export function createJobRunner({ store, room = unlimitedRoom, ...options }: JobRunnerOptions): JobRunner {
  const { analyses, onError } = options
  const { db, engine } = store
  const owner = randomUUID()
  const stop = new AbortController()
  const work = createJobWork({ ...options, db, owner })
  /** The URLs in work by the key of their claim, until the work has ended. */
  const running = new Map<string, { claim: Claim; abort: AbortController; done: Promise<void> }>()
  /** The sitemaps and ends of crawls in work, by API key. They take no place of an analysis. */
  const sources = createCounts()
  let lastKey = ''
  let blamed: Claim[] = []
  let wakeUp = () => {}

  const wake = () => wakeUp()

  function start(claim: Claim) {
    const key = claimKey(claim)
    const abort = new AbortController()
    if (isSource(claim)) sources.add(claim.key_id, 1)
    const done = currentWork
      .run({ claim: key }, () => work(claim, abort.signal))
      .catch((error: unknown) => onError(error, `job ${claim.job_id} failed at ${claim.url}`))
      .finally(() => {
        running.delete(key)
        if (isSource(claim)) sources.add(claim.key_id, -1)
        wake()
      })
    running.set(key, { claim, abort, done })
  }

  async function startNext() {
    const limit = analyses.room()
    // Each URL adds a report, so all wait until there is space.
    if (limit === 0 || room.isDiskFull() || !(await hasQueuedUrls(db))) return
    const claims = await claimUrls(db, {
      owner,
      limit,
      afterKey: lastKey,
      maxOfHost: analyses.roomOfHost,
      mayHaveMore: analyses.shareRoom(sources.of),
      quota: room.quota,
    })
    lastKey = claims.at(-1)?.key_id ?? lastKey
    for (const claim of claims) start(claim)
  }

  /** Not a poller: it goes on while URLs are in work, and pauses after each wake-up to claim more of them at once. */
  async function loop() {
    while (!stop.signal.aborted) {
      const woken = new Promise<void>((resolve) => (wakeUp = resolve))
      await startNext().catch((error: unknown) => onError(error, 'no URLs could be claimed'))
      const timer = new AbortController()
      await Promise.race([woken, pause(pollMs, undefined, { signal: timer.signal, ref: false }).catch(() => {})])
      timer.abort()
      await pause(gatherMs, undefined, { ref: false })
    }
  }

  /** Extends the leases of running URLs, aborts those that were taken away, and takes over from dead processes. */
  async function maintain(isAlone: boolean) {
    if (running.size > 0) {
      const kept = await renewLeases(db, owner)
      const lost = [...running].flatMap(([key, one]) => (kept.has(key) || one.abort.signal.aborted ? [] : [one]))
      for (const { abort } of lost) abort.abort()
      await excuse(
        db,
        lost.map(({ claim }) => claim),
      )
    }
    await finishCommands(db)
    while ((await reclaim(db, owner, isAlone)) > 0) wake()
  }

  let maintaining = Promise.resolve()
  const maintainNow = (isAlone: boolean) => {
    maintaining = maintaining
      .then(() => (stop.signal.aborted ? undefined : maintain(isAlone)))
      .catch((error: unknown) => onError(error, "leases couldn't be renewed"))
  }
  let interval: NodeJS.Timeout | undefined
  let looping = Promise.resolve()

  let excusing: Promise<boolean> | undefined
  function stopAccepting() {
    stop.abort()
    wake()
    excusing ??= looping
      // It would excuse a lease that has passed to nobody.
      .then(() => maintaining)
      .then(() => blame(db, blamed))
      .then(() => excuseAll(db, owner))
      .then(
        () => true,
        () => false,
      )
    return excusing
  }

  return {
    start() {
      // A SQLite file has one running service, so at its start no other process has a lease.
      maintainNow(engine === 'sqlite')
      interval = setInterval(() => maintainNow(false), renewMs).unref()
      looping = maintaining.then(loop)
    },
    wake,
    blame(thrower) {
      if (thrower && !('claim' in thrower)) return
      const known = thrower && running.get(thrower.claim)
      blamed = (known ? [known] : [...running.values()]).map(({ claim }) => claim)
    },
    stopAccepting: () => void stopAccepting(),
    async close() {
      const isExcused = await stopAccepting()
      clearInterval(interval)
      await maintaining
      for (const { abort } of running.values()) abort.abort()
      const done = Promise.all([...running.values()].map((one) => one.done))
      await Promise.race([done, pause(abortMs, undefined, { ref: false })])
      await releaseAll(db, owner, isExcused).catch((error: unknown) => onError(error, "URLs couldn't be given back"))
      await done
    },
  }
}
