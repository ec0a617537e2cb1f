import { type Kysely, type RawBuilder, sql } from 'kysely'
import { brokenLinksCheck } from '#analyser/page-state.ts'
import { todayInUtc } from '#contract/format/dates.ts'
import { type GroupKind, groupKinds } from '#contract/lists/page-groups.ts'
import type { Indexability } from '#contract/reports/indexability.ts'
import { type Rating, ratings, ratingTable } from '#contract/reports/rating.ts'
import type { SampleOfIssue } from '#contract/websites/website-pages.ts'
import { readCauseKeys } from '../pages/page-issues.ts'
import { isLinkedError, pagesWithBrokenLinks } from '../pages/page-links.ts'
import { findChangedScores, isWaivedOn, type ScoreConditions, waivedChecks } from '../pages/waived-issues.ts'
import { cachedUntilChange } from '../query-cache.ts'
import type { Schema } from '../schema.ts'
import { type Decided, decideIssues } from './issue-targets.ts'

type SharedCause = { key: string; label: string; pages: number }

/**
 * An issue of a website's pages, without waived ones. `points` are tenths of a point: those of all pages, and the most
 * of one page.
 */
export type IssueOfWebsite = CountedIssue & Decided

type CountedIssue = {
  check: string
  /** The fault that the pages share; '' for one without a name, null if they differ. */
  fault: string | null
  pages: number
  waived_pages: number
  /** The pages of these that have no report. */
  unread_pages: number
  points: number
  most_points: number
  /** The day since which a page has had it without interruption; null if one may have had it for longer. */
  since: string | null
  sample: SampleOfIssue | null
  causes: SharedCause[]
}

/** The most causes of an issue that are returned. */
const maxCauses = 5

export const statusCheck = 'http-status'

/**
 * Error pages that others link to, or name as canonical, are targets of those issues, and no issue of their own. Links
 * don't count where broken ones are waived on a day.
 */
export const isUnlinked = (
  day: string,
) => sql<boolean>`(i.check_id <> ${statusCheck} or (coalesce(not ${isLinkedError(day)}, true)
  and not exists (select 1 from pages as c where c.website_id = p.website_id and c.canonical = p.url
    and c.gone_at is null)))`

/** Selects the IDs of a website's pages with an issue that counts and isn't waived on a day. */
export const pagesOfIssue = (websiteId: number, check: string, day: string): RawBuilder<number> =>
  check === brokenLinksCheck
    ? pagesWithBrokenLinks(day, websiteId)
    : sql`select i.page_id from page_issues as i inner join pages as p on p.id = i.page_id
        where i.website_id = ${websiteId} and i.check_id = ${check} and i.counted = 1
          and ${isUnlinked(day)} and not ${isWaivedOn(day)}`

const sharedFault = sql<string | null>`case when min(coalesce(i.fault, '')) = max(coalesce(i.fault, ''))
  then min(coalesce(i.fault, '')) end`.as('fault')

const sums = [
  'i.check_id',
  sql<number>`min(i.page_id)`.as('first'),
  sharedFault,
  sql<number>`cast(count(*) as integer)`.as('pages'),
  sql<number>`cast(sum(i.points) as integer)`.as('points'),
  sql<number>`max(i.points)`.as('most_points'),
  sql<string | null>`case when count(i.since) = count(*) then min(i.since) end`.as('since'),
] as const

const noIssue: Omit<CountedIssue, 'check'> = {
  fault: '',
  pages: 0,
  waived_pages: 0,
  unread_pages: 0,
  points: 0,
  most_points: 0,
  since: null,
  sample: null,
  causes: [],
}

/** Returns the issues of a website's pages that count and are not waived on a day, with what decides them. */
export async function findWebsiteIssues(
  db: Kysely<Schema>,
  websiteId: number,
  day = todayInUtc(),
): Promise<IssueOfWebsite[]> {
  const issues = await countIssues(db, websiteId, day)
  return decideIssues(db, websiteId, { issues, day, none: { ...noIssue, check: brokenLinksCheck } })
}

