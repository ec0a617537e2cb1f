import { type Kysely, sql, type Transaction } from 'kysely'
import { isFinished, type JobState, type JobUrlState, openJobStates } from '#contract/jobs/job.ts'
import { databaseTime } from '../engine.ts'
import type { Schema } from '../schema.ts'
import { isSource } from './jobs.ts'
import { openJobCondition } from './room.ts'

/** Changes of a job's counters. `sources` counts its open sources: 1, or 0 once it was read. */
export type CountChange = Partial<Record<(typeof names)[number], number>> & { isStarted?: boolean }

const names = ['queued', 'running', 'done', 'failed', 'cancelled', 'not_indexable', 'sources', 'bytes'] as const

/** Adds up the changes of a transaction, which writes each job once. */
export class CountChanges {
  readonly #changes = new Map<number, CountChange>()

  add(url: { job_id: number; line: number }, from: JobUrlState | null, to: JobUrlState): void {
    const change = this.#changes.get(url.job_id) ?? {}
    this.#changes.set(url.job_id, change)
    if (isSource(url)) {
      const openIn = (state: JobUrlState | null) => (state === 'queued' || state === 'running' ? 1 : 0)
      change.sources = (change.sources ?? 0) + openIn(to) - openIn(from)
      change.isStarted = to === 'running'
      return
    }
    if (from) change[from] = (change[from] ?? 0) - 1
    change[to] = (change[to] ?? 0) + 1
  }

  /** Counts the bytes of URLs that were added to a job. Negative for deleted ones. */
  addBytes(jobId: number, bytes: number): void {
    const change = this.#changes.get(jobId) ?? {}
    this.#changes.set(jobId, change)
    change.bytes = (change.bytes ?? 0) + bytes
  }

  /** Counts a report of a page that isn't indexable. */
  addNotIndexable(jobId: number): void {
    const change = this.#changes.get(jobId) ?? {}
    this.#changes.set(jobId, change)
    change.not_indexable = (change.not_indexable ?? 0) + 1
  }

  /**
   * Writes the counters, last in a transaction: their rows are locked in the order of IDs, after those of URLs. A job
   * without open URLs is finished.
   */
  async store(tx: Transaction<Schema>, now: string): Promise<void> {
    for (const [jobId, change] of [...this.#changes].toSorted(([a], [b]) => a - b))
      await changeCountsOfJob(tx, jobId, change, now)
  }
}

async function changeCountsOfJob(tx: Transaction<Schema>, id: number, change: CountChange, now: string): Promise<void> {
  const changed = names.filter((name) => (change[name] ?? 0) !== 0)
  const job = await tx
    .updateTable('jobs')
    .set({
      ...Object.fromEntries(changed.map((name) => [name, sql`${sql.ref(name)} + ${change[name]}`])),
      updated_at: now,
    })
    .where('id', '=', id)
    .returning(['state', 'kind', 'error', ...names])
    .executeTakeFirst()
  if (!job || job.state === 'cancelled') return
  const state = stateOf(job, change.isStarted ?? false)
  if (state === job.state) return
  await tx
    .updateTable('jobs')
    .set({ state, ...endOf(job.state, state, now) })
    .where('id', '=', id)
    .execute()
}

/** Returns the columns that change when a job finishes, or runs again after it had finished. */
function endOf(before: JobState, after: JobState, now: string) {
  if (isFinished({ state: after })) return { finished_at: now }
  return isFinished({ state: before }) ? { finished_at: null, error: null } : {}
}

type Counted = Record<(typeof names)[number], number> & { state: JobState; error: string | null }

/** Returns the state that follows from the counters. A finished job with open URLs runs again. */
function stateOf({ state, queued, running, done, failed, sources, error }: Counted, isStarted: boolean): JobState {
  if (queued + running + sources === 0) return done === 0 && (failed > 0 || error !== null) ? 'failed' : 'done'
  const hasStarted = isStarted || running + done + failed > 0
  return state === 'paused' || (state === 'queued' && !hasStarted) ? state : 'running'
}

/** The waiting and running work of all processes. `ageSeconds` is that of the oldest job with a URL to analyse. */
export async function jobFigures(db: Kysely<Schema>) {
  const rows = await db
    .selectFrom('jobs')
    .select(['state', sql<number>`count(*)`.as('jobs')])
    .select([sql<number>`sum(queued)`.as('queued'), sql<number>`sum(running)`.as('running')])
    .select(sql<string | null>`min(case when queued > 0 then created_at end)`.as('oldest'))
    .where(openJobCondition)
    .groupBy('state')
    .execute()
  const { alerts } = await db
    .selectFrom('alerts')
    .select(sql<number>`count(*)`.as('alerts'))
    .where(sql<boolean>`(mail = 'pending' or webhook = 'pending')`)
    .executeTakeFirstOrThrow()
  const oldest = rows.flatMap(({ state, oldest: at }) => (state === 'paused' || at === null ? [] : [Date.parse(at)]))
  const sum = (name: 'queued' | 'running') => rows.reduce((total, row) => total + Number(row[name]), 0)
  return {
    jobs: Object.fromEntries(openJobStates.map((state) => [state, rows.find((row) => row.state === state)?.jobs ?? 0])),
    urls: { queued: sum('queued'), running: sum('running') },
    ageSeconds: oldest.length === 0 ? 0 : Math.max(0, ((await databaseTime(db)) - Math.min(...oldest)) / 1000),
    alerts,
  }
}
