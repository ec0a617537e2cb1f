import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type InferResult, type Kysely, sql } from 'kysely'
import { changeOfExtent, type IssueExtent } from '#contract/reports/comparison.ts'
import { canBeIndexed } from '#contract/reports/indexability.ts'
import { urlKey } from '#contract/url-key.ts'
import {
  type CrawledContent,
  type CrawlIssueChange,
  type crawlIssueChanges,
  type crawlLinkChanges,
  type crawlUrlChanges,
  type CrawlValueChange,
  type CrawlValueChangeName,
  crawlValueChanges,
  type PartialReason,
} from '#contract/websites/crawl-comparison.ts'
import type { CrawlTrap } from '#contract/websites/crawls.ts'
import { batchesOf } from '../engine.ts'
import { merge, peekable, rowsAtOnce } from '../merge-rows.ts'
import type { Schema } from '../schema.ts'
import type { CrawlRecord } from './crawl-lists.ts'
import type { StoredIssues } from './crawls.ts'

const selectRows = (db: Kysely<Schema>, crawlId: number) =>
  db
    .selectFrom('crawl_urls as u')
    .select([
      'u.target',
      'u.url',
      'u.kind',
      'u.status',
      'u.end_status',
      'u.redirects_to',
      'u.failure',
      'u.report_id',
      'u.score',
    ])
    .select(['u.indexability', 'u.indexing_code', 'u.depth', 'u.orphan', 'u.issues', 'u.content'])
    .select(['u.robots_rule'])
    .where('u.crawl_id', '=', crawlId)

/** A URL as a crawl saw it. */
export type CrawledUrl = InferResult<ReturnType<typeof selectRows>>[number]

export type UrlChange = (typeof crawlUrlChanges)[number]
export type IssueChange = (typeof crawlIssueChanges)[number]
export type LinkChange = (typeof crawlLinkChanges)[number]

/** A link from a page that became broken, or is no longer. `was_known` is true for a target of other broken links. */
export type ChangedLink = { target: CrawledUrl; source: SourcePage; anchor: string; was_known: boolean }
type SourcePage = Pick<CrawledUrl, 'url' | 'report_id'>

/** An issue of a page, as far as both crawls have it. */
export type ChangedIssue = Pick<CrawlIssueChange, 'check' | 'before' | 'after'> & { page: CrawledUrl }

/** Called for each change, in any order. Changes without a function are not looked for. */
export type ChangeVisitors = {
  url?(change: UrlChange, before: CrawledUrl | undefined, after: CrawledUrl | undefined): void
  /** Called for each URL. */
  pair?(before: CrawledUrl | undefined, after: CrawledUrl | undefined): void
  value?(change: CrawlValueChangeName, row: CrawlValueChange): void
  issue?(change: IssueChange, issue: ChangedIssue): void
  link?(change: LinkChange, link: ChangedLink): void
}

/** The checks whose issues are compared. */
export type ComparedChecks = {
  /** Those whose outcomes can't be compared; null for all. */
  leftOut: readonly string[] | null
  /** Those of settings that all pages share: they aren't new on a new page. */
  websiteChecks: readonly string[]
  /** Those that can find more or less while a page stays the same. */
  changeable: readonly string[]
}

/** A crawl as the comparison with another sees it. The fields are those of `ComparedCrawl`. */
export type ComparedSide = { partial: PartialReason[]; urls: number; not_looked_at: number; unread: number }

/** Whether robots.txt or the sitemaps changed is null if one of the crawls couldn't read them. */
type CrawlsCompared = {
  before: ComparedSide
  after: ComparedSide
  robots_changed: boolean | null
  sitemap_changed: boolean | null
}

type Side = ComparedSide & { id: number; pages: Map<number, SourcePage & { isRead: boolean }> }

/**
 * Finds what changed from a crawl to another in one pass over the URLs of both, which are read some at a time.
 */