async function countIssues(db: Kysely<Schema>, websiteId: number, day: string): Promise<CountedIssue[]> {
  const ofWebsite = db.selectFrom('page_issues as i').where('i.website_id', '=', websiteId).where('i.counted', '=', 1)
  const errors = ofWebsite
    .innerJoin('pages as p', 'p.id', 'i.page_id')
    .where('i.check_id', '=', statusCheck)
    .where(isUnlinked(day))
  const counted = [
    ...(await ofWebsite.where('i.check_id', '<>', statusCheck).select(sums).groupBy('i.check_id').execute()),
    ...(await errors.select(sums).groupBy('i.check_id').execute()),
  ]
  const causes = await db
    .selectFrom('website_causes')
    .select(['check_id', 'cause_key as key', 'label', 'pages'])
    .where('website_id', '=', websiteId)
    .where('pages', '>', 1)
    .execute()
  const waived = await countWaived(db, websiteId, day)
  const left = await findUnwaived(db, { websiteId, checks: [...waived.keys()], day })
  const issues = counted
    .map((issue) => {
      const { pages = 0, points = 0 } = waived.get(issue.check_id) ?? {}
      const figures = { pages: issue.pages - pages, points: issue.points - points, waived_pages: pages }
      return { ...issue, ...figures, ...left.get(issue.check_id) }
    })
    .filter(({ pages }) => pages > 0)
  const samples = await samplesOf(db, issues)
  const unread = await countUnread(db, websiteId, day)
  const byCheck = Map.groupBy(causes, ({ check_id }) => check_id)
  return issues.map(({ check_id, fault, pages, points, most_points, since, waived_pages }) => ({
    check: check_id,
    fault,
    pages,
    waived_pages,
    unread_pages: unread.get(check_id) ?? 0,
    points,
    most_points,
    since,
    sample: samples.get(check_id) ?? null,
    causes: (byCheck.get(check_id) ?? [])
      .map(({ key, label, pages }) => ({ key, label, pages: pages - (waived.get(check_id)?.causes.get(key) ?? 0) }))
      .filter(({ pages }) => pages > 1)
      .toSorted((a, b) => b.pages - a.pages || (a.key < b.key ? -1 : 1))
      .slice(0, maxCauses),
  }))
}

type Waived = { pages: number; points: number; causes: Map<string, number> }

/** Counts the issues of a website that are waived, by their check. */
async function countWaived(db: Kysely<Schema>, websiteId: number, day: string): Promise<Map<string, Waived>> {
  const counts = new Map<string, Waived>()
  const checks = [...((await waivedChecks(db, [websiteId], day)).get(websiteId) ?? [])]
  if (checks.length === 0) return counts
  const rows = await db
    .selectFrom('page_issues as i')
    .innerJoin('pages as p', 'p.id', 'i.page_id')
    .select(['i.check_id', 'i.points', 'i.causes'])
    .where('i.website_id', '=', websiteId)
    .where('i.check_id', 'in', checks)
    .where('i.counted', '=', 1)
    .where(isUnlinked(day))
    .where(isWaivedOn(day))
    .execute()
  for (const { check_id, points, causes } of rows) {
    const count = counts.get(check_id) ?? { pages: 0, points: 0, causes: new Map<string, number>() }
    for (const key of readCauseKeys(causes)) count.causes.set(key, (count.causes.get(key) ?? 0) + 1)
    counts.set(check_id, { ...count, pages: count.pages + 1, points: count.points + points })
  }
  return counts
}

/** Returns the first page and the shared fault of issues by check, without the pages where they are waived. */
async function findUnwaived(
  db: Kysely<Schema>,
  { websiteId, checks, day }: { websiteId: number; checks: string[]; day: string },
): Promise<Map<string, { first: number; fault: string | null }>> {
  if (checks.length === 0) return new Map()
  const rows = await db
    .selectFrom('page_issues as i')
    .innerJoin('pages as p', 'p.id', 'i.page_id')
    .select(['i.check_id', sharedFault, ({ fn }) => fn.min('i.page_id').as('first')])
    .where('i.website_id', '=', websiteId)
    .where('i.check_id', 'in', checks)
    .where('i.counted', '=', 1)
    .where(isUnlinked(day))
    .where(sql<boolean>`not ${isWaivedOn(day)}`)
    .groupBy('i.check_id')
    .execute()
  return new Map(rows.map(({ check_id, first, fault }) => [check_id, { first, fault }]))
}

/** Counts the pages without a report whose issues aren't waived, by the check. Few pages have none. */
async function countUnread(db: Kysely<Schema>, websiteId: number, day: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('pages as p')
    .innerJoin('page_issues as i', 'i.page_id', 'p.id')
    .select(['i.check_id', sql<number>`cast(count(*) as integer)`.as('pages')])
    .where('p.website_id', '=', websiteId)
    .where('p.latest_report_id', '=', sql.lit(0))
    .where('i.counted', '=', 1)
    .where(sql<boolean>`not ${isWaivedOn(day)}`)
    .groupBy('i.check_id')
    .execute()
  return new Map(rows.map(({ check_id, pages }) => [check_id, pages]))
}

