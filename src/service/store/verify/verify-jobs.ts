import { type Kysely, sql } from 'kysely'
import { isFinished, jobUrlStates } from '#contract/jobs/job.ts'
import { urlKey } from '#contract/url-key.ts'
import { type JobRecord, sourceLine } from '../jobs/jobs.ts'
import type { Schema } from '../schema.ts'

/** Yields a sentence for every job whose counters differ from its URLs, and for every wrong URL. */
export async function* faultsOfJobs(db: Kysely<Schema>): AsyncGenerator<string> {
  const counted = db
    .selectFrom('job_urls')
    .leftJoin('redirects as m', (on) =>
      on.onRef('m.job_id', '=', 'job_urls.job_id').onRef('m.line', '=', 'job_urls.line'),
    )
    .select('job_urls.job_id')
    .select(
      jobUrlStates.map((state) =>
        sql<number>`sum(case when state = ${state} and job_urls.line > ${sourceLine} then 1 else 0 end)`.as(state),
      ),
    )
    .select(
      sql<number>`sum(case when state in ('queued', 'running') and job_urls.line = ${sourceLine} then 1 else 0 end)`.as(
        'sources',
      ),
    )
    .select(sql<number>`sum(300 + 4 * length(url) + coalesce(600 + 4 * length(m.expected), 0))`.as('bytes'))
    .groupBy('job_urls.job_id')
    .as('c')
  const names = [...jobUrlStates, 'sources', 'bytes'] as const
  const jobs = await db
    .selectFrom('jobs as j')
    .leftJoin(counted, 'c.job_id', 'j.id')
    .select(['j.id', 'j.state', 'j.finished_at', 'j.outcome', 'j.urls_kept', 'j.not_indexable'])
    .select(
      names.flatMap((name) => [
        sql<number>`${sql.ref(`j.${name}`)}`.as(name),
        sql<number>`coalesce(${sql.ref(`c.${name}`)}, 0)`.as(`real_${name}`),
      ]),
    )
    .orderBy('j.id')
    .$castTo<
      Pick<JobRecord, 'id' | 'state' | 'finished_at' | 'outcome' | 'urls_kept' | 'not_indexable'> &
        Record<(typeof names)[number] | `real_${(typeof names)[number]}`, number>
    >()
    .execute()
  for (const job of jobs) {
    // Of URLs that are no longer kept, the numbers stay.
    for (const name of job.urls_kept === 1 ? names : []) {
      // Cancelled URLs are counted, and no longer stored.
      if (name === 'cancelled' && job.real_cancelled === 0) continue
      const [kept, real] = [job[name], job[`real_${name}`]]
      if (kept !== real) yield `Job ${job.id}: ${name} is ${kept}, expected ${real}.`
    }
    if (job.not_indexable > job.done)
      yield `Job ${job.id}: ${job.not_indexable} of its ${job.done} reports aren’t indexable.`
    if (job.outcome !== null && (job.state !== 'done' || job.real_bytes > 0))
      yield `Job ${job.id} is a run that started no job, but is ${job.state} or has URLs.`
    const hasFinished = isFinished(job)
    if (hasFinished !== (job.finished_at !== null))
      yield `Job ${job.id} is ${job.state}, but ${hasFinished ? 'has no' : 'has'} end.`
  }
  for await (const { job_id, line, url, url_key } of keysOfUrls(db))
    if (url_key !== urlKey(url)) yield `URL ${line} of job ${job_id} has the key of another URL.`
  const urls = db
    .selectFrom('job_urls as u')
    .innerJoin('jobs as j', 'j.id', 'u.job_id')
    .select(['u.job_id', 'u.line'])
    .orderBy('u.job_id')
    .orderBy('u.line')
  for (const { job_id, line } of await urls
    .where('u.line', '>', sourceLine)
    .where('j.kind', '<>', 'redirects')
    .where(sql<boolean>`(u.state = 'done') = (u.report_id is null)`)
    .execute())
    yield `URL ${line} of job ${job_id} is done without a report, or has a report without being done.`
  for (const { job_id, line } of await urls
    .leftJoin('redirects as m', (on) => on.onRef('m.job_id', '=', 'u.job_id').onRef('m.line', '=', 'u.line'))
    .where('j.kind', '=', 'redirects')
    .where(sql<boolean>`(m.line is null or (u.state = 'done') = (m.result is null))`)
    .execute())
    yield `Row ${line} of redirect map ${job_id} is done without a result, or has one without being done.`
}

/** Reads the URLs of one job after another: a job has at most 50,000. */
async function* keysOfUrls(db: Kysely<Schema>) {
  for (const { id } of await db.selectFrom('jobs').select('id').orderBy('id').execute()) {
    const urls = db.selectFrom('job_urls').select(['job_id', 'line', 'url', 'url_key']).where('job_id', '=', id)
    yield* await urls.orderBy('line').execute()
  }
}
