import { type InferResult, type Kysely, type RawBuilder, sql } from 'kysely'
import { canBeIndexed } from '#contract/reports/indexability.ts'
import { pathKey } from '#contract/url-key.ts'
import {
  hereFilters,
  type PathDifference,
  type PathKind,
  pathKinds,
  type UnpagedAgainst,
  wordsLeast,
  wordsShare,
} from '#contract/websites/website-comparison.ts'
import { domainOf } from '#contract/websites/website.ts'
import { engineOf } from '../engine.ts'
import { and } from '../lists/list.ts'
import { conditionsOf, isFound, type PageRecord, selectPages } from '../lists/page-list.ts'
import { merge, peekable, type RowReader, rowsAtOnce } from '../merge-rows.ts'
import type { Schema } from '../schema.ts'
import { type UnreadPath, unreadPaths } from './unread-paths.ts'
import type { WebsiteRecord } from './websites.ts'

type Website = Pick<WebsiteRecord, 'id' | 'domain'>
/** `crawl` limits a website to the pages of that crawl. */
export type ComparedSide = { website: Website; crawl: number | null; isJudgedAsProduction: boolean }
export type Sides = { here: ComparedSide; there: ComparedSide }

/** The checks whose issues can differ because of the hosts alone. */
export type HostChecks = {
  /** Those of settings that all pages of a website share. They are counted apart. */
  settings: ReadonlySet<string>
  /** Left out if both pages name the same canonical path. */
  canonical: ReadonlySet<string>
  /** Left out if one of the websites is treated as if it were live. */
  production: ReadonlySet<string>
  /** Returns the checks that two rulesets judge differently; null if none can be compared. */
  changedBetween(one: number, other: number): readonly string[] | null
}

/** `issue_points` has the points of each issue of the latest report, in tenths, as JSON. Null without issues. */
type Row = InferResult<ReturnType<typeof selectRows>>[number]
type RowOfPath = Row & { path: string }

/** The differences of a path. */
export type ComparedPath = {
  path: string
  kind: PathKind
  here: PageRecord | null
  there: PageRecord | null
  unread: UnreadPath | null
  differences: PathDifference[]
  newIssues: string[]
  fixedIssues: string[]
}

/** The IDs of the pages of a path, and how bad their difference is. */
type RankedPath = {
  path: string
  worst: number
  here: number | null
  there: number | null
  unread: UnreadPath | null
}

type SettingCounts = { new: Map<string, number>; fixed: Map<string, number> }

export type WebsitesCompared = {
  pages: { here: number; there: number }
  counts: Record<PathKind, number>
  settings: SettingCounts
  /** The paths of the wanted kinds, worst first. */
  found: RankedPath[]
}

/**
 * Compares the latest reports of two websites' pages by path, in one pass over the stored columns of both, which are
 * read some at a time. Of a path, only the IDs of its pages are kept.
 */
export async function compareWebsites(
  db: Kysely<Schema>,
  sides: Sides,
  query: UnpagedAgainst,
  checks: HostChecks,
): Promise<WebsitesCompared> {
  const compared: WebsitesCompared = {
    pages: { here: 0, there: 0 },
    counts: Object.fromEntries(pathKinds.map((kind) => [kind, 0])) as Record<PathKind, number>,
    settings: { new: new Map(), fixed: new Map() },
    found: [],
  }
  const isWanted = pathFilter(query)
  const needsPageHere = hereFilters.some((name) => query[name] !== null)
  const conditions = conditionsOf(sides.here.website, query)
  const compare = pageComparer(sides, checks)
  const unreadOn = { here: await unreadPaths(db, sides.here), there: await unreadPaths(db, sides.there) }
  const read = (name: 'here' | 'there') => pathsOf(db, sides[name], name === 'here' ? conditions : [])
  await merge(read('here'), read('there'), byPath, (here, there) => {
    const path = (here ?? there)?.path ?? ''
    if (!isWanted(path) || (needsPageHere && here?.passes !== 1)) return
    if (here) compared.pages.here += 1
    if (there) compared.pages.there += 1
    const { kind: ofPages, newIssues, fixedIssues, settings, worst } = compare(here, there)
    const unread = here && there ? null : unreadOn[here ? 'there' : 'here'](path)
    const kind = unread ? 'unread' : ofPages
    if (query.check !== null && ![...newIssues, ...fixedIssues].includes(query.check)) return
    compared.counts[kind] += 1
    for (const check of settings.new) addOne(compared.settings.new, check)
    for (const check of settings.fixed) addOne(compared.settings.fixed, check)
    if (kind === query.kind || (query.kind === null && (kind !== 'same' || query.path !== null)))
      compared.found.push({ path, worst, here: here?.id ?? null, there: there?.id ?? null, unread })
  })
  compared.found.sort((a, b) => b.worst - a.worst || byPath(a, b))
  return compared
}

