import { type Kysely, sql, type Transaction } from 'kysely'
import type { SiteFacts } from '#analyser/page-facts.ts'
import type { Rating } from '#contract/rating.ts'
import { isStillCurrent } from './duplicates.ts'
import { identityOf, type PageIdentity } from './pages.ts'
import type { Schema } from './schema.ts'
import { addReport, changeCounters, type CounterChange, lockWebsite, noChange } from './website-counters.ts'

/** A report with everything needed to rescore it. Payloads are packed. */
export type RescorableReport = {
  id: number
  websiteId: number
  domain: string
  page: PageIdentity
  /** Older reports are rescored with the facts about other pages of the time when they were made. */
  isNewest: boolean
  ruleset: number
  /** Contains those facts. Null for the newest report, which gets current ones. */
  oldVerdict: Buffer | null
  facts: Buffer
}

/** A position in the list of reports with outdated rulesets. */
export type RescorePosition = { ruleset: number; id: number }

/** The position before the first report. */
export const firstToRescore: RescorePosition = { ruleset: 0, id: 0 }

const selectRescorable = (db: Kysely<Schema>) =>
  db
    .selectFrom('reports as r')
    .innerJoin('report_payloads as p', 'p.report_id', 'r.id')
    .innerJoin('websites as w', 'w.id', 'r.website_id')
    .where('w.deleted_at', 'is', null)
    .select([
      'r.id',
      'r.website_id',
      'w.domain',
      'r.url',
      'r.title_hash',
      'r.description_hash',
      'r.body_hash',
      'r.body_shape',
      'r.page_url',
      'r.newest',
      'r.ruleset',
      'p.facts',
    ])
    .select(sql<Buffer | null>`case when r.newest = 1 then null else p.verdict end`.as('old_verdict'))

/** Returns reports with rulesets older than `ruleset`, oldest first, after the position. */
export async function reportsToRescore(
  db: Kysely<Schema>,
  ruleset: number,
  after: RescorePosition,
  limit: number,
): Promise<RescorableReport[]> {
  const rows = await selectRescorable(db)
    .where('r.ruleset', '<', ruleset)
    .where(sql<boolean>`(r.ruleset, r.id) > (${after.ruleset}, ${after.id})`)
    .orderBy('r.ruleset')
    .orderBy('r.id')
    .limit(limit)
    .execute()
  return rows.map(toRescorable)
}

export async function countToRescore(db: Kysely<Schema>, ruleset: number): Promise<number> {
  const deleted = db.selectFrom('websites').select('id').where('deleted_at', 'is not', null)
  const older = db.selectFrom('reports').where('ruleset', '<', ruleset).where('website_id', 'not in', deleted)
  return (await older.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()).total
}

/** Returns reports whose duplicates changed since they were scored, of one website or of all, without `ignored` ids. */
export async function reportsWithChangedDuplicates(
  db: Kysely<Schema>,
  websiteId: number | null,
  ignored: number[],
  limit: number,
): Promise<RescorableReport[]> {
  const all = selectRescorable(db).where('r.twins_changed', '=', sql.lit(1))
  const ofWebsite = websiteId === null ? all : all.where('r.website_id', '=', websiteId)
  const rows = await (ignored.length === 0 ? ofWebsite : ofWebsite.where('r.id', 'not in', ignored))
    .orderBy('r.website_id')
    .orderBy('r.id')
    .limit(limit)
    .execute()
  return rows.map(toRescorable)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectRescorable>['execute']>>[number]

const toRescorable = (row: Row): RescorableReport => ({
  id: row.id,
  websiteId: row.website_id,
  domain: row.domain,
  page: identityOf(row),
  isNewest: row.newest === 1,
  ruleset: row.ruleset,
  oldVerdict: row.old_verdict,
  facts: row.facts,
})

export type RescoredReport = {
  id: number
  websiteId: number
  domain: string
  score: number
  result: Rating
  ruleset: number
  /** Packed, including `site`. */
  verdict: Buffer
  site: SiteFacts | null
}

/**
 * Replaces the verdicts of reports, and adjusts counters, in one transaction. Skips reports that were deleted, were
 * rescored with a newer ruleset meanwhile, or have become the newest of their URL. A report whose duplicates changed
 * again stays marked. Returns the number of replaced verdicts.
 */
export async function storeRescored(db: Kysely<Schema>, verdicts: readonly RescoredReport[]): Promise<number> {
  return db.transaction().execute(async (tx) => {
    let stored = 0
    // The same order everywhere, so that concurrent writers wait for each other without a deadlock.
    const perWebsite = Map.groupBy(
      verdicts.toSorted((a, b) => (a.domain < b.domain ? -1 : 1)),
      (one) => one.websiteId,
    )
    for (const [websiteId, ofWebsite] of perWebsite) {
      const change = noChange()
      if (!(await lockWebsite(tx, websiteId))) continue
      for (const verdict of ofWebsite) if (await replaceVerdict(tx, verdict, change)) stored += 1
      await changeCounters(tx, websiteId, change)
    }
    return stored
  })
}

async function replaceVerdict(
  tx: Transaction<Schema>,
  { id, websiteId, score, result, ruleset, verdict, site }: RescoredReport,
  change: CounterChange,
): Promise<boolean> {
  const current = await tx.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst()
  // A report that has become the newest of its URL was marked then, and will be rescored.
  if (!current || current.ruleset > ruleset || (current.newest === 1 && site === null)) return false
  const isCurrent =
    current.newest === 0 || site === null || (await isStillCurrent(tx, websiteId, identityOf(current), site))
  // Setting a column costs a write to each of its indexes, even if the value is the same.
  const mark: 0 | 1 = isCurrent ? 0 : 1
  const changed = {
    ...(score !== current.score && { score, result }),
    ...(ruleset !== current.ruleset && { ruleset }),
    ...(mark !== current.twins_changed && { twins_changed: mark }),
  }
  if (Object.keys(changed).length > 0) await tx.updateTable('reports').set(changed).where('id', '=', id).execute()
  await tx.updateTable('report_payloads').set({ verdict }).where('report_id', '=', id).execute()
  addReport(change, current, -1)
  addReport(change, { result, score }, 1)
  return true
}
