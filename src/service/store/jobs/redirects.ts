import { type Generated, type Kysely, sql, type Transaction } from 'kysely'
import type { MapFault } from '#contract/jobs/redirect-map.ts'
import type { RedirectHop, RedirectResult } from '#contract/jobs/redirects.ts'
import { urlKey } from '#contract/url-key.ts'
import { domainOf } from '#contract/websites/website.ts'
import { isVisible } from '../access/visible.ts'
import { databaseNow } from '../engine.ts'
import { and } from '../lists/list.ts'
import type { Scope } from '../lists/scope.ts'
import type { Schema } from '../schema.ts'
import type { Claim } from './claims.ts'

/** What a redirect map expects of a URL of its job, and what was found. Deleted with the URL. */
export type RedirectsTable = {
  job_id: number
  line: number
  expected: string
  expected_key: string
  map_fault: MapFault | null
  /** Null until the row is checked, as are the columns below. */
  result: Generated<RedirectResult | null>
  /** The number of redirects, and these as JSON. */
  hops: Generated<number | null>
  redirects: Generated<string | null>
  final_url: Generated<string | null>
  final_key: Generated<string | null>
  final_host: Generated<string | null>
  status: Generated<number | null>
  reason: Generated<string | null>
  /** Those of the last reports of both pages. The likeness of their titles and texts is in percent. */
  old_title: Generated<string | null>
  new_title: Generated<string | null>
  title_likeness: Generated<number | null>
  text_likeness: Generated<number | null>
  canonical: Generated<string | null>
  checked_at: Generated<string | null>
}

export type NewRedirect = { expected: string; map_fault: MapFault | null }

/** Stores what is expected of URLs that were just added to a job, of those that are rows of a map. */
export async function insertRedirects(
  tx: Transaction<Schema>,
  jobId: number,
  urls: readonly { line: number; redirect?: NewRedirect }[],
): Promise<void> {
  const rows = urls.flatMap(({ line, redirect }) =>
    redirect ? [{ job_id: jobId, line, ...redirect, expected_key: urlKey(redirect.expected) }] : [],
  )
  if (rows.length > 0) await tx.insertInto('redirects').values(rows).execute()
}

/** Returns what a map expects of some lines of a job, by line. Other jobs have none. */
export async function redirectsOf(
  db: Kysely<Schema>,
  jobId: number,
  lines: readonly number[],
): Promise<Map<number, NewRedirect>> {
  const rows = await db
    .selectFrom('redirects')
    .select(['line', 'expected', 'map_fault'])
    .where('job_id', '=', jobId)
    .where('line', 'in', lines)
    .execute()
  return new Map(rows.map(({ line, ...redirect }) => [line, redirect]))
}

/** Forgets what was found of rows that are checked again. */
export async function clearRedirects(tx: Transaction<Schema>, jobId: number, lines: readonly number[]): Promise<void> {
  await tx
    .updateTable('redirects')
    .set(notChecked)
    .where('job_id', '=', jobId)
    .where('line', 'in', lines)
    .where('result', 'is not', null)
    .execute()
}

const notChecked = {
  result: null,
  hops: null,
  redirects: null,
  final_url: null,
  final_key: null,
  final_host: null,
  status: null,
  reason: null,
  old_title: null,
  new_title: null,
  title_likeness: null,
  text_likeness: null,
  canonical: null,
  checked_at: null,
} as const satisfies Partial<Record<keyof RedirectsTable, null>>

/** What was found of a row. */
export type CheckedRedirect = {
  result: RedirectResult
  hops: readonly RedirectHop[]
  final_url: string | null
  status: number | null
  reason: string | null
  old_title: string | null
  new_title: string | null
  title_likeness: number | null
  text_likeness: number | null
  canonical: string | null
}

/** Stores what was found of a claimed row. Call it after `endWork`. */
export async function storeRedirect(
  tx: Transaction<Schema>,
  { job_id, line }: Claim,
  { hops, final_url, ...found }: CheckedRedirect,
): Promise<void> {
  await tx
    .updateTable('redirects')
    .set({
      ...found,
      hops: hops.length,
      redirects: JSON.stringify(hops),
      final_url,
      final_key: final_url && urlKey(final_url),
      final_host: final_url && new URL(final_url).host,
      checked_at: await databaseNow(tx),
    })
    .where('job_id', '=', job_id)
    .where('line', '=', line)
    .execute()
}

/** What the last report of a page says about it: `body_shape` is the hash of its main text. */
export type ReportedPage = { title: string | null; body_shape: string | null; canonical: string | null }

/**
 * Returns the last report of a URL that returned a page of its own, whatever it does now. Undefined without one, or
 * beyond the scope.
 */
export async function findReportedPage(
  db: Kysely<Schema>,
  url: string,
  scope: Scope,
): Promise<ReportedPage | undefined> {
  return db
    .selectFrom('websites as w')
    .innerJoin('pages as p', 'p.website_id', 'w.id')
    .innerJoin('reports as r', 'r.page_id', 'p.id')
    .select(['r.title', 'r.body_shape'])
    .select(sql<string | null>`case when r.latest = 1 then p.canonical end`.as('canonical'))
    .where('w.domain', '=', domainOf(new URL(url)))
    .where('w.deleted_at', 'is', null)
    .where('p.url_key', '=', urlKey(url))
    .where('r.page_url', 'is', null)
    .where(sql<boolean>`coalesce(r.status, 200) between 200 and 299`)
    .where(and(isVisible(scope, 'websites', 'w')))
    .orderBy('r.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
