import type { Kysely } from 'kysely'
import { todayInUtc } from '#contract/format/dates.ts'
import type { PageFinding } from '#contract/reports/findings.ts'
import { presentFinding } from '#service/present/waivers.ts'
import { findFindingStates, type FindingPage, findPageOfReport } from '#service/store/pages/finding-states.ts'
import { waiversOfPage } from '#service/store/pages/waivers.ts'
import type { Schema } from '#service/store/schema.ts'

/** Returns the decisions about the findings of a page. */
export async function findingsOfPage(db: Kysely<Schema>, page: FindingPage): Promise<PageFinding[]> {
  const day = todayInUtc()
  const waivers = await waiversOfPage(db, page, day)
  const states = new Map((await findFindingStates(db, page.id)).map((state) => [state.check_id, state]))
  const checks = new Set([...states.keys(), ...waivers.map(({ check_id }) => check_id)])
  return [...checks].toSorted().map((check) => presentFinding(check, states.get(check), waivers, day))
}

/** A waived finding for readers without a key, without the reason and the person. */
export type SharedFinding = { check: string; waived: true }

/** Returns the waived findings of a report's page. The caller must have checked that the reader can see the report. */
export async function sharedFindingsResponse(
  db: Kysely<Schema>,
  reportId: number,
): Promise<{ data: SharedFinding[]; status: 200 }> {
  const page = await findPageOfReport(db, reportId)
  const waivers = page ? await waiversOfPage(db, page, todayInUtc()) : []
  const checks = new Set(waivers.map(({ check_id }) => check_id))
  return { data: [...checks].toSorted().map((check) => ({ check, waived: true })), status: 200 }
}