/** Returns the pages of some paths with their differences. Paths whose pages are deleted meanwhile are left out. */
export async function readComparedPaths(
  db: Kysely<Schema>,
  sides: Sides,
  found: readonly RankedPath[],
  checks: HostChecks,
): Promise<ComparedPath[]> {
  const ids = found.flatMap(({ here, there }) => [here, there]).filter((id) => id !== null)
  const rows = ids.length > 0 ? await selectRows(db, []).where('p.id', 'in', ids).execute() : []
  const byId = new Map(rows.map((row) => [row.id, row]))
  const compare = pageComparer(sides, checks)
  return found.flatMap(({ path, unread, ...pages }): ComparedPath[] => {
    const [here, there] = [byId.get(pages.here ?? 0), byId.get(pages.there ?? 0)]
    if (!here && !there) return []
    const { kind, differences, newIssues, fixedIssues } = compare(here, there)
    const ofPath = { path, kind: unread ? 'unread' : kind, unread, here: here ?? null, there: there ?? null } as const
    return [{ ...ofPath, differences, newIssues, fixedIssues }]
  })
}

/** Returns the websites among some that are treated as if they were live. */
export async function judgedAsProduction(db: Kysely<Schema>, ids: readonly number[]): Promise<Set<number>> {
  const live = db.selectFrom('website_identities').select('website_id').where('judge_as_production', '=', 1)
  return new Set((await live.where('website_id', 'in', ids).execute()).map(({ website_id }) => website_id))
}

const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)

const addOne = (counts: Map<string, number>, check: string) => void counts.set(check, (counts.get(check) ?? 0) + 1)

function pathFilter({ search, path, folder }: UnpagedAgainst) {
  const wanted = search.toLowerCase()
  return (given: string) =>
    (path === null || given === path) &&
    (folder === null || given.startsWith(folder)) &&
    (wanted === '' || given.toLowerCase().includes(wanted) || readable(given).toLowerCase().includes(wanted))
}

/** Returns a path as people read it. */
function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

function selectRows(db: Kysely<Schema>, conditions: readonly RawBuilder<boolean>[]) {
  const object = engineOf(db) === 'sqlite' ? sql`json_group_object` : sql`json_object_agg`
  const points = sql<string | null>`(select cast(${object}(i.check_id, i.points order by i.check_id) as text)
    from page_issues as i where i.page_id = p.id)`
  const passes = conditions.length > 0 ? sql<number>`case when ${and(conditions)} then 1 else 0 end` : sql<number>`1`
  return selectPages(db)
    .select(['p.url_key', 'p.unchecked', 'r.ruleset'])
    .select([points.as('issue_points'), passes.as('passes')])
    .where('p.latest_report_id', '>', 0)
    .$narrowType<{ report_id: number; ruleset: number }>()
}

/**
 * Reads the pages of a website by path, with one page of each: a path can exist by http and https, and with and without
 * `www.`. Redirects come last among them.
 */
