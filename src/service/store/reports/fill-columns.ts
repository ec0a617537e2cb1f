import { type Kysely, sql, type Transaction } from 'kysely'
import { ownAnswer } from '#analyser/page-state.ts'
import { linkTarget } from '../pages/page-links.ts'
import { inlinksOf, writeLatest } from '../pages/pages.ts'
import type { Schema } from '../schema.ts'
import { lockWebsite } from '../websites/website-counters.ts'
import { readPayload, type ReportPayload } from './report-payloads.ts'
import { latestOfPayload } from './reports.ts'

/** A page from before its columns. */
type UnfilledPage = { id: number; website_id: number }

/**
 * Fills the columns of the next pages after an ID that were stored before the columns, from their latest reports.
 * Returns the ID of the last one; undefined if there are no more. It can be interrupted at any time.
 */
export async function fillColumns(db: Kysely<Schema>, after: number, limit: number): Promise<number | undefined> {
  const pages = await db
    .selectFrom('pages')
    .select(['id', 'website_id'])
    .where('target', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  for (const page of pages) await db.transaction().execute((tx) => fillPage(tx, page))
  return pages.at(-1)?.id
}

async function fillPage(tx: Transaction<Schema>, { id, website_id }: UnfilledPage) {
  // A deleted website is purged soon.
  if (!(await lockWebsite(tx, website_id))) return
  const page = await tx
    .selectFrom('pages as p')
    .innerJoin('report_payloads as l', 'l.report_id', 'p.latest_report_id')
    .select(['p.url', 'p.latest_report_id', 'l.evaluation', 'l.facts'])
    .where('p.id', '=', id)
    .where('p.target', 'is', null)
    .executeTakeFirst()
  if (!page) return
  const payload = readIfPossible(page)
  if (payload) {
    await writeLatest(tx, [{ page_id: id, website_id, ...latestOfPayload(payload) }])
    const answer = ownAnswer(payload.facts)
    await tx.updateTable('reports').set(answer).where('id', '=', page.latest_report_id).execute()
    await tx.updateTable('pages').set({ status: answer.status }).where('id', '=', id).execute()
  }
  const target = linkTarget(page.url)
  await tx
    .updateTable('pages')
    .set({ target, inlinks: inlinksOf(website_id, target), issues: issuesOf(id) })
    .where('id', '=', id)
    .execute()
}

const issuesOf = (id: number) => sql<number>`(select count(*) from page_issues where page_id = ${id} and counted = 1)`

/** A page whose report can't be read keeps the issues and links that it has. */
function readIfPossible(packed: { evaluation: Buffer; facts: Buffer }): ReportPayload | undefined {
  try {
    return readPayload(packed)
  } catch {
    return undefined
  }
}
