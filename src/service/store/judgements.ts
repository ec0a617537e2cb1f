import { type Kysely, sql, type Transaction } from 'kysely'
import type { SiteFacts } from '#analyser/page-facts.ts'
import type { Rating } from '#contract/rating.ts'
import { identityOf } from './page-row.ts'
import type { Schema } from './schema.ts'
import type { PageIdentity } from './twins.ts'
import { stillSo } from './twins-changed.ts'

/** A report with what is needed to judge it again, its payload as it is stored. */
export type Rejudgeable = {
  id: number
  websiteId: number
  domain: string
  page: PageIdentity
  /** History is judged by what the website's other pages said when it was made. */
  isNewest: boolean
  ruleset: number
  /** Of history alone, what the website's other pages said when it was made; else the new verdict needs nothing of it. */
  oldVerdict: Buffer | null
  facts: Buffer
}

/** Where a walk over reports of older rule sets stands. */
export type RescorePosition = { ruleset: number; id: number }

/** Before the first. */
export const firstToRescore: RescorePosition = { ruleset: 0, id: 0 }

const rejudgeable = (db: Kysely<Schema>) =>
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

/** Reports judged by rule sets older than `ruleset`, oldest first, after the position. */
export async function reportsToRescore(
  db: Kysely<Schema>,
  ruleset: number,
  after: RescorePosition,
  limit: number,
): Promise<Rejudgeable[]> {
  const rows = await rejudgeable(db)
    .where('r.ruleset', '<', ruleset)
    .where(sql<boolean>`(r.ruleset, r.id) > (${after.ruleset}, ${after.id})`)
    .orderBy('r.ruleset')
    .orderBy('r.id')
    .limit(limit)
    .execute()
  return rows.map(toRejudgeable)
}

export async function countToRescore(db: Kysely<Schema>, ruleset: number): Promise<number> {
  const deleted = db.selectFrom('websites').select('id').where('deleted_at', 'is not', null)
  const older = db.selectFrom('reports').where('ruleset', '<', ruleset).where('website_id', 'not in', deleted)
  return (await older.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()).total
}

/** Reports whose twins changed since they were judged; of one website, or of all, without those `passedOver`. */
export async function reportsWithChangedTwins(
  db: Kysely<Schema>,
  websiteId: number | null,
  passedOver: number[],
  limit: number,
): Promise<Rejudgeable[]> {
  const everywhere = rejudgeable(db).where('r.twins_changed', '=', sql.lit(1))
  const marked = websiteId === null ? everywhere : everywhere.where('r.website_id', '=', websiteId)
  const rows = await (passedOver.length === 0 ? marked : marked.where('r.id', 'not in', passedOver))
    .orderBy('r.website_id')
    .orderBy('r.id')
    .limit(limit)
    .execute()
  return rows.map(toRejudgeable)
}

type Row = Awaited<ReturnType<ReturnType<typeof rejudgeable>['execute']>>[number]

const toRejudgeable = (row: Row): Rejudgeable => {
  const { id, website_id: websiteId, domain, ruleset, old_verdict: oldVerdict, facts } = row
  return { id, websiteId, domain, page: identityOf(row), isNewest: row.newest === 1, ruleset, oldVerdict, facts }
}

export type NewJudgement = {
  id: number
  websiteId: number
  domain: string
  score: number
  result: Rating
  ruleset: number
  /** Packed, with `site` in it. */
  verdict: Buffer
  site: SiteFacts | null
}

/**
 * Puts new judgements in the place of the old ones, counters included, in one transaction. A report that is gone, or was
 * judged by a newer rule set meanwhile, or came to stand for its page, is left alone; one whose twins changed again stays
 * marked. Returns how many were put.
 */
export async function storeJudgements(db: Kysely<Schema>, judgements: readonly NewJudgement[]): Promise<number> {
  return db.transaction().execute(async (tx) => {
    let stored = 0
    // In one order everywhere, so that two writers wait for each other instead of blocking each other.
    const perWebsite = Map.groupBy(
      judgements.toSorted((a, b) => (a.domain < b.domain ? -1 : 1)),
      (one) => one.websiteId,
    )
    for (const [websiteId, ofWebsite] of perWebsite) {
      const change = emptyChange()
      if (!(await lockWebsite(tx, websiteId))) continue
      for (const judgement of ofWebsite) if (await replace(tx, judgement, change)) stored += 1
      await applyChange(tx, websiteId, change)
    }
    return stored
  })
}

type Change = Record<Rating | 'sum', number>
const emptyChange = (): Change => ({ sum: 0, good: 0, decent: 0, bad: 0 })

async function replace(
  tx: Transaction<Schema>,
  { id, websiteId, score, result, ruleset, verdict, site }: NewJudgement,
  change: Change,
): Promise<boolean> {
  const now = await tx.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst()
  // Judged as history, it may stand for its page by now: then it was marked, and is judged anew.
  if (!now || now.ruleset > ruleset || (now.newest === 1 && site === null)) return false
  const isTrue = now.newest === 0 || site === null || (await stillSo(tx, websiteId, identityOf(now), site))
  // Every column that is set costs the indexes it is in, changed or not.
  const mark: 0 | 1 = isTrue ? 0 : 1
  const changed = {
    ...(score !== now.score && { score, result }),
    ...(ruleset !== now.ruleset && { ruleset }),
    ...(mark !== now.twins_changed && { twins_changed: mark }),
  }
  if (Object.keys(changed).length > 0) await tx.updateTable('reports').set(changed).where('id', '=', id).execute()
  await tx.updateTable('report_payloads').set({ verdict }).where('report_id', '=', id).execute()
  change.sum += score - now.score
  change[now.result] -= 1
  change[result] += 1
  return true
}

async function lockWebsite(tx: Transaction<Schema>, id: number): Promise<boolean> {
  const locked = tx
    .updateTable('websites')
    .set(({ ref }) => ({ domain: ref('domain') }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
  return (await locked.executeTakeFirst()).numUpdatedRows === 1n
}

async function applyChange(tx: Transaction<Schema>, websiteId: number, { sum, good, decent, bad }: Change) {
  if (sum === 0 && good === 0 && decent === 0 && bad === 0) return
  await tx
    .updateTable('websites')
    .set((eb) => ({
      score_sum: eb('score_sum', '+', sum),
      good: eb('good', '+', good),
      decent: eb('decent', '+', decent),
      bad: eb('bad', '+', bad),
    }))
    .where('id', '=', websiteId)
    .execute()
}
