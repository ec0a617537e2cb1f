import { type Kysely, type RawBuilder, sql } from 'kysely'
import { scoreOfLost } from '#contract/reports/rating.ts'
import type { Schema } from '../schema.ts'
import type { WebsiteRecord } from '../websites/websites.ts'
import { isActiveOn } from './waivers.ts'

/**
 * Selects whether an issue, `page_issues as i`, is waived on a day. Nothing of it is stored, so that waivers expire
 * automatically. The page is read only for a waiver of some pages.
 */
export const isWaivedOn = (day: string): RawBuilder<boolean> => sql<boolean>`exists (select 1 from waivers as w
  where w.check_id = i.check_id and w.website_id = i.website_id and ${isActiveOn(day)} and (w.scope = 'website'
    or exists (select 1 from pages as c where c.id = i.page_id and ${isTarget('c')})))`

/** The condition for a waiver, a row of `waivers as w`, that covers a page, by default `pages as p`, on a day. */
const coversPage = (day: string, page = 'p') =>
  sql<boolean>`${isActiveOn(day)} and (w.scope = 'website' or ${isTarget(page)})`

/** Selects whether a check is waived on a page, a row of `pages` by another name, even without the issue. */
export const isCheckWaivedOn = (check: string | RawBuilder<unknown>, page: string, day: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from waivers as w where w.website_id = ${sql.ref(`${page}.website_id`)}
    and w.check_id = ${check} and ${coversPage(day, page)})`

/** Selects whether a page is the target of a waiver, or in the group that is. */
const isTarget = (page: string) => {
  const column = (name: string) => sql.ref(`${page}.${name}`)
  return sql<boolean>`((w.scope = 'page' and w.target = ${column('url_key')})
    or (w.scope = 'group' and (w.target = ${column('folder')} or w.target = ${column('shape')})))`
}

/** Returns the checks of the waivers that are active on a day, by website. Most websites have none. */
export async function waivedChecks(
  db: Kysely<Schema>,
  websiteIds: readonly number[],
  day: string,
): Promise<Map<number, Set<string>>> {
  if (websiteIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('waivers as w')
    .select(['w.website_id', 'w.check_id'])
    .distinct()
    .where('w.website_id', 'in', websiteIds)
    .where(isActiveOn(day))
    .execute()
  const byWebsite = Map.groupBy(rows, ({ website_id }) => website_id)
  return new Map([...byWebsite].map(([id, some]) => [id, new Set(some.map(({ check_id }) => check_id))]))
}

/**
 * Returns the checks of the counted issues of pages that aren't waived on a day, by page.
 * @param counts a condition on the issues and their pages, `pages as p`
 */
export async function openIssues(
  db: Kysely<Schema>,
  pageIds: readonly number[],
  day: string,
  counts: RawBuilder<boolean>,
): Promise<Map<number, Set<string>>> {
  const issues = db
    .selectFrom('page_issues as i')
    .innerJoin('pages as p', 'p.id', 'i.page_id')
    .where(counts)
    .select(['i.page_id', 'i.check_id'])
    .where('i.page_id', 'in', pageIds)
    .where('i.counted', '=', 1)
  const rows = await issues.where(sql<boolean>`not ${isWaivedOn(day)}`).execute()
  const byPage = Map.groupBy(rows, ({ page_id }) => page_id)
  return new Map([...byPage].map(([id, some]) => [id, new Set(some.map(({ check_id }) => check_id))]))
}

/** The scores of a page: as its report has it, without its waived issues, and also without those of a plan. */
export type PageScores = {
  website_id: number
  folder: string
  shape: string | null
  score: number
  counted: number
  fixed: number
}

/**
 * `day` selects the waivers that count, `blockers` are the checks that cap scores, and `fixed` are those whose issues a
 * plan fixes.
 */
export type ScoreConditions = {
  day: string
  blockers: readonly string[]
  fixed?: readonly string[]
  /** The checks that judge a setting of the whole website, which tells no group from others. */
  settings?: readonly string[]
}

/** Returns the scores of the indexable pages that have an issue that is waived, or is in the plan. */
export async function findChangedScores(
  db: Kysely<Schema>,
  websiteIds: readonly number[],
  { day, blockers, fixed = [] }: ScoreConditions,
): Promise<PageScores[]> {
  const waived = await waivedChecks(db, websiteIds, day)
  const checks = [...new Set([...fixed, ...[...waived.values()].flatMap((some) => [...some])])]
  const ids = fixed.length > 0 ? websiteIds : [...waived.keys()]
  if (checks.length === 0 || ids.length === 0) return []
  const counts = sql`case when ${isWaivedOn(day)} then 0 else 1 end`
  const isFixed = fixed.length > 0 ? sql`i.check_id in (${sql.join(fixed)})` : sql`1 = 0`
  const caps = sql`i.outcome = 'fail' and i.check_id in (${sql.join(blockers)})`
  const issues = sql`select p.id, p.website_id, p.folder, p.shape, p.score, i.points, ${counts} as counts,
      case when ${isFixed} then 0 else 1 end as stays, case when ${caps} then 1 else 0 end as caps
    from page_issues as i inner join pages as p on p.id = i.page_id
    where p.indexability = 'indexable' and i.page_id in (select c.page_id from page_issues as c
      where c.website_id in (${sql.join([...ids])}) and c.check_id in (${sql.join(checks)}))`
  const { rows } = await sql<{
    website_id: number
    folder: string
    shape: string | null
    score: number
    changed: number
    lost: number
    lost_fixed: number
    capped: number
    capped_fixed: number
  }>`select website_id, folder, shape, score, max(1 - counts * stays) as changed,
      sum(points * counts) as lost, sum(points * counts * stays) as lost_fixed,
      max(caps * counts) as capped, max(caps * counts * stays) as capped_fixed
    from (${issues}) as e group by id, website_id, folder, shape, score`.execute(db)
  return rows
    .filter(({ changed }) => changed === 1)
    .map(({ website_id, folder, shape, score, lost, lost_fixed, capped, capped_fixed }) => ({
      website_id,
      folder,
      shape,
      score,
      counted: scoreOfLost(lost, capped === 1).score,
      fixed: scoreOfLost(lost_fixed, capped_fixed === 1).score,
    }))
}

/**
 * Returns the websites with averages that leave out waived issues. Counts by rating stay those of the lists of reports.
 */
export async function withoutWaived<Website extends Pick<WebsiteRecord, 'id' | 'counted_average' | 'counted_pages'>>(
  db: Kysely<Schema>,
  websites: readonly Website[],
  conditions: ScoreConditions,
): Promise<Website[]> {
  const ids = websites.map(({ id }) => id)
  const byWebsite = Map.groupBy(await findChangedScores(db, ids, conditions), ({ website_id }) => website_id)
  return websites.map((website) => {
    const pages = byWebsite.get(website.id) ?? []
    const gained = pages.reduce((sum, { score, counted }) => sum + counted - score, 0)
    const { counted_average, counted_pages } = website
    return counted_average === null || gained === 0
      ? website
      : { ...website, counted_average: counted_average + gained / counted_pages }
  })
}

export type WhatIf = {
  pages: number
  pages_changed: number
  pages_findable: number
  average: number | null
  average_fixed: number | null
}

/** Returns the average of a website's indexable pages if the checks `fixed` had no issue. */
export async function findWhatIf(
  db: Kysely<Schema>,
  { id, counted_pages, counted_average }: WebsiteRecord,
  conditions: ScoreConditions,
): Promise<WhatIf> {
  const pages = await findChangedScores(db, [id], conditions)
  const averageWith = (name: 'counted' | 'fixed') =>
    counted_average === null
      ? null
      : counted_average + pages.reduce((sum, page) => sum + page[name] - page.score, 0) / counted_pages
  return {
    pages: counted_pages,
    pages_changed: pages.filter(({ counted, fixed }) => fixed !== counted).length,
    pages_findable: await countFindable(db, id, conditions),
    average: averageWith('counted'),
    average_fixed: averageWith('fixed'),
  }
}

/** Counts the pages that nothing but issues of a plan keeps out of search. A missing page stays missing. */
async function countFindable(
  db: Kysely<Schema>,
  websiteId: number,
  { day, blockers, fixed = [] }: ScoreConditions,
): Promise<number> {
  if (fixed.length === 0) return 0
  const others = blockers.filter((check) => !fixed.includes(check))
  const { pages } = await db
    .selectFrom('pages as p')
    .innerJoin('page_issues as i', (join) =>
      join.onRef('i.page_id', '=', 'p.id').onRef('i.check_id', '=', 'p.main_issue'),
    )
    .select(sql<number>`cast(count(*) as integer)`.as('pages'))
    .where('p.website_id', '=', websiteId)
    .where('p.indexability', 'in', ['blocked', 'unlikely', 'other_url'])
    .where('p.main_issue', 'in', fixed)
    .where(sql<boolean>`coalesce(p.status, 0) not in (404, 410)`)
    .where(sql<boolean>`not ${isWaivedOn(day)}`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('page_issues as o')
            .select('o.check_id')
            .whereRef('o.page_id', '=', 'p.id')
            .where('o.outcome', '=', 'fail')
            .where('o.check_id', 'in', others.length > 0 ? others : ['']),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return pages
}