export async function compareCrawls(
  db: Kysely<Schema>,
  crawls: { before: CrawlRecord; after: CrawlRecord },
  checks: ComparedChecks,
  visitors: ChangeVisitors,
): Promise<CrawlsCompared> {
  const isEndless = trapMatcher([...(crawls.before.figures?.traps ?? []), ...(crawls.after.figures?.traps ?? [])])
  const before = await sideOf(db, crawls.before, crawls.after)
  const after = await sideOf(db, crawls.after, crawls.before)
  const { leftOut } = checks
  const compareIssues = visitors.issue && leftOut ? issueComparer({ ...checks, leftOut }, visitors.issue) : undefined
  await eachPair(db, before.id, after.id, (was, is) => {
    for (const [side, row] of [
      [before, was],
      [after, is],
    ] as const)
      if (row?.kind === 'page') {
        side.urls += 1
        if (visitors.link) side.pages.set(row.target, { url: row.url, report_id: row.report_id, isRead: isRead(row) })
      }
    const change = (name: UrlChange) => visitors.url?.(name, was, is)
    visitors.pair?.(was, is)
    if (was?.kind === 'page' && isMissingIn(after, is, () => isEndless(was))) {
      change('gone')
      compareIssues?.(was, undefined)
    }
    if (is?.kind === 'page' && isMissingIn(before, was, () => isEndless(is))) {
      change('new')
      compareIssues?.(undefined, is)
    }
    if (!was || !is) return
    if (was.report_id !== null && isUnread(is)) after.unread += 1
    if (is.report_id !== null && isUnread(was)) before.unread += 1
    const [could, can] = [canIndex(was), canIndex(is)]
    if (could === false && can) change('newly_indexable')
    if (could && can === false) change('no_longer_indexable')
    if (was.depth !== is.depth && knowsDepth(was) && knowsDepth(is)) change('depth')
    compareIssues?.(was, is)
    if (visitors.value) compareValues(was, is, visitors.value)
  })
  if (visitors.link) await compareLinks(db, before, after, visitors.link)
  const [robots_changed, sitemap_changed] = (['robots_hash', 'sitemap_hash'] as const).map((name) => {
    const [was, is] = [crawls.before.figures?.[name], crawls.after.figures?.[name]]
    return was && is ? was !== is : null
  }) as [boolean | null, boolean | null]
  return { before, after, robots_changed, sitemap_changed }
}

/**
 * Returns true for a URL that a crawl certainly lacks, and counts those that it didn't look at. Of URLs without end,
 * each crawl reads some.
 */
function isMissingIn(side: Side, row: CrawledUrl | undefined, isEndless: () => boolean): boolean {
  if (row && row.kind !== 'skipped') return false
  if (!row && side.partial.length === 0 && !isEndless()) return true
  side.not_looked_at += 1
  return false
}

/** Returns a function that finds the URLs of traps, whose patterns have a placeholder for each value. */
function trapMatcher(traps: readonly CrawlTrap[]) {
  const patterns = traps.map(({ pattern }) => pattern.split(/\{\w+\}|…/))
  return ({ url }: CrawledUrl): boolean => {
    if (patterns.length === 0) return false
    const { pathname, search } = new URL(url)
    return patterns.some((parts) => hasInOrder(pathname + search, parts))
  }
}

/** Returns true if a text starts with the first part and has the others after it, in their order. */
function hasInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0
  return parts.every((part, at) => {
    const found = text.indexOf(part, from)
    from = found + part.length
    return at === 0 ? found === 0 : found >= 0
  })
}

const isUnread = ({ kind, report_id }: CrawledUrl) => kind === 'page' && report_id === null
const isRead = ({ report_id, status }: CrawledUrl) =>
  report_id !== null && status !== null && status >= 200 && status < 300

/** Returns null if that isn't known. */
function canIndex({ kind, indexability }: CrawledUrl): boolean | null {
  if (kind === 'blocked') return false
  return kind === 'page' && indexability !== null ? canBeIndexed(indexability) : null
}

/** An orphan has no click depth. Without either, a limit hides it. */
const knowsDepth = ({ kind, depth, orphan }: CrawledUrl) => kind === 'page' && (depth !== null || orphan !== null)

async function sideOf(db: Kysely<Schema>, crawl: CrawlRecord, other: CrawlRecord): Promise<Side> {
  const partial: PartialReason[] = []
  if (crawl.state !== 'done') partial.push(crawl.state)
  if (await isLimited(db, crawl)) partial.push('limited')
  if (urlKey(crawl.start_url) !== urlKey(other.start_url)) partial.push('other_start')
  if (rulesOf(crawl) !== rulesOf(other)) partial.push('other_rules')
  return { id: crawl.id, partial, urls: 0, not_looked_at: 0, unread: 0, pages: new Map() }
}

/** Returns true if a crawl reached a limit, so that there can be URLs that it didn't find. */
async function isLimited(db: Kysely<Schema>, { id, limits }: CrawlRecord): Promise<boolean> {
  const { pages, deepest, skipped } = await db
    .selectFrom('crawl_urls')
    .select(sql<number>`coalesce(sum(case when kind = 'page' then 1 else 0 end), 0)`.as('pages'))
    .select(sql<number>`coalesce(max(depth), 0)`.as('deepest'))
    .select(sql<number>`coalesce(sum(case when kind = 'skipped' then 1 else 0 end), 0)`.as('skipped'))
    .where('crawl_id', '=', id)
    .executeTakeFirstOrThrow()
  const { max_pages, max_depth, max_per_folder } = limits
  if (Number(pages) >= max_pages || (max_depth !== null && deepest >= max_depth)) return true
  return max_per_folder !== null && Number(skipped) > 0
}