/** Returns the first page of each issue, by its check. */
async function samplesOf(
  db: Kysely<Schema>,
  issues: readonly { check_id: string; first: number }[],
): Promise<Map<string, SampleOfIssue>> {
  const firsts = new Map(issues.map(({ check_id, first }) => [check_id, first]))
  if (firsts.size === 0) return new Map()
  const rows = await db
    .selectFrom('pages as p')
    .leftJoin('reports as r', 'r.id', 'p.latest_report_id')
    .select(['p.id', 'r.id as report_id', 'p.url', 'r.title'])
    .where('p.id', 'in', [...new Set(firsts.values())])
    .execute()
  const byPage = new Map(rows.map(({ id, ...sample }) => [id, sample]))
  return new Map(
    [...firsts].flatMap(([check, page]) => {
      const sample = byPage.get(page)
      return sample ? [[check, sample]] : []
    }),
  )
}

export type GroupOfPages = {
  group: string
  kind: GroupKind
  pages: number
  average: number
  worst_check: string | null
}

/** The most groups of a kind that are returned. */
const maxGroups = 100

/**
 * Returns the groups of a website's indexable pages with at least two of them, the largest first, without shapes that
 * repeat a folder. Waived issues don't count. Cached until the data changes.
 */
export const findPageGroups = (
  db: Kysely<Schema>,
  websiteId: number,
  conditions: ScoreConditions,
): Promise<GroupOfPages[]> =>
  cachedUntilChange(db, `groups ${websiteId} ${conditions.day}`, async () => {
    const ofWebsite = db
      .selectFrom('pages as p')
      .where('p.website_id', '=', websiteId)
      .where('p.indexability', '=', 'indexable')
    const counted = await ofWebsite
      .select(['p.folder', 'p.shape', sql<number>`count(*)`.as('pages'), sql<number>`sum(p.score)`.as('sum')])
      .groupBy(['p.folder', 'p.shape'])
      .execute()
    const lost = ofWebsite
      .innerJoin('page_issues as i', 'i.page_id', 'p.id')
      .select(['p.folder', 'p.shape', 'i.check_id as check', sql<number>`sum(i.points)`.as('points')])
      .groupBy(['p.folder', 'p.shape', 'i.check_id'])
    const changed = await findChangedScores(db, [websiteId], conditions)
    const gained = changed.map(({ score, counted, ...groups }) => ({ ...groups, pages: 0, sum: counted - score }))
    const { settings = [] } = conditions
    const ofPages = settings.length > 0 ? lost.where('i.check_id', 'not in', settings) : lost
    const unwaived = changed.length > 0 ? ofPages.where(sql<boolean>`not ${isWaivedOn(conditions.day)}`) : ofPages
    const points = await unwaived.execute()
    const repeated = repeatedShapes(counted)
    const isNew = ({ shape }: Groups) => shape === null || !repeated.has(shape)
    return groupKinds.flatMap((kind) => {
      const ofKind = <Pages extends Groups>(pages: Pages[]) => (kind === 'shape' ? pages.filter(isNew) : pages)
      return groupsOfKind(kind, ofKind([...counted, ...gained]), ofKind(points))
    })
  })

type Groups = { folder: string; shape: string | null }
type CountedGroup = Groups & { pages: number; sum: number }
type LostPoints = Groups & { check: string; points: number }

/** Returns the shapes with the same pages as a folder, but for its index page. Such a group would say nothing new. */
function repeatedShapes(counted: readonly CountedGroup[]): ReadonlySet<string> {
  const folders = new Map<string, number>()
  for (const { folder, pages } of counted) folders.set(folder, (folders.get(folder) ?? 0) + pages)
  const byShape = Map.groupBy(counted, ({ shape }) => shape ?? '')
  const isRepeated = ([only, ...others]: CountedGroup[]) =>
    only && others.length === 0 && (folders.get(only.folder) ?? 0) - only.pages <= 1
  return new Set([...byShape].filter(([, groups]) => isRepeated(groups)).map(([shape]) => shape))
}

