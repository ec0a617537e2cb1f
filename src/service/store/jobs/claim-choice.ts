import type { JobKind, JobState } from '#contract/jobs/job.ts'
import { canWork, isLastStep } from './jobs.ts'

/** Safety limit: the URLs that can't be claimed now and are skipped, before no more are claimed. */
export const maxSkips = 2_000
/** The number of skips after which a key's URLs are searched by host. That skips a busy host of all jobs. */
const maxSkipsByAge = 100
/**
 * A job with a limited speed can catch up on this much time in milliseconds. Processes look for due URLs once a second,
 * so without it a speed of several pages a second would never be reached.
 */
const catchUpMs = 1_000

/** A queued URL, with what decides whether it can be claimed now. */
export type QueuedUrl = {
  job_id: number
  line: number
  author_id: string
  url: string
  host: string
  /** The number of processes that were killed while they worked on it. */
  kills: number
  /** The time of its next try. The last step of a crawl waits for pages instead. */
  run_after: string
  kind: JobKind
  job_state: JobState
  /** The number of pages of its job that wait or run. */
  open_pages: number
  /** The time at which a job with a limited speed is due again. */
  next_claim_at: string
}

export type ClaimLimits = {
  /** The most URLs to claim. */
  limit: number
  /** The number of URLs of a host that can run at once, over all processes. */
  maxOfHost(url: string): number
  /** Called for each URL: false if the key has its share of what can run at once. */
  mayHaveMore?(keyId: string): boolean
}

/** Where to look for a key's next URL: after a host of a job, sorted by the age of jobs or by host. */
export type Search = { author_id: string; order: 'age' | 'host'; job_id: number; host: string; skips: number }

/** Keys take turns to have a URL claimed. */
export type Turns = {
  now: string
  /** One search for each key that can have more. The first one has the turn. */
  searches: readonly Search[]
  /** The number of running URLs of each host, over all processes. */
  runningOfHost: ReadonlyMap<string, number>
  /** True if a URL runs that also ran while a process was killed. It might be the cause, so one runs at a time. */
  isRiskTaken: boolean
  claimed: number
  skipped: number
}

/**
 * Returns the turns before the first claim.
 * @param keys those with queued URLs, in ascending order
 * @param afterKey the key that was served last: the next one has the first turn
 */
export const firstTurns = (
  keys: readonly string[],
  afterKey: string,
  state: Pick<Turns, 'now' | 'runningOfHost' | 'isRiskTaken'>,
): Turns => ({
  ...state,
  searches: [...keys.filter((key) => key > afterKey), ...keys.filter((key) => key <= afterKey)].map(startOfSearch),
  claimed: 0,
  skipped: 0,
})

// Job IDs start at 1, and hosts are not empty.
const startOfSearch = (author_id: string): Search => ({ author_id, order: 'age', job_id: 0, host: '', skips: 0 })

/** Returns where to look for the next URL; undefined if no more can be claimed. */
export const nextSearch = ({ searches, claimed, skipped }: Turns, { limit }: Pick<ClaimLimits, 'limit'>) =>
  claimed < limit && skipped < maxSkips ? searches[0] : undefined

/**
 * Decides about the URL that the search of {@link nextSearch} found, or that it found none. Returns the turns after it,
 * and the URL if it is claimed.
 */
export function decide<Url extends QueuedUrl>(
  turns: Turns,
  found: Url | undefined,
  limits: ClaimLimits,
): { next: Turns; claimed?: Url } {
  const [search, ...others] = turns.searches
  // A key without a URL has no more turns.
  if (!search || !found) return { next: { ...turns, searches: others } }
  const ofHost = turns.runningOfHost.get(found.host) ?? 0
  const isHostBusy = ofHost >= limits.maxOfHost(found.url)
  const isJobWaiting = !canWork({ ...found, state: found.job_state }) || found.next_claim_at > turns.now
  if (isHostBusy || isJobWaiting || isUrlWaiting(found, turns)) {
    const searches = [afterUrl(search, found, { isHostBusy, isJobWaiting }), ...others]
    return { next: { ...turns, searches, skipped: turns.skipped + 1 } }
  }
  if (limits.mayHaveMore?.(found.author_id) === false) return { next: { ...turns, searches: others } }
  const next = {
    ...turns,
    // The next turn of the key starts with the same job.
    searches: [...others, search],
    runningOfHost: new Map([...turns.runningOfHost, [found.host, ofHost + 1]]),
    isRiskTaken: turns.isRiskTaken || found.kills > 0,
    claimed: turns.claimed + 1,
  }
  return { next, claimed: found }
}

function isUrlWaiting(url: QueuedUrl, { now, isRiskTaken }: Turns) {
  if (url.kills > 0 && isRiskTaken) return true
  return isLastStep(url) ? url.open_pages > 0 : url.run_after > now
}

/** Continues a search behind a URL that can't be claimed now, and those that can't for the same reason. */
function afterUrl(
  search: Search,
  { host, job_id }: QueuedUrl,
  { isHostBusy, isJobWaiting }: { isHostBusy: boolean; isJobWaiting: boolean },
): Search {
  const skips = search.skips + 1
  if (search.order === 'host') return { ...search, skips, host, job_id: isHostBusy ? afterAllJobs : job_id }
  if (skips >= maxSkipsByAge) return { ...startOfSearch(search.author_id), order: 'host', skips }
  return isJobWaiting ? { ...search, skips, job_id: job_id + 1, host: '' } : { ...search, skips, job_id, host }
}

/** Higher than any ID of a job: a search continues with the next host. */
const afterAllJobs = Number.MAX_SAFE_INTEGER

/** Returns the time at which a job with a limited speed is due again, after one of its pages was claimed. */
export function dueAgainAt(job: { next_claim_at: string; pace_ms: number }, time: number): string {
  const due = Math.max(Date.parse(job.next_claim_at) || 0, time - catchUpMs)
  return new Date(due + job.pace_ms).toISOString()
}
