import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { brokenLinksCheck } from '#analyser/page-state.ts'
import { todayInUtc } from '#contract/format/dates.ts'
import { type Evidence, isIssue, type Outcome } from '#contract/reports/analysis.ts'
import type { IndexingCode } from '#contract/reports/indexability.ts'
import { type IssuePage, maxEvidenceOfPage, maxPagesWithEvidence } from '#contract/sharing/client-document.ts'
import { batchesOf } from '../engine.ts'
import { pagesWithBrokenLinks } from '../pages/page-links.ts'
import { isWaivedOn } from '../pages/waived-issues.ts'
import { packedParts, readEvaluation, readOutcomes } from '../reports/report-payloads.ts'
import type { Schema } from '../schema.ts'
import { isUnlinked } from './website-issues.ts'

export type PagesOfIssue = { check: string; pages: IssuePage[] }

/** Pages that are kept out of search first, then errors with links, other pages, and errors without links. */
const orderOfWork = sql`case when q.status >= 400 then case when q.inlinks > 0 then 1 else 3 end
  when q.indexability in ('indexable', 'unclear') then 2 else 0 end`

/** Returns the first pages of each issue of a website that count, without waived ones. */
export async function findPagesOfIssues(
  db: Kysely<Schema>,
  websiteId: number,
  checks: readonly string[],
  limit: number,
  day = todayInUtc(),
): Promise<PagesOfIssue[]> {
  const found: PagesOfIssue[] = []
  for (const check of checks) {
    const ofCheck = sql<number>`select i.page_id from page_issues as i inner join pages as p on p.id = i.page_id
      where i.website_id = ${websiteId} and i.check_id = ${check} and i.counted = 1
        and ${isUnlinked(day)} and not ${isWaivedOn(day)}`
    const pages = await db
      .selectFrom('pages as q')
      .innerJoin('reports as r', 'r.id', 'q.latest_report_id')
      .select(['r.id as report_id', 'r.url', 'r.title', 'q.status', 'q.indexability'])
      .select(
        sql<IndexingCode | null>`case when r.later_at is null then r.indexing_code else r.later_code end`.as(
          'indexing_code',
        ),
      )
      .where(
        'q.id',
        'in',
        sql<number>`(${check === brokenLinksCheck ? pagesWithBrokenLinks(day, websiteId) : ofCheck})`,
      )
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
      checksOf.set(id, [...(checksOf.get(id) ?? []), check])
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

/** `isPartial` is true if more pages improved than were read. */
export type FixedIssues = { fixed: { check: string; pages: number }[]; isPartial: boolean }

/** The most pages whose reports are compared for the fixed issues of a website. */
const maxCompared = 200
const batchSize = 20

const settled: readonly (Outcome | null | undefined)[] = ['pass', 'info', 'not-applicable']

/**
 * Returns the issues that the latest reports of a website's indexable pages no longer have, compared with the report
 * before, by the number of pages. Only the pages that improved most are compared, because outcomes are packed.
 */
export async function findFixedIssues(db: Kysely<Schema>, websiteId: number): Promise<FixedIssues> {
  const improved = await db
    .selectFrom('reports as r')
    .select(['r.id', 'r.page_id', 'r.ruleset', sql<number>`r.score - r.previous_score`.as('gain')])
    .where('r.website_id', '=', websiteId)
    .where('r.latest', '=', sql.lit(1))
    .where('r.page_indexability', '=', sql.lit('indexable'))
    .where('r.previous_score', 'is not', null)
    .orderBy('gain', 'desc')
    .orderBy('r.id', 'desc')
    .limit(maxCompared)
    .execute()
  const pagesOf = new Map<string, number>()
  for (let at = 0; at < improved.length; at += batchSize) {
    for (const check of await fixedOn(db, improved.slice(at, at + batchSize)))
      pagesOf.set(check, (pagesOf.get(check) ?? 0) + 1)
    await yieldToEventLoop()
  }
  return {
    fixed: [...pagesOf].map(([check, pages]) => ({ check, pages })),
    isPartial: improved.length === maxCompared && (improved.at(-1)?.gain ?? 0) > 0,
  }
}

type Latest = { id: number; page_id: number; ruleset: number }

/** Returns the checks of the fixed issues of pages, each once per page. Outcomes of other rulesets aren't compared. */
async function fixedOn(db: Kysely<Schema>, latest: readonly Latest[]): Promise<string[]> {
  const before = db
    .selectFrom('reports')
    .select(({ fn }) => fn.max('id').as('id'))
    .where(
      'page_id',
      'in',
      latest.map(({ page_id }) => page_id),
    )
    .where('latest', '=', 0)
    .groupBy('page_id')
  const rows = await db
    .selectFrom('reports as r')
    .innerJoin('report_payloads as p', 'p.report_id', 'r.id')
    .select(['r.page_id', 'r.ruleset', 'r.latest', 'p.evaluation'])
    .where(({ or, eb }) =>
      or([
        eb('r.id', 'in', before),
        eb(
          'r.id',
          'in',
          latest.map(({ id }) => id),
        ),
      ]),
    )
    .execute()
  return latest.flatMap(({ page_id }) => {
    const ofPage = rows.filter((row) => row.page_id === page_id)
    const [was, is] = [0, 1].map((mark) => ofPage.find(({ latest: one }) => one === mark))
    if (!was || !is || was.ruleset !== is.ruleset) return []
    const now = readOutcomes(is.evaluation)
    return Object.entries(readOutcomes(was.evaluation)).flatMap(([check, result]) =>
      isIssue(result) && settled.includes(now[check]?.outcome) ? [check] : [],
    )
  })
}
