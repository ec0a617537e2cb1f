import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { causeOfFall, type LostPoints } from '#contract/reports/cause-of-fall.ts'
import type { ComparedChecks } from '../crawls/compare-crawls.ts'
import { batchesOf } from '../engine.ts'
import { isWaivedOn } from '../pages/waived-issues.ts'
import { packedParts, readLostPoints } from '../reports/report-payloads.ts'
import type { Schema } from '../schema.ts'
import type { PageChange } from './changed-pages.ts'

/** `day` selects the waivers that count. `comparedChecks` returns the checks to compare in reports by two rulesets. */
export type FallConditions = {
  day: string
  comparedChecks(before: number | null, after: number | null): ComparedChecks
}

/** The check that explains why a page lost points with its fault, null if none does, or that only waived issues do. */
export type CauseOfFall = { check: string; fault: string } | 'waived' | null

/** Safety limit: reports whose points are kept in memory, about 1 kB each. */
const maxKept = 10_000

/** The points of reports before a period, which never change but by a new ruleset. One map for each open database. */
const pointsOfReports = new WeakMap<Kysely<Schema>, Map<string, LostPoints>>()

const batchSize = 500

/**
 * Returns why pages lost points since their reports before a period, as the comparison of both reports does: by the
 * check that costs most points more, not by the worst issue that a page has.
 */
export async function findCausesOfFalls(
  db: Kysely<Schema>,
  pages: readonly PageChange[],
  { day, comparedChecks }: FallConditions,
): Promise<Map<number, CauseOfFall>> {
  const causes = new Map<number, CauseOfFall>()
  for (const batch of batchesOf(pages, batchSize)) {
    const before = await pointsBefore(db, batch)
    const now = await pointsNow(db, batch, day)
    for (const { id, before_id, before_ruleset, ruleset } of batch) {
      const was = before.get(before_id)
      const { leftOut, websiteChecks } = comparedChecks(before_ruleset, ruleset)
      const { open, waived, faults } = now.get(id) ?? noPoints()
      if (!was || leftOut === null) causes.set(id, null)
      else {
        const cause = (points: LostPoints) => causeOfFall(was, points, new Set([...leftOut, ...websiteChecks]))
        const check = cause(open)
        if (check !== null) causes.set(id, { check, fault: faults.get(check) ?? '' })
        else causes.set(id, cause(waived) === null ? null : 'waived')
      }
    }
  }
  return causes
}

async function pointsBefore(db: Kysely<Schema>, pages: readonly PageChange[]): Promise<Map<number, LostPoints>> {
  const kept = pointsOfReports.get(db) ?? new Map<string, LostPoints>()
  pointsOfReports.set(db, kept)
  const keyOf = ({ before_id, before_ruleset }: PageChange) => `${before_id} ${before_ruleset}`
  const found = new Map<number, LostPoints>()
  for (const page of pages) {
    const points = kept.get(keyOf(page))
    if (points) found.set(page.before_id, points)
  }
  const unknown = pages.filter(({ before_id }) => !found.has(before_id))
  const packed = await packedParts(
    db,
    unknown.map(({ before_id }) => before_id),
    'evaluation',
  )
  for (const page of unknown) {
    const points = lostPointsIn(packed.get(page.before_id))
    if (!points) continue
    found.set(page.before_id, points)
    if (kept.size >= maxKept) kept.clear()
    kept.set(keyOf(page), points)
    await yieldToEventLoop()
  }
  return found
}

/** Returns undefined if a report can't be read, so that only the cause of its page's fall is unknown. */
function lostPointsIn(evaluation: Buffer | undefined): LostPoints | undefined {
  try {
    return evaluation && readLostPoints(evaluation)
  } catch {
    return undefined
  }
}

type PointsNow = { open: Record<string, number>; waived: Record<string, number>; faults: Map<string, string> }

const noPoints = (): PointsNow => ({ open: {}, waived: {}, faults: new Map() })

/** Returns the points of the issues that pages have now, by page. */
async function pointsNow(db: Kysely<Schema>, pages: readonly PageChange[], day: string) {
  const rows = await db
    .selectFrom('page_issues as i')
    .select(['i.page_id', 'i.check_id', 'i.fault', 'i.points'])
    .select(sql<0 | 1>`case when ${isWaivedOn(day)} then 1 else 0 end`.as('waived'))
    .where(
      'i.page_id',
      'in',
      pages.map(({ id }) => id),
    )
    .where('i.points', '>', 0)
    .execute()
  const found = new Map<number, PointsNow>()
  for (const { page_id, check_id, fault, points, waived } of rows) {
    const ofPage = found.get(page_id) ?? noPoints()
    found.set(page_id, ofPage)
    ofPage[waived === 1 ? 'waived' : 'open'][check_id] = points
    if (fault !== null) ofPage.faults.set(check_id, fault)
  }
  return found
}
