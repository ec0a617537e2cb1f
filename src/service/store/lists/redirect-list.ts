import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type JobError, maxJobUrls } from '#contract/jobs/job.ts'
import {
  type RedirectHop,
  type RedirectListQuery,
  type RedirectSort,
  redirectResults,
  type UnnamedQuery,
  type UnpagedRedirects,
  type ResultCounts,
} from '#contract/jobs/redirects.ts'
import { readRange } from '#contract/lists/query-params.ts'
import { isVisible, isVisibleHost, isVisibleUrl } from '../access/visible.ts'
import { batchesOf } from '../engine.ts'
import type { JobRecord } from '../jobs/jobs.ts'
import type { Schema } from '../schema.ts'
import { countedPage } from './list-page.ts'
import { and, type ListResult, maxCounted } from './list.ts'
import type { Scope } from './scope.ts'
import type { WholeList } from './whole-list.ts'

type Map = Pick<JobRecord, 'id' | 'domain'>

/** Columns that reports of the page give that a row reaches. Only those who can see its website see them. */
type OfTarget = 'new_title' | 'title_likeness' | 'text_likeness' | 'canonical'

const ofTarget = (scope: Scope, name: OfTarget): RawBuilder<string | number | null> => {
  const column = sql<string | number | null>`${sql.ref(`m.${name}`)}`
  const [isShown] = isVisibleHost(scope, sql.ref('m.final_host'))
  return isShown ? sql`case when ${isShown} then ${column} end` : column
}

/** Selects the rows of a map from `redirects as m` and `job_urls as u`. */
const rowsOf = (db: Kysely<Schema>, { id, domain }: Map, scope: Scope) =>
  db
    .selectFrom('redirects as m')
    .innerJoin('job_urls as u', (on) => on.onRef('u.job_id', '=', 'm.job_id').onRef('u.line', '=', 'm.line'))
    .where('m.job_id', '=', id)
    .where(and(domain === null ? isVisibleUrl(scope, 'u') : []))