function pathsOf(
  db: Kysely<Schema>,
  { website, crawl }: ComparedSide,
  conditions: readonly RawBuilder<boolean>[],
): RowReader<RowOfPath> {
  const readers = originsOf(website.domain).map((origin) =>
    peekable<RowOfPath>(async (last) => {
      const rows = selectRows(db, conditions)
        .where('p.website_id', '=', website.id)
        .where(isFound)
        .where('p.url_key', '>', last?.url_key ?? origin)
        .where('p.url_key', '<', afterPrefix(`${origin}/`))
        .orderBy('p.url_key')
        .limit(rowsAtOnce)
      const limited = crawl === null ? rows : rows.where(isInCrawl(crawl))
      const found = await limited.execute()
      return found.map((row) => ({ ...row, path: row.url_key.slice(origin.length) }))
    }),
  )
  let next: RowOfPath | undefined
  return {
    pass: () => void (next = undefined),
    async peek() {
      if (next) return next
      const heads = []
      for (const reader of readers) heads.push({ reader, row: await reader.peek() })
      const rows = heads.flatMap(({ row }) => (row ? [row] : []))
      const [first] = rows.toSorted(byPath)
      if (!first) return undefined
      for (const { reader, row } of heads) if (row?.path === first.path) reader.pass()
      const [best] = rows
        .filter(({ path }) => path === first.path)
        .toSorted((a, b) => Number(isRedirect(a)) - Number(isRedirect(b)) || b.report_id - a.report_id)
      return (next = best)
    },
  }
}

const isRedirect = ({ redirects_to }: Row) => redirects_to !== null

const isInCrawl = (crawl: number) =>
  sql<boolean>`exists (select 1 from crawl_urls as u
    where u.crawl_id = ${crawl} and u.target = p.target and u.kind = 'page')`

/** Returns the first text behind all those that begin with a prefix. */
const afterPrefix = (prefix: string) =>
  prefix.slice(0, -1) + String.fromCodePoint((prefix.codePointAt(prefix.length - 1) ?? 0) + 1)

/** Returns the origins whose pages belong to a domain. See `domainOf`. */
function originsOf(domain: string): string[] {
  const [host = '', port] = domain.split(/:(?=\d+$)/)
  const hosts = domainOf({ host: `www.${domain}` }) === domain ? [host, `www.${host}`] : [host]
  const named = hosts.flatMap((name) => [name, `${name}.`]).map((name) => (port ? `${name}:${port}` : name))
  return ['https', 'http'].flatMap((scheme) => named.map((name) => `${scheme}://${name}`))
}

type Comparison = Pick<ComparedPath, 'kind' | 'differences' | 'newIssues' | 'fixedIssues'> & {
  settings: { new: string[]; fixed: string[] }
  worst: number
}

const nothing = { differences: [], newIssues: [], fixedIssues: [], settings: { new: [], fixed: [] } }

