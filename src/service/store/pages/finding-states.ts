import type { Generated, Kysely, Selectable, Transaction } from 'kysely'
import type { StoredStatus } from '#contract/reports/findings.ts'
import type { Schema } from '../schema.ts'
import type { PagesTable } from './pages.ts'

/** A team's decision about an issue of a page. */
export type FindingStatesTable = {
  page_id: number
  check_id: string
  status: StoredStatus
  /** 1 if the issue came back after it was fixed or marked as fixed. */
  back: 0 | 1
  owner: string | null
  /** The person who is to fix it. */
  assignee_id: Generated<number | null>
  /** The latest report of the page when the status was set. */
  report_id: number
  updated_at: string
  /** The name of a key; null if a newer report changed it. */
  updated_by: string | null
}

export type FindingState = Selectable<FindingStatesTable>

export type NamedFindingState = FindingState & { assignee_name: string | null }

/** Returns a team's decisions about the findings of a page. */
export const findFindingStates = (db: Kysely<Schema>, pageId: number): Promise<NamedFindingState[]> =>
  db
    .selectFrom('finding_states as f')
    .leftJoin('people as p', 'p.id', 'f.assignee_id')
    .selectAll('f')
    .select('p.name as assignee_name')
    .where('f.page_id', '=', pageId)
    .orderBy('f.check_id')
    .execute()

const pageColumns = ['p.id', 'p.website_id', 'p.url', 'p.url_key', 'p.folder', 'p.shape', 'p.latest_report_id'] as const
export type FindingPage = Pick<
  Selectable<PagesTable>,
  'id' | 'website_id' | 'url' | 'url_key' | 'folder' | 'shape' | 'latest_report_id'
>

/** Returns the page of a report; undefined if there is no such report. */
export const findPageOfReport = (db: Kysely<Schema>, reportId: number): Promise<FindingPage | undefined> =>
  db
    .selectFrom('reports as r')
    .innerJoin('pages as p', 'p.id', 'r.page_id')
    .select(pageColumns)
    .where('r.id', '=', reportId)
    .executeTakeFirst()

/** Returns those of the pages that a website has. */
export const findPages = (db: Kysely<Schema>, websiteId: number, ids: readonly number[]): Promise<FindingPage[]> =>
  db
    .selectFrom('pages as p')
    .select(pageColumns)
    .where('p.website_id', '=', websiteId)
    .where('p.id', 'in', ids)
    .execute()

/** Returns those of the pages that have an issue, by their latest reports. */
export async function withIssue(
  db: Kysely<Schema>,
  pageIds: readonly number[],
  check: string,
): Promise<ReadonlySet<number>> {
  const issues = db.selectFrom('page_issues').select('page_id').where('page_id', 'in', pageIds)
  return new Set((await issues.where('check_id', '=', check).execute()).map(({ page_id }) => page_id))
}

/** Returns the stored states of an issue on pages. */
export const statesOfIssue = (db: Kysely<Schema>, pageIds: readonly number[], check: string): Promise<FindingState[]> =>
  db.selectFrom('finding_states').selectAll().where('page_id', 'in', pageIds).where('check_id', '=', check).execute()

type Change = {
  status?: StoredStatus | undefined
  owner?: string | null | undefined
  assignee_id?: number | null | undefined
  at: string
  by: string
}

/** Sets the given fields of an issue on pages, and keeps the others. */
export async function setFindingStates(
  tx: Transaction<Schema>,
  pages: readonly Pick<FindingPage, 'id' | 'latest_report_id'>[],
  check: string,
  { status, owner, assignee_id, at, by }: Change,
): Promise<void> {
  const set = { owner: owner ?? null, assignee_id: assignee_id ?? null }
  const state = { check_id: check, status: status ?? 'open', ...set, updated_at: at, updated_by: by }
  await tx
    .insertInto('finding_states')
    .values(pages.map((page) => ({ ...state, page_id: page.id, back: 0 as const, report_id: page.latest_report_id })))
    .onConflict((conflict) =>
      conflict.columns(['page_id', 'check_id']).doUpdateSet(({ ref }) => ({
        updated_at: at,
        updated_by: by,
        ...(status !== undefined && { status, back: 0 as const, report_id: ref('excluded.report_id') }),
        ...(owner !== undefined && { owner }),
        ...(assignee_id !== undefined && { assignee_id }),
      })),
    )
    .execute()
}

type PageWithIssues = { page_id: number; issues: readonly { check: string }[] }

/**
 * Brings findings up to date with the issues of their pages. A finding whose check passes now is fixed. One that was
 * fixed, or marked as fixed before the latest report, and is an issue again, is open and back. Those of pages that are
 * gone aren't fixed, and stay as they are.
 */
export async function followIssues(tx: Transaction<Schema>, pages: readonly PageWithIssues[]): Promise<void> {
  const issuesOf = new Map(pages.map(({ page_id, issues }) => [page_id, issues]))
  const states = await tx
    .selectFrom('finding_states')
    .selectAll()
    .where('page_id', 'in', [...issuesOf.keys()])
    .execute()
  if (states.length === 0) return
  const ids = [...new Set(states.map(({ page_id }) => page_id))]
  const pagesOfStates = tx.selectFrom('pages').select(['id', 'latest_report_id']).where('id', 'in', ids)
  const found = await pagesOfStates.where('gone_at', 'is', null).execute()
  const latestReports = new Map(found.map((page) => [page.id, page.latest_report_id]))
  const updated_at = new Date().toISOString()
  for (const { page_id, check_id, status, report_id, updated_by } of states) {
    const isIssue = issuesOf.get(page_id)?.some(({ check }) => check === check_id) ?? false
    const latest = latestReports.get(page_id)
    if (latest === undefined) continue
    const isFixed = !isIssue && status !== 'fixed'
    const isBack = isIssue && status === 'fixed' && (updated_by === null || report_id < latest)
    if (!isFixed && !isBack) continue
    await tx
      .updateTable('finding_states')
      .set({
        status: isFixed ? 'fixed' : 'open',
        back: isBack ? 1 : 0,
        report_id: latest,
        updated_at,
        updated_by: null,
      })
      .where('page_id', '=', page_id)
      .where('check_id', '=', check_id)
      .execute()
  }
}
