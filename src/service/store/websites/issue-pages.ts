import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { todayInUtc } from '#contract/format/dates.ts'
import { type Evidence, isIssue, type Outcome } from '#contract/reports/analysis.ts'
import { type IssuePage, maxEvidenceOfPage, maxPagesWithEvidence } from '#contract/sharing/client-document.ts'
import { batchesOf } from '../engine.ts'
import { indexingCodeOf } from '../pages/later-state.ts'
import { packedParts, readEvaluation, readOutcomes } from '../reports/report-payloads.ts'
import type { ReportRecord } from '../reports/reports.ts'
import type { Schema } from '../schema.ts'
import { pagesOfIssue } from './website-issues.ts'

export type PagesOfIssue = { check: string; pages: IssuePage[] }

/** Pages that are kept out of search first, then errors with links, other pages, and errors without links. */
const orderOfWork = sql`case when q.status >= 400 then case when q.inlinks > 0 then 1 else 3 end
  when q.indexability in ('indexable', 'unclear') then 2 else 0 end`

type Limits = {
  /** Of each issue. */
  limit: number
  /** True if those with most clicks come first, and clicks are returned. */
  showsClicks: boolean
  day?: string
}

/** Returns the first pages of each issue of a website that count, without waived ones. */
export async function findPagesOfIssues(
  db: Kysely<Schema>,
  websiteId: number,
  checks: readonly string[],
  { limit, showsClicks, day = todayInUtc() }: Limits,
): Promise<PagesOfIssue[]> {
  const found: PagesOfIssue[] = []
  for (const check of checks) {
    const pages = await db
      .selectFrom('pages as q')
      .leftJoin('reports as r', 'r.id', 'q.latest_report_id')
      .select(['r.id as report_id', 'q.url', 'r.title', 'q.status', 'q.indexability'])
      .select(indexingCodeOf('q').as('indexing_code'))
      .where('q.id', 'in', sql<number>`(${pagesOfIssue(websiteId, check, day)})`)
      .$if(showsClicks, (query) => query.select('q.clicks').orderBy(sql`coalesce(q.clicks, -1)`, 'desc'))
      .orderBy(orderOfWork)
      .orderBy('q.id')
      .limit(limit)
      .execute()
    found.push({ check, pages })
    await yieldToEventLoop()
  }
  return found
}

/** Adds the evidence of the latest reports to the first pages of each issue. Each report is read once. */
export async function withEvidence(db: Kysely<Schema>, issues: readonly PagesOfIssue[]): Promise<PagesOfIssue[]> {
  const checksOf = new Map<number, string[]>()
  for (const { check, pages } of issues)
    for (const { report_id: id } of pages.slice(0, maxPagesWithEvidence))
      if (id !== null) checksOf.set(id, [...(checksOf.get(id) ?? []), check])
  const found = new Map<string, Evidence[]>()
  for (const ids of batchesOf([...checksOf.keys()], batchSize))
    for (const [id, packed] of await packedParts(db, ids, 'evaluation')) {
      const { results } = readEvaluation(packed)
      for (const check of checksOf.get(id) ?? [])
        found.set(`${id} ${check}`, results[check]?.evidence.slice(0, maxEvidenceOfPage) ?? [])
      await yieldToEventLoop()
    }
  return issues.map(({ check, pages }) => ({
    check,
    pages: pages.map((page) => {
      const evidence = found.get(`${page.report_id} ${check}`)
      return evidence ? { ...page, evidence } : page
    }),
  }))
}

/** Returns those of some pages that other pages link to. */
export async function linkedAmong(db: Kysely<Schema>, pageIds: readonly number[]): Promise<Set<number>> {
  if (pageIds.length === 0) return new Set()
  const linked = await db.selectFrom('pages').select('id').where('id', 'in', pageIds).where('inlinks', '>', 0).execute()
  return new Set(linked.map(({ id }) => id))
}

type Counted = { check: string; pages: number }[]
/** `isPartial` is true if there are more pages than were compared. */
export type ChangesOfIssues = { since: string; fixed: Counted; appeared: Counted; isPartial: boolean }

/** The most pages whose reports are compared for the changes of a website's issues. */
const maxCompared = 200
const batchSize = 20

