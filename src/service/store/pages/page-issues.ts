import { type Generated, type Selectable, sql, type Transaction } from 'kysely'
import type { PageIssue } from '#analyser/page-state.ts'
import type { IssueOutcome } from '#contract/reports/analysis.ts'
import { batchesOf } from '../engine.ts'
import type { Schema } from '../schema.ts'
import { followIssues } from './finding-states.ts'

/** A check that the latest report of a page fails, or has a warning of. */
export type PageIssuesTable = {
  page_id: number
  check_id: string
  website_id: number
  outcome: IssueOutcome
  /** Which of the check's faults it is. Null if it has no name, and in rows of older rulesets. */
  fault: Generated<string | null>
  /** In tenths of a point. */
  points: number
  /** 1 if it counts among the issues of its website. See `countsOnWebsite`. */
  counted: Generated<0 | 1>
  /** The keys of its causes, as a JSON array. */
  causes: string
  /** The day of the first report that shows it, UTC, since one that didn't. Null if it is not known. */
  since: Generated<string | null>
}

/** The numbers of pages that share the cause of an issue that counts. */
export type WebsiteCausesTable = {
  website_id: number
  check_id: string
  cause_key: string
  label: string
  pages: number
}

/** `since` is the day of the report, for issues that the page didn't have before. */
export type IssuesOfPage = { page_id: number; website_id: number; issues: readonly PageIssue[]; since?: string | null }

type Row = Selectable<PageIssuesTable>

/** Rows of one statement. SQLite allows 32,766 values in a statement. */
const batchSize = 2_000

/**
 * Replaces the issues of pages, the numbers of their causes on the websites and the states of their findings. Unchanged
 * issues are not written.
 */
export async function replaceIssues(tx: Transaction<Schema>, pages: readonly IssuesOfPage[]): Promise<void> {
  if (pages.length === 0) return
  const ids = pages.map(({ page_id }) => page_id)
  await writeIssues(tx, pages, await tx.selectFrom('page_issues').selectAll().where('page_id', 'in', ids).execute())
  await followIssues(tx, pages)
}

/** Writes the issues of new pages, which have no findings yet. */
export const addIssues = (tx: Transaction<Schema>, pages: readonly IssuesOfPage[]) => writeIssues(tx, pages, [])

async function writeIssues(tx: Transaction<Schema>, pages: readonly IssuesOfPage[], stored: readonly Row[]) {
  const before = new Map(stored.map((row) => [keyOf(row), row]))
  const after = pages.flatMap(rowsOf)
  const kept = new Set(after.map(keyOf))
  const removed = stored.filter((row) => !kept.has(keyOf(row)))
  const written = after.filter((row) => !isSame(row, before.get(keyOf(row))))
  if (removed.length === 0 && written.length === 0) return

  const counts = new CauseCounts(pages)
  for (const row of removed) counts.add(row, -1)
  for (const row of written) {
    const old = before.get(keyOf(row))
    if (old) counts.add(old, -1)
    counts.add(row, 1)
  }
  for (const [pageId, rows] of Map.groupBy(removed, ({ page_id }) => page_id)) await removeIssues(tx, pageId, rows)
  for (const batch of batchesOf(written, batchSize))
    await tx
      .insertInto('page_issues')
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(['page_id', 'check_id']).doUpdateSet((eb) => ({
          outcome: eb.ref('excluded.outcome'),
          fault: eb.ref('excluded.fault'),
          points: eb.ref('excluded.points'),
          counted: eb.ref('excluded.counted'),
          causes: eb.ref('excluded.causes'),
        })),
      )
      .execute()
  await counts.store(tx)
}

const keyOf = ({ page_id, check_id }: Row) => `${page_id} ${check_id}`

const rowsOf = ({ page_id, website_id, issues, since = null }: IssuesOfPage): Row[] =>
  issues.map(({ check, outcome, fault = null, points, counted, causes }) => ({
    page_id,
    website_id,
    check_id: check,
    outcome,
    fault,
    points,
    counted: counted ? 1 : 0,
    since,
    causes: JSON.stringify(causes.map(({ key }) => key)),
  }))

const isSame = (a: Row, b: Row | undefined) =>
  (['outcome', 'fault', 'points', 'counted', 'causes'] as const).every((name) => b?.[name] === a[name])

export const readCauseKeys = (causes: string) => JSON.parse(causes) as string[]

async function removeIssues(tx: Transaction<Schema>, pageId: number, rows: Row[]) {
  const checks = rows.map(({ check_id }) => check_id)
  await tx.deleteFrom('page_issues').where('page_id', '=', pageId).where('check_id', 'in', checks).execute()
}

type CauseCount = { website_id: number; check_id: string; cause_key: string; pages: number }

/** Collects changes of the numbers of pages that share a cause. */
class CauseCounts {
  readonly #labels = new Map<string, string>()
  readonly #causes = new Map<string, CauseCount>()

  constructor(pages: readonly IssuesOfPage[]) {
    for (const { issues } of pages)
      for (const { causes } of issues) for (const { key, label } of causes) this.#labels.set(key, label)
  }

  add({ website_id, check_id, counted, causes }: Row, sign: 1 | -1) {
    if (counted === 0) return
    for (const cause_key of readCauseKeys(causes)) {
      const key = `${website_id} ${check_id} ${cause_key}`
      const cause = this.#causes.get(key) ?? { website_id, check_id, cause_key, pages: 0 }
      this.#causes.set(key, { ...cause, pages: cause.pages + sign })
    }
  }

  async store(tx: Transaction<Schema>) {
    const causes = [...this.#causes.values()].filter(({ pages }) => pages !== 0)
    for (const batch of batchesOf(causes, batchSize))
      await tx
        .insertInto('website_causes')
        .values(batch.map((cause) => ({ ...cause, label: this.#labels.get(cause.cause_key) ?? '' })))
        .onConflict((conflict) =>
          conflict
            .columns(['website_id', 'check_id', 'cause_key'])
            .doUpdateSet({ pages: sql`website_causes.pages + excluded.pages` }),
        )
        .execute()
    const fewer = causes.filter(({ pages }) => pages < 0)
    for (const [websiteId, rows] of Map.groupBy(fewer, ({ website_id }) => website_id))
      await tx
        .deleteFrom('website_causes')
        .where('website_id', '=', websiteId)
        .where('check_id', 'in', [...new Set(rows.map(({ check_id }) => check_id))])
        .where('pages', '=', 0)
        .execute()
  }
}