/** Returns a function that compares the pages of one path. */
function pageComparer({ here: { website, ...ofHere }, there }: Sides, checks: HostChecks) {
  const isLive = ofHere.isJudgedAsProduction || there.isJudgedAsProduction
  const domains = new Set([website.domain, there.website.domain])
  /** Returns a URL without its host if that is one of the two. */
  const place = (url: string | null): string | null => {
    const parsed = URL.parse(url ?? '')
    if (!url || !parsed || !domains.has(domainOf(parsed))) return url
    return pathKey(url)
  }
  const hidesIndexing = ({ indexing_code: code, indexability }: Row, isSameCanonical: boolean) =>
    (isSameCanonical &&
      // A page that names staging is a fault of its own.
      code !== 'canonical_staging' &&
      (indexability === 'other_url' || code?.startsWith('canonical') === true)) ||
    (isLive && (code === 'noindex' || code?.startsWith('robots') === true))

  return (a: Row | undefined, b: Row | undefined): Comparison => {
    if (!a || !b)
      return a
        ? { ...nothing, kind: 'new', worst: -1 }
        : { ...nothing, kind: 'missing', worst: canBeIndexed(b?.indexability ?? null) ? 500 : 0 }
    const canonical = a.canonical === b.canonical || place(a.canonical) === place(b.canonical)
    const hasTexts = a.title_length !== null && b.title_length !== null
    const indexing = a.indexability === b.indexability || hidesIndexing(a, canonical) || hidesIndexing(b, canonical)
    const issues = compareIssues(a, b, {
      ...checks,
      leftOut: (check) =>
        (canonical && a.canonical !== null && checks.canonical.has(check)) || (isLive && checks.production.has(check)),
    })
    const differs: Record<PathDifference, boolean> = {
      indexability: !indexing,
      status: a.status !== b.status,
      redirect: place(a.redirects_to) !== place(b.redirects_to),
      canonical: hasTexts && !canonical,
      title: hasTexts && a.title !== b.title,
      description: hasTexts && a.description !== b.description,
      h1: hasTexts && a.h1 !== b.h1,
      words: hasTexts && isOtherAmount(a.words ?? 0, b.words ?? 0),
      issues: issues.newIssues.length + issues.fixedIssues.length > 0,
      score: a.score !== null && b.score !== null && a.score !== b.score && issues.costsDiffer,
    }
    const differences = (Object.keys(differs) as PathDifference[]).filter((name) => differs[name])
    const isLost = !indexing && canBeIndexed(b.indexability) && !canBeIndexed(a.indexability)
    const drop = differs.score ? Math.max(0, (b.score ?? 0) - (a.score ?? 0)) : 0
    return {
      ...issues,
      differences,
      kind: differences.length > 0 ? 'changed' : 'same',
      worst: (isLost ? 1_000 : 0) + 10 * drop + issues.newIssues.length,
    }
  }
}

function isOtherAmount(a: number, b: number): boolean {
  const difference = Math.abs(a - b)
  return difference >= wordsLeast && difference >= wordsShare * Math.max(a, b)
}

type Issues = Pick<Comparison, 'newIssues' | 'fixedIssues' | 'settings'> & { costsDiffer: boolean }

/**
 * Compares the issues of two reports. A score is another one only if the compared issues cost other points: checks that
 * are left out decide the rest of it.
 */
function compareIssues(
  one: Row,
  other: Row,
  { settings, leftOut, changedBetween }: HostChecks & { leftOut: (check: string) => boolean },
): Issues {
  const issues: Issues = { newIssues: [], fixedIssues: [], settings: { new: [], fixed: [] }, costsDiffer: false }
  if (one.issue_points === other.issue_points && one.ruleset === other.ruleset) return issues
  const changed = changedBetween(one.ruleset, other.ruleset)
  if (changed === null) return issues
  const [here, there] = [pointsIn(one.issue_points), pointsIn(other.issue_points)]
  const unchecked = new Set([one, other].flatMap((row) => row.unchecked?.split(' ') ?? []))
  for (const check of new Set([...here.keys(), ...there.keys()])) {
    // What couldn't be checked is neither fixed nor new.
    if (leftOut(check) || changed.includes(check) || unchecked.has(check)) continue
    const [isHere, isThere] = [here.has(check), there.has(check)]
    const name = isHere && !isThere ? 'new' : isThere && !isHere ? 'fixed' : null
    if (settings.has(check)) {
      if (name) issues.settings[name].push(check)
    } else {
      if (name) issues[`${name}Issues`].push(check)
      if ((here.get(check) ?? 0) !== (there.get(check) ?? 0)) issues.costsDiffer = true
    }
  }
  return issues
}

const pointsIn = (points: string | null) =>
  new Map(Object.entries(JSON.parse(points ?? '{}') as Record<string, number>))
