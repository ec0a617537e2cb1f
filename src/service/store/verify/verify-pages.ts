import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import { type CountedState, pageColumns, pageIssues, pageLinks, pageState } from '#analyser/page-state.ts'
import { groupsOf } from '#contract/lists/page-groups.ts'
import { namesOf } from '#contract/lists/query-params.ts'
import { urlKey } from '#contract/url-key.ts'
import { wrongFigures } from '../google/refresh-clicks.ts'
import { linkTarget } from '../pages/link-targets.ts'
import { wrongCounts } from '../pages/page-columns.ts'
import { readCauseKeys } from '../pages/page-issues.ts'
import { linkRows } from '../pages/page-links.ts'
import { wrongPages } from '../pages/pages.ts'
import type { ReportPayload, StoredEvaluation } from '../reports/report-payloads.ts'
import type { Schema } from '../schema.ts'
import { wrongPlaces } from '../websites/site-structure.ts'

const batchSize = 2000

/** Returns a sentence for every inconsistency of pages and their issues. */
export async function* faultsOfPages(db: Kysely<Schema>): AsyncGenerator<string> {
  for (const { id, url } of (await wrongPages(db)).rows) yield `Page ${id} (${url}) doesn't match its reports.`
  for (const { id } of (await wrongCounts(db)).rows) yield `Page ${id}: the number of inlinks or issues is wrong.`
  yield* wrongKeys(db)
  yield* wrongReportsOfPages(db)
  yield* wrongCauseCounts(db)
  yield* wrongFindings(db)
  yield* wrongPlaces(db)
  yield* wrongClicks(db)
}

/** Skips websites whose columns are to be written again. */
async function* wrongClicks(db: Kysely<Schema>) {
  const websites = db.selectFrom('search_windows').select('website_id').where('is_stale', '=', 0)
  for (const { website_id } of await websites.where(sql<boolean>`website_id in ${existing}`).execute())
    for (const id of await wrongFigures(db, website_id)) yield `Page ${id}: the clicks don't match those of its URLs.`
}