/** Returns the rules for the URLs that a crawl follows. Its other limits only matter if they are reached. */
function rulesOf({ limits }: CrawlRecord): string {
  const { max_pages: _pages, max_depth: _depth, speed: _speed, ...rules } = limits
  return JSON.stringify(Object.entries(rules).toSorted())
}

/**
 * Returns a function that compares the issues of a page. One that only the later crawl has is new, one that only the
 * earlier one has is gone.
 */
function issueComparer(
  { leftOut, websiteChecks, changeable }: ComparedChecks & { leftOut: readonly string[] },
  visit: NonNullable<ChangeVisitors['issue']>,
) {
  const excluded = new Set(leftOut)
  const settings = new Set([...leftOut, ...websiteChecks])
  const inexact = new Set([...leftOut, ...changeable])
  /** Calls `found` with the issues of a crawl that the other one certainly lacks. */
  const lacking = (of: Extents, other: Extents, found: (check: string, extent: IssueExtent) => void) => {
    for (const [check, extent] of of) if (extent && !other.has(check)) found(check, extent)
  }
  return (was: CrawledUrl | undefined, is: CrawledUrl | undefined) => {
    // Null: the links of the page couldn't be checked, so its report is as it was before the crawl's end.
    if (was?.report_id && was.issues === null) return
    const wasPage = was !== undefined && isPage(was)
    const old = extentsIn(was)
    if (wasPage && (!is || isGone(is)))
      lacking(old, new Map(), (check, before) => {
        if (!settings.has(check)) visit('gone', { check, page: was, before, after: null })
      })
    if (!is?.report_id || is.issues === null || was?.issues === is.issues) return
    if (was && !was.report_id) return
    const isNowPage = isPage(is)
    // What an error page says is of no page. What leads there is of the URL.
    const concerns = (check: string) => isNowPage || checksOfErrors.has(check)
    if (was && !isNowPage && was.redirects_to !== is.redirects_to) return
    const isNew = !was || !wasPage
    const now = extentsIn(is)
    lacking(now, old, (check, after) => {
      if (concerns(check) && !(isNew ? settings : excluded).has(check))
        visit('new', { check, page: is, before: null, after })
    })
    if (!was) return
    const { not_applicable = [] } = contentOf(is) ?? {}
    lacking(old, now, (check, before) => {
      if (excluded.has(check) || (wasPage ? !isNowPage : !checksOfErrors.has(check))) return
      visit(not_applicable.includes(check) ? 'removed' : 'fixed', { check, page: is, before, after: null })
    })
    if (!wasPage || !isNowPage) return
    for (const [check, after] of now) {
      const before = old.get(check)
      const change = before && after && !inexact.has(check) ? changeOfExtent(before, after) : 'unchanged'
      if (before && change !== 'unchanged') visit(change, { check, page: is, before, after })
    }
  }
}

/** The checks whose issues are of a URL that has no page of its own. */
const checksOfErrors: ReadonlySet<string> = new Set(['http-status', 'redirect-chain'])

/** Returns true if a crawl read the page of a URL, and none that it redirects to. */
const isPage = (url: CrawledUrl) => url.kind === 'page' && isRead(url) && url.redirects_to === null

/** Returns true if a URL certainly has no page of its own. */
const isGone = ({ kind, status, redirects_to }: CrawledUrl) =>
  kind === 'blocked' || redirects_to !== null || (status !== null && status >= 300 && status < 500)

const contentOf = ({ content }: CrawledUrl) => (content === null ? null : (JSON.parse(content) as CrawledContent))

/** Compares what two crawls know of a URL that both have. */
function compareValues(was: CrawledUrl, is: CrawledUrl, visit: NonNullable<ChangeVisitors['value']>) {
  const [before, after] = [valuesOf(was), valuesOf(is)]
  for (const name of crawlValueChanges) {
    const [old, now] = [before[name], after[name]]
    if (old === undefined || now === undefined || isSameValue(name, old, now)) continue
    visit(name, { url: is.url, report_id: is.report_id ?? was.report_id, before: old, after: now })
  }
}

type Values = Partial<Record<CrawlValueChangeName, CrawlValueChange['before']>>

