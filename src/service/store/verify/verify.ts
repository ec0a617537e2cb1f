import { type Kysely, sql } from 'kysely'
import { namesOf } from '#contract/lists/query-params.ts'
import { type Rating, ratingOf, ratings, ratingTable } from '#contract/reports/rating.ts'
import { urlKey } from '#contract/url-key.ts'
import { engineOf } from '../engine.ts'
import { searchTextOfDomain, searchTextOfTitle, searchTextOfUrl } from '../lists/search-text.ts'
import { restorableReports } from '../reports/deleted-reports.ts'
import { readPayload, type ReportPayload } from '../reports/report-payloads.ts'
import type { Schema } from '../schema.ts'
import { counterColumns } from '../websites/website-counters.ts'
import { faultsOfCrawls } from './verify-crawls.ts'
import { faultsOfJobs } from './verify-jobs.ts'
import { faultsOfPages, storedPages, wrongAnswer, wrongColumns, wrongIssues } from './verify-pages.ts'

const batchSize = 2000

/** Returns a sentence for every inconsistency in the stored data. */
export async function findFaults(db: Kysely<Schema>): Promise<string[]> {
  const found: string[] = []
  for await (const fault of faults(db)) found.push(fault)
  return found
}

async function* faults(db: Kysely<Schema>): AsyncGenerator<string> {
  if (engineOf(db) === 'sqlite') yield* faultsOfFile(db)
  yield* wrongCounters(db)
  yield* wrongWebsites(db)
  yield* wrongReports(db)
  yield* wrongLatest(db)
  yield* faultsOfPages(db)
  yield* orphans(db)
  yield* faultsOfJobs(db)
  yield* faultsOfCrawls(db)
}

async function* faultsOfFile(db: Kysely<Schema>) {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  for (const { integrity_check: found } of rows) if (found !== 'ok') yield `The file is damaged: ${found}.`
  for (const [name, of] of searchIndexes) {
    const index = sql.table(name)
    // Fails if the index differs from the indexed rows.
    const check = sql`insert into ${index} (${index}, rank) values ('integrity-check', 1)`.execute(db)
    const failed = await check.then(
      () => false,
      () => true,
    )
    if (failed) yield `The search index of ${of} doesn't match the rows.`
  }
}

const searchIndexes = [
  ['reports_search', 'reports'],
  ['reports_titles', 'titles'],
  ['websites_search', 'websites'],
] as const

/** Skips deleted websites, whose rows are purged in batches. */
async function* wrongCounters(db: Kysely<Schema>) {
  const counted = db
    .selectFrom('reports')
    .select(['website_id', sql<number>`count(*)`.as('reports_count'), sql<number>`sum(score)`.as('score_sum')])
    .select([
      sql<number>`sum(latest)`.as('pages_count'),
      sql<number>`sum(case when ${isCountedReport} then 1 else 0 end)`.as('counted_pages'),
      sql<number>`sum(case when ${isCountedReport} then shown_score else 0 end)`.as('counted_score_sum'),
      ...namesOf(counterColumns.states).map((state) =>
        sql<number>`sum(case when page_indexability = ${state} then 1 else 0 end)`.as(`pages_${state}`),
      ),
    ])
    .select(
      ratings.flatMap((rating) => [
        sql<number>`sum(case when result = ${rating} then 1 else 0 end)`.as(rating),
        sql<number>`sum(case when ${isRated(rating)} then 1 else 0 end)`.as(`pages_${rating}`),
        sql<number>`sum(case when ${isRated(rating)} and ${isCountedReport} then 1 else 0 end)`.as(`counted_${rating}`),
      ]),
    )
    .groupBy('website_id')
    .as('counted')
  const websites = await db
    .selectFrom('websites as w')
    .leftJoin(counted, 'counted.website_id', 'w.id')
    .select(['w.id', 'w.domain'])
    .select(
      counters.flatMap((name) => [
        sql<number>`${sql.ref(`w.${name}`)}`.as(name),
        sql<number>`coalesce(${sql.ref(`counted.${name}`)}, 0)`.as(`real_${name}`),
      ]),
    )
    .where('w.deleted_at', 'is', null)
    .orderBy('w.id')
    .$castTo<Record<string, number> & { domain: string }>()
    .execute()
  for (const website of websites) {
    for (const name of counters) {
      const [kept, real] = [website[name], website[`real_${name}`]]
      if (kept !== real) yield `Website ${website['id']} (${website.domain}): ${name} is ${kept}, expected ${real}.`
    }
  }
}

const isCountedReport = sql`page_indexability = ${sql.lit('indexable')}`
const isRated = (rating: Rating) =>
  sql`shown_score between ${sql.lit(ratingTable[rating].from)} and ${sql.lit(ratingTable[rating].to)}`
const counters: string[] = Object.values(counterColumns).flatMap((columns) => Object.values(columns))

async function* wrongWebsites(db: Kysely<Schema>) {
  const websites = await db
    .selectFrom('websites')
    .select(['id', 'domain', 'search_text', 'privacy', 'password_hash'])
    .orderBy('id')
    .execute()
  for (const { id, domain, search_text, privacy, password_hash } of websites) {
    if (search_text !== searchTextOfDomain(domain)) yield `Website ${id}: the search text doesn't match the domain.`
    if ((privacy === 2) !== (password_hash !== null))
      yield `Website ${id} has privacy ${privacy} ${password_hash === null ? 'without' : 'with'} a password.`
  }
}