const selectRedirects = (db: Kysely<Schema>, map: Map, scope: Scope) =>
  rowsOf(db, map, scope)
    .select(['m.line', 'u.url', 'm.expected', 'm.map_fault', 'u.state', 'm.result', 'm.redirects', 'm.final_url'])
    .select(['m.status', 'm.reason', 'm.old_title', 'm.checked_at', 'u.error'])
    .select([
      sql<string | null>`${ofTarget(scope, 'new_title')}`.as('new_title'),
      sql<string | null>`${ofTarget(scope, 'canonical')}`.as('canonical'),
      sql<number | null>`${ofTarget(scope, 'title_likeness')}`.as('title_likeness'),
      sql<number | null>`${ofTarget(scope, 'text_likeness')}`.as('text_likeness'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectRedirects>['execute']>>[number]
export type RedirectRecord = ReturnType<typeof toRecord>

const toRecord = ({ redirects, error, ...row }: Row) => ({
  ...row,
  hops: redirects === null ? [] : (JSON.parse(redirects) as RedirectHop[]),
  // The reason of a try before is none of a row that is checked again.
  error: row.state === 'failed' && error !== null ? (JSON.parse(error) as JobError) : null,
})

/** Returns one page of the rows of a map. */
export async function listRedirects(
  db: Kysely<Schema>,
  map: Map,
  query: RedirectListQuery,
  scope: Scope,
): Promise<ListResult<RedirectRecord>> {
  const conditions = and(conditionsOf(query, scope))
  const { total } = await rowsOf(db, map, scope)
    .select(sql<number>`count(*)`.as('total'))
    .where(conditions)
    .executeTakeFirstOrThrow()
  const rows = selectRedirects(db, map, scope).where(conditions)
  return countedPage(rows.orderBy(orderOf(query, scope)), { ...query, total }, toRecord)
}

/** The rows of a batch of an exported map. */
const batchSize = 500

/** Returns all rows of such a list, for an export. */
export async function allRedirects(
  db: Kysely<Schema>,
  map: Map,
  query: UnpagedRedirects,
  scope: Scope,
): Promise<WholeList<RedirectRecord>> {
  const order = orderOf(query, scope)
  const lines = await rowsOf(db, map, scope)
    .select('m.line')
    .where(and(conditionsOf(query, scope)))
    .orderBy(order)
    .execute()
  async function* batches() {
    for (const batch of batchesOf(lines, batchSize)) {
      const rows = selectRedirects(db, map, scope).where(
        'm.line',
        'in',
        batch.map(({ line }) => line),
      )
      yield (await rows.orderBy(order).execute()).map(toRecord)
    }
  }
  return { total: lines.length, batches }
}

function conditionsOf(query: UnpagedRedirects, scope: Scope): RawBuilder<boolean>[] {
  const { search, result, map_fault, hops, canonical } = query
  const conditions: RawBuilder<boolean>[] = []
  if (result !== null) conditions.push(sql`m.result = ${result}`)
  if (map_fault !== null) conditions.push(sql`m.map_fault = ${map_fault}`)
  if (hops !== null) conditions.push(isInRange(sql`m.hops`, hops))
  for (const name of ['title_likeness', 'text_likeness'] as const) {
    const range = query[name]
    if (range !== null) conditions.push(isInRange(ofTarget(scope, name), range))
  }
  if (canonical !== null) conditions.push(canonicalConditions(ofTarget(scope, 'canonical'))[canonical])
  if (search !== '') {
    const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`
    const found = ['u.url', 'm.expected', 'm.final_url'].map(
      (name) => sql`lower(${sql.ref(name)}) like ${pattern} escape '\\'`,
    )
    conditions.push(sql`(${sql.join(found, sql` or `)})`)
  }
  return conditions
}

const canonicalConditions = (canonical: RawBuilder<unknown>) => ({
  own: sql<boolean>`${canonical} = m.final_url`,
  other: sql<boolean>`${canonical} <> m.final_url`,
  none: sql<boolean>`(m.final_url is not null and ${canonical} is null)`,
})

function isInRange(value: RawBuilder<unknown>, range: string): RawBuilder<boolean> {
  const { lowest, highest } = readRange(range)
  return highest === null ? sql`${value} >= ${lowest}` : sql`${value} between ${lowest} and ${highest}`
}

/** Missing values are last in both directions, and ties are broken by line. */
function orderOf({ sort_by, sort }: Pick<UnpagedRedirects, 'sort_by' | 'sort'>, scope: Scope): RawBuilder<unknown> {
  const value = sortValues(scope)[sort_by]
  return sql`case when ${value} is null then 1 else 0 end, ${value} ${sql.raw(sort)}, m.line`
}

const sortValues = (scope: Scope): Record<RedirectSort, RawBuilder<unknown>> => ({
  line: sql`m.line`,
  url: sql`u.url`,
  expected: sql`m.expected`,
  // Good ones first.
  result: sql`case m.result ${sql.join(
    redirectResults.map((result, at) => sql`when ${sql.lit(result)} then ${sql.lit(at)}`),
    sql` `,
  )} end`,
  hops: sql`m.hops`,
  final_url: sql`m.final_url`,
  status: sql`m.status`,
  title_likeness: ofTarget(scope, 'title_likeness'),
  text_likeness: ofTarget(scope, 'text_likeness'),
})

/** Counts the rows of a map by result. */
export async function countResults(db: Kysely<Schema>, map: Map, scope: Scope): Promise<ResultCounts> {
  const counted = await rowsOf(db, map, scope)
    .select(['m.result', sql<number>`count(*)`.as('rows')])
    .where('m.result', 'is not', null)
    .groupBy('m.result')
    .execute()
  const none = { as_expected: 0, chain: 0, elsewhere: 0, home_page: 0, no_redirect: 0, not_found: 0, loop: 0 }
  const counts = { ...none, refused: 0, server_error: 0, unreachable: 0 }
  for (const { result, rows } of counted) if (result !== null) counts[result] = rows
  return counts
}

/**
 * Selects the pages of the websites of a map's old URLs that no row names or reaches. The host of a website can have
 * `www.` before its domain.
 */
const unnamedPages = (db: Kysely<Schema>, { id }: Map, scope: Scope) => {
  const hosts = sql`(select host from job_urls where job_id = ${id})`
  return db
    .selectFrom('pages as p')
    .innerJoin('websites as w', 'w.id', 'p.website_id')
    .where('w.deleted_at', 'is', null)
    .where(sql<boolean>`(w.domain in ${hosts} or 'www.' || w.domain in ${hosts})`)
    .where(and(isVisible(scope, 'websites', 'w')))
    .where(sql<boolean>`not exists (select 1 from job_urls as u where u.job_id = ${id} and u.url_key = p.url_key)`)
    .where(
      sql<boolean>`not exists (select 1 from redirects as e where e.job_id = ${id} and e.expected_key = p.url_key)`,
    )
    .where(sql<boolean>`not exists (select 1 from redirects as f where f.job_id = ${id} and f.final_key = p.url_key)`)
}

const unnamedColumns = [
  'p.id',
  'p.website_id',
  'p.url',
  'p.title',
  'p.status',
  'p.inlinks',
  'p.latest_report_id',
  'p.gone_at',
] as const

const sortedUnnamed = (db: Kysely<Schema>, map: Map, scope: Scope) =>
  unnamedPages(db, map, scope).select(unnamedColumns).orderBy('p.inlinks', 'desc').orderBy('p.id')

export type UnnamedRecord = Awaited<ReturnType<ReturnType<typeof sortedUnnamed>['execute']>>[number]

/** Returns some of the pages that no row of a map names, those with the most inlinks first. */
export async function listUnnamed(
  db: Kysely<Schema>,
  map: Map,
  { page, per_page }: UnnamedQuery,
  scope: Scope,
): Promise<ListResult<UnnamedRecord>> {
  const counted = unnamedPages(db, map, scope)
    .select('p.id')
    .limit(maxCounted + 1)
  const { count } = await db
    .selectFrom(counted.as('counted'))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  const isCounted = count <= maxCounted
  const found = { total: isCounted ? count : maxCounted, totalRelation: isCounted ? ('eq' as const) : ('gte' as const) }
  const offset = (page - 1) * per_page
  const rows = await sortedUnnamed(db, map, scope)
    .limit(per_page + 1)
    .offset(offset)
    .execute()
  return { rows: rows.slice(0, per_page), ...found, hasNext: rows.length > per_page }
}

/** Returns as many of them as a map can have rows, for an export. */
export async function allUnnamed(db: Kysely<Schema>, map: Map, scope: Scope): Promise<WholeList<UnnamedRecord>> {
  const rows = await sortedUnnamed(db, map, scope).limit(maxJobUrls).execute()
  async function* batches() {
    yield* batchesOf(rows, batchSize)
  }
  return { total: rows.length, batches }
}