function groupsOfKind(kind: GroupKind, counted: CountedGroup[], lost: LostPoints[]): GroupOfPages[] {
  const points = new Map<string, Map<string, number>>()
  for (const { [kind]: group, check, points: some } of lost) {
    if (group === null) continue
    const ofGroup = points.get(group) ?? new Map<string, number>()
    points.set(group, ofGroup.set(check, (ofGroup.get(check) ?? 0) + some))
  }
  const groups = new Map<string, { pages: number; sum: number }>()
  for (const { [kind]: group, pages, sum } of counted) {
    if (group === null) continue
    const known = groups.get(group) ?? { pages: 0, sum: 0 }
    groups.set(group, { pages: known.pages + pages, sum: known.sum + sum })
  }
  const allPages = [...groups.values()].reduce((all, { pages }) => all + pages, 0)
  const total = (check: string) => [...points.values()].reduce((all, ofGroup) => all + (ofGroup.get(check) ?? 0), 0)
  return [...groups]
    .filter(([, { pages }]) => pages > 1)
    .toSorted(([a, one], [b, other]) => other.pages - one.pages || (a < b ? -1 : 1))
    .slice(0, maxGroups)
    .map(([group, { pages, sum }]) => {
      // An issue that all pages of the website have says nothing about the group, unless it has no other.
      const excess = ([check, some]: [string, number]) =>
        some / pages - (total(check) - some) / Math.max(1, allPages - pages)
      const [worst] = [...(points.get(group) ?? [])].toSorted(
        (a, b) => excess(b) - excess(a) || b[1] - a[1] || (a[0] < b[0] ? -1 : 1),
      )
      return { group, kind, pages, average: sum / pages, worst_check: worst?.[0] ?? null }
    })
}

// A report replaces the one before it of the same page. So the sums over all reports are those of the latest ones, and
// the sums over the reports of some days are the changes of those days. Only indexable pages count.
const added = (value: (score: RawBuilder<number>) => RawBuilder<number>) => {
  const of = (prefix: '' | 'previous_') =>
    sql`case when ${sql.ref(`${prefix}indexability`)} = 'indexable' then ${value(sql.ref(`${prefix}score`))} else 0 end`
  return sql<number>`cast(sum(${of('')} - ${of('previous_')}) as integer)`
}
export const addedPages = added(() => sql.lit(1)).as('added_pages')
export const addedSum = added((score) => score).as('added_sum')

function addedOf(rating: Rating) {
  const { from, to } = ratingTable[rating]
  return added((score) => sql`case when ${score} between ${sql.lit(from)} and ${sql.lit(to)} then 1 else 0 end`)
}

export type DayOfWebsite = {
  day: string
  pages: number
  average: number | null
  good: number
  decent: number
  bad: number
}

/**
 * Selects the changes of websites' pages since a day, by default all: by their reports, by what crawls found since the
 * latest ones, and by leaving the website.
 */
export const changesOfPages = (websiteIds: readonly number[], since = '') => sql<{
  website_id: number
  created_at: string
  score: number | null
  indexability: Indexability | null
  previous_score: number | null
  previous_indexability: Indexability | null
}>`(select website_id, created_at, score, indexability, previous_score, previous_indexability
    from reports where website_id in (${sql.join(websiteIds)}) and created_at >= ${since}
  union all select website_id, later_at, shown_score, page_indexability, score, indexability
    from reports where website_id in (${sql.join(websiteIds)}) and latest = 1 and later_at >= ${since}
  union all select p.website_id, p.gone_at, null, null, r.score, r.indexability
    from pages as p inner join reports as r on r.id = p.latest_report_id
    where p.website_id in (${sql.join(websiteIds)}) and p.gone_at >= ${since})`

/** Returns the state of a website's indexable pages on each day with changes, the oldest first. */
export async function findWebsiteHistory(db: Kysely<Schema>, websiteId: number): Promise<DayOfWebsite[]> {
  const changes = await db
    .selectFrom(changesOfPages([websiteId]).as('changes'))
    .select([sql<string>`substr(created_at, 1, 10)`.as('day'), addedPages, addedSum])
    .select(ratings.map((rating) => addedOf(rating).as(rating)))
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .execute()
  const now = { added_pages: 0, added_sum: 0, good: 0, decent: 0, bad: 0 }
  const names = ['added_pages', 'added_sum', ...ratings] as const
  return changes
    .filter((change) => names.some((name) => change[name] !== 0))
    .map((change) => {
      for (const name of names) now[name] += change[name]
      const { added_pages: pages, added_sum, ...counts } = now
      return { day: change.day, pages, ...counts, average: pages > 0 ? added_sum / pages : null }
    })
}
