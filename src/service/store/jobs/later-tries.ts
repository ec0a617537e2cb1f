import type { Transaction } from 'kysely'
import { maxJobLabel } from '#contract/jobs/job.ts'
import { databaseTime } from '../engine.ts'
import type { Schema } from '../schema.ts'
import { createJob } from './jobs.ts'

/** More failed tries than any URL has, so that none follows. */
const noRetries = 100

/** Adds a job that tries pages of an ended crawl once more after a time in milliseconds. */
export async function tryOnceLater(
  tx: Transaction<Schema>,
  crawlId: number,
  urls: readonly string[],
  waitMs: number,
): Promise<void> {
  const crawl = await tx
    .selectFrom('jobs')
    .select(['url', 'author_id', 'author_name', 'render'])
    .where('id', '=', crawlId)
    .executeTakeFirstOrThrow()
  const id = await createJob(tx, {
    kind: 'urls',
    label: [...`Try again: ${new URL(crawl.url ?? '').host}`].slice(0, maxJobLabel).join(''),
    url: null,
    crawl: null,
    render: crawl.render,
    author_id: crawl.author_id,
    author_name: crawl.author_name,
    urls: urls.map((url, at) => ({ line: at + 1, url, host: new URL(url).host })),
  })
  await tx
    .updateTable('job_urls')
    .set({ run_after: new Date((await databaseTime(tx)) + waitMs).toISOString(), failures: noRetries })
    .where('job_id', '=', id)
    .execute()
}