/** Returns the values that are known. What a URL without a page of its own says isn't. */
function valuesOf(url: CrawledUrl): Values {
  const status = url.status === null ? {} : { status: url.status }
  if (url.kind === 'blocked') return { ...status, robots: [`robots.txt: ${url.robots_rule ?? 'Disallow'}`] }
  const content = url.kind === 'page' ? contentOf(url) : null
  if (!content) return status
  const { not_applicable: _, ...values } = content
  return { ...status, ...values }
}

/** Words differ from this share of the larger number. */
const wordsShare = 0.2

function isSameValue(name: CrawlValueChangeName, old: CrawlValueChange['before'], now: CrawlValueChange['before']) {
  if (name === 'words' && typeof old === 'number' && typeof now === 'number')
    return Math.abs(now - old) < wordsShare * Math.max(old, now, 1)
  return JSON.stringify(old) === JSON.stringify(now)
}

/** The issues of a page by their checks. Null: it couldn't be decided. */
type Extents = ReadonlyMap<string, IssueExtent | null>

function extentsIn(url: CrawledUrl | undefined): Extents {
  const stored = JSON.parse(url?.issues ?? '{}') as StoredIssues
  return new Map(
    Object.entries(stored).map(([check, issue]) => {
      if (issue === 'unknown') return [check, null]
      const [outcome, places] = typeof issue === 'string' ? [issue, null] : issue
      return [check, { outcome, places }]
    }),
  )
}

/** Calls `visit` with the rows of each URL in two crawls, one of which can lack it. External URLs are left out. */
async function eachPair(
  db: Kysely<Schema>,
  before: number,
  after: number,
  visit: (was: CrawledUrl | undefined, is: CrawledUrl | undefined) => void,
) {
  const rowsOf = (crawlId: number) =>
    peekable<CrawledUrl>((last) =>
      selectRows(db, crawlId)
        .where('u.target', '>', last?.target ?? -1)
        .where('u.kind', '<>', 'external')
        .orderBy('u.target')
        .limit(rowsAtOnce)
        .execute(),
    )
  await merge(rowsOf(before), rowsOf(after), (a, b) => a.target - b.target, visit)
}

type Link = { target: number; source: number; anchor: string }

async function compareLinks(db: Kysely<Schema>, before: Side, after: Side, visit: NonNullable<ChangeVisitors['link']>) {
  const broken = { before: await brokenTargets(db, before.id), after: await brokenTargets(db, after.id) }
  const targets = [...new Set([...broken.before, ...broken.after])]
  const answers = { before: await answersOf(db, before.id, targets), after: await answersOf(db, after.id, targets) }
  const linksOf = (crawlId: number) =>
    peekable<Link>((last) =>
      db
        .selectFrom('crawl_links')
        .select(['target', 'source', 'anchor'])
        .where('crawl_id', '=', crawlId)
        .where(sql<boolean>`(target, source) > (${last?.target ?? -1}, ${last?.source ?? -1})`)
        .orderBy('target')
        .orderBy('source')
        .limit(rowsAtOnce)
        .execute(),
    )
  /** Returns true if a link that is broken in one crawl was certainly not broken in the other, or not there. */
  const wasSound = (name: 'before' | 'after', { target, source }: Link) => {
    const side = name === 'before' ? before : after
    const answer = answers[name].get(target)
    if (answer && !broken[name].has(target)) return answer.status !== null
    const page = side.pages.get(source)
    return page ? page.isRead : side.partial.length === 0
  }
  const compare = (a: Link, b: Link) => a.target - b.target || a.source - b.source
  await merge(linksOf(before.id), linksOf(after.id), compare, (was, is) => {
    const link = was ?? is
    if (!link || (was && is)) return
    const name = was ? 'after' : 'before'
    if (!wasSound(name, link)) return
    const target = answers.after.get(link.target) ?? answers.before.get(link.target)
    const source = (was ? before : after).pages.get(link.source)
    if (target && source)
      visit(was ? 'repaired' : 'broken', {
        target,
        source,
        anchor: link.anchor,
        was_known: broken[name].has(link.target),
      })
  })
}

async function brokenTargets(db: Kysely<Schema>, crawlId: number): Promise<Set<number>> {
  const rows = await db.selectFrom('crawl_links').select('target').distinct().where('crawl_id', '=', crawlId).execute()
  return new Set(rows.map(({ target }) => target))
}

async function answersOf(db: Kysely<Schema>, crawlId: number, targets: readonly number[]) {
  const answers = new Map<number, CrawledUrl>()
  for (const batch of batchesOf(targets, rowsAtOnce)) {
    for (const row of await selectRows(db, crawlId).where('u.target', 'in', batch).execute())
      answers.set(row.target, row)
    await yieldToEventLoop()
  }
  return answers
}
