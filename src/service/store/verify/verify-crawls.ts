import { type Kysely, sql } from 'kysely'
import { linkTarget } from '../pages/link-targets.ts'
import { scoreOfPage } from '../pages/pages.ts'
import type { Schema } from '../schema.ts'

const batchSize = 2_000

/** Yields a sentence for every inconsistency of crawls, their URLs and the reports that wait for their end. */
export async function* faultsOfCrawls(db: Kysely<Schema>): AsyncGenerator<string> {
  const existing = db.selectFrom('websites').select('id').where('deleted_at', 'is', null)
  const waiting = await db
    .selectFrom('reports as r')
    .leftJoin('crawls as c', (on) => on.onRef('c.id', '=', 'r.pending_crawl_id').on('c.state', '=', 'running'))
    .leftJoin('job_urls as u', (on) =>
      on.onRef('u.job_id', '=', 'c.id').on('u.line', '=', 0).on('u.state', 'in', ['queued', 'running']),
    )
    .select('r.id')
    .where('r.pending_crawl_id', '>', 0)
    .where('r.website_id', 'in', existing)
    .where('u.line', 'is', null)
    .orderBy('r.id')
    .execute()
  for (const { id } of waiting) yield `Report ${id} waits for a crawl that doesn't run.`
  const early = await db
    .selectFrom('alert_queue as q')
    .innerJoin('reports as r', 'r.id', 'q.report_id')
    .select('r.id')
    .where('r.pending_crawl_id', '>', 0)
    .orderBy('r.id')
    .execute()
  for (const { id } of early) yield `Report ${id} is checked for alerts before its links.`
  const crawls = await db
    .selectFrom('crawls')
    .select(['id', 'state', 'figures', 'targets', 'finished_at'])
    .orderBy('id')
    .execute()
  for (const crawl of crawls) yield* faultsOfCrawl(db, crawl)
  for (const { id } of await wrongReports(db)) yield `Report ${id} doesn't match what its crawl lists.`
}

type CrawlRow = Pick<Schema['crawls'], 'id' | 'state' | 'figures' | 'finished_at'> & { targets: number }

async function* faultsOfCrawl(db: Kysely<Schema>, { id, state, figures, targets, finished_at }: CrawlRow) {
  if ((state === 'running') !== (finished_at === null))
    yield `Crawl ${id} is ${state}, but has ${finished_at === null ? 'no' : 'an'} end.`
  const count = db
    .selectFrom('crawl_urls')
    .select(sql<number>`count(*)`.as('urls'))
    .where('crawl_id', '=', id)
  // A URL that became a page stays counted.
  const { urls: others } = await count.where('kind', '<>', 'page').executeTakeFirstOrThrow()
  if (others > targets) yield `Crawl ${id}: ${others} URLs are no pages, expected at most ${targets}.`
  if (figures !== null) {
    const { urls: pages } = await count.where('kind', '=', 'page').executeTakeFirstOrThrow()
    const { urls } = JSON.parse(figures) as { urls: number }
    if (urls !== pages) yield `Crawl ${id}: the number of pages is ${urls}, expected ${pages}.`
  }
  for (let after = -1; ;) {
    const rows = await db
      .selectFrom('crawl_urls')
      .select(['target', 'url', 'checked'])
      .where('crawl_id', '=', id)
      .where('target', '>', after)
      .orderBy('target')
      .limit(batchSize)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    for (const { target, url, checked } of rows) {
      if (target !== linkTarget(db, url)) yield `Crawl ${id}: ${url} has the target of another URL.`
      if (state !== 'running' && checked === 0) yield `Crawl ${id}: ${url} wasn't checked.`
    }
    after = last.target
  }
}

/** Selects complete reports whose score isn't that of their crawl. Later rulesets change reports, and no crawl. */
const wrongReports = (db: Kysely<Schema>) =>
  db
    .selectFrom('crawl_urls as u')
    .innerJoin('crawls as c', 'c.id', 'u.crawl_id')
    .innerJoin('reports as r', 'r.id', 'u.report_id')
    .select('r.id')
    .where('c.state', '=', 'done')
    .whereRef('r.ruleset', '=', 'c.ruleset')
    .where('r.rescored_at', 'is', null)
    .where(
      sql<boolean>`(${scoreOfPage('r')} is distinct from u.score or (r.page_score is null and r.result is distinct from u.result)
        or r.status is distinct from u.status or r.indexability is distinct from u.indexability)`,
    )
    .orderBy('r.id')
    .execute()