async function* wrongReports(db: Kysely<Schema>) {
  for (let after = 0; ;) {
    const reports = await db
      .selectFrom('reports as r')
      .leftJoin('report_payloads as p', 'p.report_id', 'r.id')
      .select([
        'r.id',
        'r.url',
        'r.search_text',
        'r.title',
        'r.title_text',
        'r.score',
        'r.result',
        'p.evaluation',
        'p.facts',
      ])
      .leftJoin('pages as g', 'g.id', 'r.page_id')
      .select(['r.latest', 'r.page_id', 'r.ruleset', 'r.status', 'r.redirects_to', 'r.redirect_statuses', 'g.url_key'])
      .select(['r.indexability', 'r.main_issue', 'r.indexing_code', 'r.indexed_url', 'r.page_score', 'r.later_at'])
      .where('r.id', '>', after)
      .orderBy('r.id')
      .limit(batchSize)
      .execute()
    const pages = reports.flatMap(({ page_id, latest }) => (latest === 1 ? [page_id] : []))
    const issues = await issuesOf(db, pages)
    const stored = await storedPages(db, pages)
    for (const { id, url, title, score, result, latest, page_id, evaluation, facts, ...report } of reports) {
      if (report.url_key !== null && report.url_key !== urlKey(url))
        yield `Report ${id} belongs to the page of another URL.`
      if (report.search_text !== searchTextOfUrl(url)) yield `Report ${id}: the search text doesn't match the URL.`
      if (report.title_text !== searchTextOfTitle(title)) yield `Report ${id}: the search text doesn't match the title.`
      if (result !== ratingOf(score)) yield `Report ${id}: the rating is ${result} with a score of ${score}.`
      if (!evaluation || !facts) yield `Report ${id} has no payload.`
      else {
        const payload = readIfPossible(evaluation, facts)
        if (!payload) yield `Report ${id} has an unreadable payload.`
        else {
          yield* wrongAnswer({ id, ...report }, payload)
          // What a crawl found since replaces the issues of the report.
          if (latest === 1 && report.later_at === null) {
            yield* wrongIssues(page_id, issues.get(page_id) ?? [], payload.evaluation, report)
            yield* wrongColumns(db, stored.get(page_id), payload)
          }
        }
      }
    }
    const last = reports.at(-1)
    if (!last) return
    after = last.id
  }
}

/** Returns the issues of pages by the ID of their page. */
async function issuesOf(db: Kysely<Schema>, ids: number[]) {
  const rows =
    ids.length > 0 ? await db.selectFrom('page_issues').selectAll().where('page_id', 'in', ids).execute() : []
  return Map.groupBy(rows, ({ page_id }) => page_id)
}

function readIfPossible(evaluation: Buffer, facts: Buffer): ReportPayload | undefined {
  try {
    return readPayload({ evaluation, facts })
  } catch {
    return undefined
  }
}

/** Only the latest report of each page may be marked as such, and none of a page that is gone. */
async function* wrongLatest(db: Kysely<Schema>) {
  const gone = db.selectFrom('pages').select('id').where('gone_at', '>', '')
  const latest = db
    .selectFrom('reports')
    .select(({ fn }) => fn.max('id').as('id'))
    .groupBy('page_id')
  for (const { id } of await db
    .selectFrom('reports')
    .select('id')
    .where('id', 'in', latest)
    .where('latest', '=', 0)
    .where('page_id', 'not in', gone)
    .orderBy('id')
    .execute()) {
    yield `Report ${id} is the latest of its page, but isn't marked as the latest.`
  }
  for (const { id } of await db
    .selectFrom('reports')
    .select('id')
    .where((eb) => eb.or([eb('id', 'not in', latest), eb('page_id', 'in', gone)]))
    .where('latest', '=', 1)
    .orderBy('id')
    .execute()) {
    yield `Report ${id} is marked as the latest of its page, but there is a newer one, or the page is gone.`
  }
}

async function* orphans(db: Kysely<Schema>) {
  const websites = db.selectFrom('websites').select('id')
  for (const { id } of await db.selectFrom('reports').select('id').where('website_id', 'not in', websites).execute()) {
    yield `Report ${id} has no website.`
  }
  const reports = db.selectFrom('reports').select('id')
  for (const { id } of await db
    .selectFrom('report_payloads')
    .select('report_id as id')
    .where('report_id', 'not in', reports)
    .where('report_id', 'not in', restorableReports(db))
    .execute()) {
    yield `There is a payload of report ${id}, but no report.`
  }
  yield* wrongScreenshots(db)
  for (const { id } of await db.selectFrom('deleted_reports').select('id').where('id', 'in', reports).execute()) {
    yield `Report ${id} is marked as deleted but still exists.`
  }
  for (const { id } of await db
    .selectFrom('deleted_reports')
    .select('id')
    .where('website_id', 'not in', websites)
    .execute()) {
    yield `Deleted report ${id} has no website.`
  }
}

/** Each belongs to one of the last two reports of its page. */
async function* wrongScreenshots(db: Kysely<Schema>) {
  const { rows } = await sql<{ id: number; page_id: number | null; newer: number }>`
    select s.report_id as id, r.page_id,
      (select count(*) from reports as n where n.page_id = s.page_id and n.id > s.report_id) as newer
    from screenshots as s left join reports as r on r.id = s.report_id and r.page_id = s.page_id
    where s.report_id not in ${restorableReports(db)}
      and (r.id is null or (select count(*) from reports as n where n.page_id = s.page_id and n.id > s.report_id) > 1)
    order by s.report_id`.execute(db)
  for (const { id, page_id } of rows)
    yield page_id === null
      ? `The screenshot of report ${id} belongs to no report of its page.`
      : `The screenshot of report ${id} is kept, but its page has two newer reports.`
}