const settled: readonly (Outcome | null | undefined)[] = ['pass', 'info', 'not-applicable']

/** Returns the first day of the month or, in its first week, of the last one, so that there is something to tell. */
export const startOfChanges = (today = todayInUtc()): string => {
  const day = new Date(`${today}T00:00:00Z`)
  if (day.getUTCDate() < 8) day.setUTCMonth(day.getUTCMonth() - 1, 1)
  return `${day.toISOString().slice(0, 7)}-01`
}

/**
 * Returns the issues that the latest reports of a website's pages no longer have, or have since, compared with the last
 * reports before a day, or the first ones. Only the pages are compared whose score changed most, because outcomes are
 * packed. A page that Google can no longer index has fixed nothing.
 */
export async function findIssueChanges(
  db: Kysely<Schema>,
  websiteId: number,
  day = startOfChanges(),
): Promise<ChangesOfIssues> {
  const latest = await db
    .selectFrom('reports as r')
    .select(['r.id', 'r.page_id', 'r.page_indexability'])
    .where('r.website_id', '=', websiteId)
    .where('r.latest', '=', sql.lit(1))
    .where('r.page_indexability', 'in', ['indexable', 'blocked'])
    .where('r.previous_score', 'is not', null)
    .orderBy(sql`abs(r.score - r.previous_score)`, 'desc')
    .orderBy('r.id', 'desc')
    .limit(maxCompared)
    .execute()
  const [fixed, appeared] = [new Map<string, number>(), new Map<string, number>()]
  const add = (counts: Map<string, number>, check: string) => counts.set(check, (counts.get(check) ?? 0) + 1)
  let first: string | null = null
  for (const pages of batchesOf(latest, batchSize)) {
    const before = await findReportsBefore(
      db,
      pages.map(({ page_id }) => page_id),
      day,
    )
    const outcomes = await findOutcomes(db, [...pages.map(({ id }) => id), ...before.map(({ id }) => id)])
    for (const { id, page_id, page_indexability } of pages) {
      const [was, is] = [outcomes.get(before.find((one) => one.page_id === page_id)?.id ?? 0), outcomes.get(id)]
      if (!was || !is) continue
      if (first === null || was.created_at < first) first = was.created_at
      // Outcomes of other rulesets aren't compared.
      if (was === is || was.ruleset !== is.ruleset) continue
      for (const check of page_indexability === 'indexable' ? endedBetween(was, is) : []) add(fixed, check)
      for (const check of endedBetween(is, was)) add(appeared, check)
    }
    await yieldToEventLoop()
  }
  const since = first !== null && first.slice(0, 10) > day ? first.slice(0, 10) : day
  const listed = (counts: Map<string, number>) => [...counts].map(([check, pages]) => ({ check, pages }))
  return { since, fixed: listed(fixed), appeared: listed(appeared), isPartial: latest.length === maxCompared }
}

/** Returns the ID of the last report of each page before a day, or of its first one. */
const findReportsBefore = (db: Kysely<Schema>, pageIds: readonly number[], day: string) =>
  db
    .selectFrom('reports')
    .select(['page_id', sql<number>`coalesce(max(case when created_at < ${day} then id end), min(id))`.as('id')])
    .where('page_id', 'in', pageIds)
    .groupBy('page_id')
    .execute()

type Outcomes = Pick<ReportRecord, 'ruleset' | 'created_at'> & { results: ReturnType<typeof readOutcomes> }

async function findOutcomes(db: Kysely<Schema>, ids: readonly number[]): Promise<Map<number, Outcomes>> {
  const rows = await db
    .selectFrom('reports as r')
    .innerJoin('report_payloads as p', 'p.report_id', 'r.id')
    .select(['r.id', 'r.ruleset', 'r.created_at', 'p.evaluation'])
    .where('r.id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, evaluation, ...row }) => [id, { ...row, results: readOutcomes(evaluation) }]))
}

/** Returns the issues of one report that the other has checked and doesn't have. */
const endedBetween = ({ results }: Outcomes, other: Outcomes): string[] =>
  Object.entries(results).flatMap(([check, result]) =>
    isIssue(result) && settled.includes(other.results[check]?.outcome) ? [check] : [],
  )
