import { type Generated, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { GoogleIndexFacts } from '#analyser/page-facts.ts'
import { dayMs } from '#contract/format/dates.ts'
import type { Inspection } from '#contract/google/search-answers.ts'
import type { Schema } from '../schema.ts'

/** What Google said of a page in its index. All is null for a URL that it can't inspect. */
export type IndexState = Omit<Inspection, 'inspected_at' | 'before'>

/** Those of the pages of websites that Google was asked about, as of its last answer. */
export type PageInspectionsTable = IndexState & {
  page_id: number
  website_id: number
  inspected_at: string
  /** The state before the last change of the verdict or of `google_index`, until that time. */
  verdict_before: Generated<string | null>
  index_before: Generated<string | null>
  before_until: Generated<string | null>
  /** 1 from when Google dropped the page until alerts were sent. */
  is_dropped: Generated<0 | 1>
}

type PageInspectionRecord = Selectable<PageInspectionsTable>

/** The most inspections of a property in a day (Google's limit). */
export const dayInspections = 2_000
/** Days after which a page with clicks comes before all others again. */
const clicksAgainDays = 7

export type PageToInspect = { id: number; url: string }

/** Returns how many pages of a property were inspected since a time, also those of other websites with the property. */
export async function countInspections(db: Kysely<Schema>, property: string, since: string): Promise<number> {
  const { count } = await db
    .selectFrom('page_inspections as i')
    .innerJoin('search_connections as c', 'c.website_id', 'i.website_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('c.property', '=', property)
    .where('i.inspected_at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Returns the pages of a website within a property that weren't inspected since `today` began: those with clicks that
 * weren't inspected for a week, by their clicks; new pages; those that changed since; then those not inspected longest.
 */
export async function pagesToInspect(
  db: Kysely<Schema>,
  { website_id, property }: { website_id: number; property: string },
  { today, limit }: { today: string; limit: number },
): Promise<PageToInspect[]> {
  const weekAgo = new Date(Date.parse(today) - (clicksAgainDays - 1) * dayMs).toISOString()
  const { rows } = await sql<PageToInspect>`select id, url from (
      select p.id, p.url, p.clicks, i.inspected_at,
        case when p.clicks > 0 and (i.inspected_at is null or i.inspected_at < ${weekAgo}) then 0
          when i.inspected_at is null then 1 when p.changed_at > i.inspected_at then 2 else 3 end as turn
      from pages as p left join page_inspections as i on i.page_id = p.id
      where p.website_id = ${website_id} and p.gone_at is null and ${isWithin(property)}
        and (i.inspected_at is null or i.inspected_at < ${today})
    ) as page
    order by turn, case when turn = 0 then -clicks end, case when turn = 3 then inspected_at end, id desc
    limit ${limit}`.execute(db)
  return rows
}

/** Selects the pages of a property, `pages as p`. */
function isWithin(property: string) {
  const domain = /^sc-domain:(.*)$/.exec(property)?.[1]
  if (domain === undefined) return sql`substr(p.url, 1, ${property.length}) = ${property}`
  const hosts = [domain, `%.${domain}`].flatMap((host) => [`https://${host}/%`, `http://${host}/%`])
  return sql`(${sql.join(
    hosts.map((host) => sql`p.url like ${host}`),
    sql` or `,
  )})`
}

/** Null for a page that Google can't inspect. */
export type InspectedPage = { id: number; state: IndexState | null }

/** Stores what Google said of pages of a website. What it said before stays for those that it can't inspect now. */
export const storeInspections = (
  db: Kysely<Schema>,
  website_id: number,
  pages: readonly InspectedPage[],
  inspected_at: string,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const ids = pages.map(({ id }) => id)
    const before = await tx.selectFrom('page_inspections').selectAll().where('page_id', 'in', ids).execute()
    // Others were deleted meanwhile.
    const kept = new Set(
      (await tx.selectFrom('pages').select('id').where('id', 'in', ids).execute()).map(({ id }) => id),
    )
    const rows = pages
      .filter(({ id }) => kept.has(id))
      .map(({ id, state }) => {
        const stored = before.find(({ page_id }) => page_id === id)
        const changed = state && stored && isOther(stored, state) ? stored : undefined
        return {
          ...noState,
          ...stored,
          ...state,
          page_id: id,
          website_id,
          inspected_at,
          ...(state && { is_dropped: isDropped(stored, state) }),
          ...(changed && {
            verdict_before: changed.verdict,
            index_before: changed.google_index,
            before_until: inspected_at,
          }),
        }
      })
    for (const row of rows)
      await tx
        .insertInto('page_inspections')
        .values(row)
        .onConflict((conflict) => conflict.column('page_id').doUpdateSet(row))
        .execute()
  })

/** A URL that Google couldn't inspect before has no state that could change. */
const isOther = (before: IndexState, now: IndexState) =>
  (before.verdict ?? before.google_index) !== null &&
  (before.verdict !== now.verdict || before.google_index !== now.google_index)

/** A drop that alerts don't know yet stays one until Google has the page again. */
function isDropped(before: PageInspectionRecord | undefined, now: IndexState): 0 | 1 {
  if (now.verdict === null || now.verdict === 'VERDICT_UNSPECIFIED') return before?.is_dropped ?? 0
  if (now.verdict === 'PASS') return 0
  return before?.verdict === 'PASS' ? 1 : (before?.is_dropped ?? 0)
}

const noState = {
  verdict: null,
  google_index: null,
  robots_txt_state: null,
  indexing_state: null,
  page_fetch_state: null,
  google_canonical: null,
  user_canonical: null,
  last_crawl_at: null,
} satisfies IndexState

/** Returns what Google said of a page; null if it wasn't asked. */
export async function findInspection(db: Kysely<Schema>, pageId: number): Promise<Inspection | null> {
  const row = await db.selectFrom('page_inspections').selectAll().where('page_id', '=', pageId).executeTakeFirst()
  if (!row) return null
  const { page_id: _, website_id: __, verdict_before, index_before, before_until, is_dropped: ___, ...inspection } = row
  const before =
    before_until === null ? null : { verdict: verdict_before, google_index: index_before, until: before_until }
  return { ...inspection, before }
}

/** Returns that as a report has it, by the key of the URL of its page. */
export async function findIndexFacts(
  db: Kysely<Schema>,
  domain: string,
  urlKey: string,
): Promise<GoogleIndexFacts | null> {
  const row = await db
    .selectFrom('pages as p')
    .innerJoin('websites as w', 'w.id', 'p.website_id')
    .innerJoin('page_inspections as x', 'x.page_id', 'p.id')
    .select(['x.verdict', 'x.google_index as state', 'x.google_canonical as canonical'])
    .select(['x.last_crawl_at as crawledAt', 'x.inspected_at as inspectedAt'])
    .where('w.domain', '=', domain)
    .where('w.deleted_at', 'is', null)
    .where('p.url_key', '=', urlKey)
    .executeTakeFirst()
  return row && (row.verdict ?? row.state) !== null ? row : null
}

/** Deletes up to `batch` inspections of a website. Returns their number. */
export async function deleteSomeInspections(
  tx: Transaction<Schema>,
  websiteId: number,
  batch: number,
): Promise<number> {
  const some = tx.selectFrom('page_inspections').select('page_id').where('website_id', '=', websiteId).limit(batch)
  const deleted = await tx.deleteFrom('page_inspections').where('page_id', 'in', some).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