async function* wrongKeys(db: Kysely<Schema>) {
  for (let after = 0; ;) {
    const pages = await db
      .selectFrom('pages')
      .select(['id', 'url', 'url_key', 'folder', 'shape'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    for (const { id, url, url_key, folder, shape } of pages) {
      const groups = groupsOf(url)
      if (url_key !== urlKey(url)) yield `Page ${id}: the key of the URL is ${url_key}, expected ${urlKey(url)}.`
      if (folder !== groups.folder || shape !== groups.shape) yield `Page ${id}: the groups don't match the URL.`
    }
    const last = pages.at(-1)
    if (!last) return
    after = last.id
  }
}

/** Selects the websites whose rows are checked. Those of deleted websites are purged in batches. */
const existing = sql`(select w.id from websites as w where w.deleted_at is null)`

const idsWhere = async (db: Kysely<Schema>, where: RawBuilder<unknown>) =>
  (
    await sql<{ id: number }>`select r.id from reports as r
      where r.website_id in ${existing} and ${where} order by r.id`.execute(db)
  ).rows

async function* wrongReportsOfPages(db: Kysely<Schema>) {
  const samePage = sql`select 1 from pages as p where p.id = r.page_id and p.website_id = r.website_id`
  for (const { id } of await idsWhere(db, sql`not exists (${samePage})`)) yield `Report ${id} belongs to another page.`
  const before = (column: string) => sql`(select ${sql.ref(`b.${column}`)} from reports as b
    where b.page_id = r.page_id and b.id < r.id order by b.id desc limit 1)`
  for (const { id } of await idsWhere(
    db,
    sql`(r.previous_score is distinct from ${before('score')}
      or r.previous_indexability is distinct from ${before('indexability')})`,
  ))
    yield `Report ${id} doesn't have the previous score and state of its page.`
}

async function* wrongCauseCounts(db: Kysely<Schema>) {
  const websites = await db.selectFrom('websites').select('id').where('deleted_at', 'is', null).orderBy('id').execute()
  for (const { id } of websites) {
    const expected = new Map<string, number>()
    const issues = db
      .selectFrom('page_issues')
      .select(['check_id', 'causes'])
      .where('website_id', '=', id)
      .where('counted', '=', 1)
    for (const { check_id, causes } of await issues.execute())
      for (const key of readCauseKeys(causes))
        expected.set(`${check_id} ${key}`, (expected.get(`${check_id} ${key}`) ?? 0) + 1)
    for (const row of await db.selectFrom('website_causes').selectAll().where('website_id', '=', id).execute()) {
      const key = `${row.check_id} ${row.cause_key}`
      const pages = expected.get(key) ?? 0
      if (row.pages !== pages)
        yield `Website ${id}: “${row.label}” is the cause of ${row.check_id} on ${row.pages} pages, expected ${pages}.`
      expected.delete(key)
    }
    for (const key of expected.keys()) yield `Website ${id}: the cause ${key} isn't counted.`
  }
}

/** Waivers are compared with pages whenever they are read, so only the stored findings can be wrong. */
async function* wrongFindings(db: Kysely<Schema>) {
  const states = await db
    .selectFrom('finding_states as s')
    .leftJoin('pages as p', 'p.id', 's.page_id')
    .leftJoin('page_issues as i', (on) =>
      on.onRef('i.page_id', '=', 's.page_id').onRef('i.check_id', '=', 's.check_id'),
    )
    .select(['s.page_id', 's.check_id', 's.status', 'p.id as page', 'i.check_id as issue'])
    .where((eb) =>
      eb.or([
        eb('p.id', 'is', null),
        eb.and([eb('s.status', '<>', 'fixed'), eb('i.check_id', 'is', null), eb('p.gone_at', 'is', null)]),
      ]),
    )
    .orderBy('s.page_id')
    .orderBy('s.check_id')
    .execute()
  for (const { page_id, check_id, status, page } of states)
    yield page === null
      ? `The finding ${check_id} belongs to page ${page_id}, which doesn't exist.`
      : `Page ${page_id}: the finding ${check_id} is ${status}, but the latest report has no such issue.`
  const websites = db.selectFrom('websites').select('id')
  for (const { id } of await db.selectFrom('waivers').select('id').where('website_id', 'not in', websites).execute())
    yield `Waiver ${id} has no website.`
}

type StoredAnswer = {
  id: number
  ruleset: number
  status: number | null
  redirects_to: string | null
  redirect_statuses: string | null
  indexing_code: string | null
  indexed_url: string | null
  page_score: number | null
}

/** Reports of older rulesets get the answer of their URL when they are rescored. */
const firstRulesetWithAnswers = 5

/** Returns a sentence if the stored answer of a URL or the reason for its state isn't that of its facts. */
export function* wrongAnswer(report: StoredAnswer, { facts, evaluation }: ReportPayload): Generator<string> {
  if (report.status === null && report.ruleset < firstRulesetWithAnswers) return
  const state = pageState(facts, evaluation.results)
  const differs = (
    name: 'page_score' | 'status' | 'redirects_to' | 'redirect_statuses' | 'indexing_code' | 'indexed_url',
  ) => report[name] !== state[name]
  if (differs('status') || differs('redirects_to') || differs('redirect_statuses'))
    yield `Report ${report.id}: the status or the redirects don't match its facts.`
  if (differs('indexing_code') || differs('indexed_url'))
    yield `Report ${report.id}: the reason for its indexability doesn't match its facts.`
  if (differs('page_score')) yield `Report ${report.id}: the score of its page doesn't match its results.`
}

/** Returns a sentence for every difference between stored issues and the latest report of a page. */
export function* wrongIssues(
  pageId: number,
  stored: readonly { check_id: string; outcome: string; fault: string | null; points: number; counted: 0 | 1 }[],
  { results }: StoredEvaluation,
  state: CountedState,
): Generator<string> {
  const rest = new Map(stored.map((issue) => [issue.check_id, issue]))
  for (const { check, outcome, fault = null, points, counted } of pageIssues(results, state)) {
    const issue = rest.get(check)
    rest.delete(check)
    const isSame = issue?.outcome === outcome && issue.fault === fault && issue.points === points
    if (!isSame || (issue.counted === 1) !== counted)
      yield `Page ${pageId}: the issue ${check} doesn't match its latest report.`
  }
  for (const check of rest.keys()) yield `Page ${pageId}: the issue ${check} isn't in its latest report.`
}

type StoredPage = Selectable<Schema['pages']> & { links: { target: number; broken_url: string | null }[] }

/**
 * Returns pages with their links, by their IDs. Those of deleted websites are left out, and those whose columns are not
 * filled yet: the links of older ones are stored otherwise.
 */
export async function storedPages(db: Kysely<Schema>, ids: readonly number[]): Promise<Map<number, StoredPage>> {
  if (ids.length === 0) return new Map()
  const pages = await db
    .selectFrom('pages as p')
    .innerJoin('websites as w', 'w.id', 'p.website_id')
    .selectAll('p')
    .where('p.id', 'in', ids)
    .where('w.deleted_at', 'is', null)
    .execute()
  const rows = await db.selectFrom('page_links').selectAll().where('page_id', 'in', ids).execute()
  const links = Map.groupBy(rows, ({ page_id }) => page_id)
  return new Map(pages.map((page) => [page.id, { ...page, links: links.get(page.id) ?? [] }]))
}

/** Returns a sentence for each difference between a page's stored links and columns and its latest report. */
export function* wrongColumns(
  db: Kysely<Schema>,
  page: StoredPage | undefined,
  payload: ReportPayload,
): Generator<string> {
  if (!page) return
  const { id, website_id } = page
  const expected = linkRows(db, {
    page_id: id,
    website_id,
    links: pageLinks(payload.facts, payload.evaluation.results),
  })
  const links = new Map(page.links.map(({ target, broken_url }) => [target, broken_url]))
  const isEach = expected.every(({ target, broken_url }) => links.get(target) === broken_url)
  if (!isEach || links.size !== expected.length) yield `Page ${id}: the links don't match its latest report.`
  if (page.target !== linkTarget(db, page.url)) yield `Page ${id}: the target of links to it doesn't match the URL.`
  const columns = pageColumns(payload.facts, payload.evaluation.results)
  // Rows from before the column have null until the report is rescored.
  const isOlder = (name: keyof typeof columns) => name === 'unchecked' && page.unchecked === null
  for (const name of namesOf(columns))
    if (page[name] !== columns[name] && !isOlder(name))
      yield `Page ${id}: the column ${name} doesn't match its latest report.`
}
