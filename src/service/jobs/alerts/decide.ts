import { bareChange } from '#contract/jobs/alert-entries.ts'
import { type AlertChange, isTextCondition, minShareDrop, minSitemapChange } from '#contract/jobs/alerts.ts'
import type { PartialReason } from '#contract/websites/crawl-comparison.ts'
import type { changedRobotsLines, RobotsLine } from '#contract/websites/robots-lines.ts'
import type { ChangeRecord, EvaluatedReport, NewChange } from '#service/store/alerts/changes.ts'
import type { AlertRuleRecord } from '#service/store/alerts/rules.ts'
import { canTellOfOlder, countsResults } from '#service/store/alerts/views.ts'
import type { CrawledUrl } from '#service/store/crawls/compare-crawls.ts'
import type { CrawlRecord } from '#service/store/crawls/crawl-lists.ts'
import type { ReportRecord } from '#service/store/reports/reports.ts'
import { alertChangeOf } from './alert-message.ts'
import {
  type AlertInput,
  changesBetween,
  isComparable,
  isLasting,
  isRefuted,
  isReverted,
  type PageChange,
  readBaseline,
} from './page-changes.ts'

/** A report with its texts, if a rule needs them. */
export type ReportToCompare = { report: EvaluatedReport; input: AlertInput }

/** A report that wasn't checked for alerts yet, and what is known of its page. */
export type NewReport = {
  now: ReportToCompare
  /** The one before that it can be compared with. */
  before: ReportToCompare | undefined
  /** The one before, however it was made. */
  previous: ReportRecord | undefined
  /** The changes of the page that were sent. */
  open: ChangeRecord[]
}

/** What a report means for a rule. */
type OfRule = { rule: AlertRuleRecord; changes: PageChange[]; canMove: boolean }
/** Whether the view of a rule has the page: by its report, by that or the one before, and by the previous one. */
export type InView = { now: boolean; either: boolean; previous: boolean }

/** What is stored of a report: new changes, the IDs of sent ones that ended, and of rules whose pages are recounted. */
export type Decision = { changes: NewChange[]; reverted: number[]; recount: number[] }

/** Returns the rules that a report can concern, depending on whether their views have the page. */
export function concernedRules({ now, before, previous }: NewReport, rules: readonly AlertRuleRecord[]): OfRule[] {
  // Views of latest reports were counted again by rescoring.
  const isOtherPrevious = previous !== undefined && previous.id !== before?.report.id
  return rules.flatMap((rule) => {
    const changes = before ? changesBetween(before.input, now.input, rule.conditions) : []
    // Another engine or ruleset can move a page into a view, or out of it.
    const canMove =
      isOtherPrevious && countsResults(rule) && (previous.engine !== now.report.engine || canTellOfOlder(rule.place))
    return changes.length > 0 || canMove ? [{ rule, changes, canMove }] : []
  })
}

/** @param inView of the concerned rules, by their IDs */
export function decide(page: NewReport, concerned: OfRule[], inView: ReadonlyMap<number, InView>): Decision {
  const { now, before, open } = page
  const baseline = before ? JSON.stringify(before.input) : ''
  const viewOf = ({ rule }: OfRule) => inView.get(rule.id) ?? { now: false, either: false, previous: false }
  const changed = concerned.filter((rule) => viewOf(rule).either)
  const moved = concerned.filter((rule) => rule.canMove && viewOf(rule).now !== viewOf(rule).previous)
  return {
    changes: changed.flatMap(({ rule, changes }) =>
      changes.map(({ condition, check }) => ({ rule_id: rule.id, condition, check_id: check, baseline })),
    ),
    reverted: open.filter((change) => hasEnded(change, now, before)).map(({ id }) => id),
    recount: moved.map(({ rule }) => rule.id),
  }
}

/** Returns true if a change that was sent is undone, or has to be sent again. */
function hasEnded(
  { condition, check_id, report_id, baseline }: ChangeRecord,
  now: ReportToCompare,
  before: ReportToCompare | undefined,
): boolean {
  const sent = readBaseline(baseline)
  if (isReverted(condition, check_id, sent, now.input)) return true
  // After a new ruleset, its end can't be seen. Two reports since then show it as a new change.
  const isSince = before !== undefined && before.report.id > report_id && !isComparable(sent, now.input)
  return isSince && changesBetween(before.input, now.input, [condition]).some(({ check }) => check === check_id)
}

/** Maximum further analyses of a page that gives no report, another text each time, or no result of a check. */
const maxRechecks = { withoutReport: 3, changingText: 3, unclear: 18 }

/**
 * Returns what a recheck showed of a change: the change as it is sent, or that it has to be rechecked again, or ended.
 * @param latest of the page, undefined if it has no report
 * @param last the report before, for a change of a text
 */
export function decideRecheck(
  change: ChangeRecord,
  latest: ReportToCompare | undefined,
  last: ReportToCompare | undefined,
): ReturnType<typeof alertChangeOf> | 'again' | 'ended' {
  const baseline = readBaseline(change.baseline)
  if (!latest) return 'ended'
  const tries = change.attempts + 1
  if (latest.report.id <= change.report_id) return tries < maxRechecks.withoutReport ? 'again' : 'ended'
  const found = { condition: change.condition, check: change.check_id }
  if (isLasting(found, baseline, latest.input, last?.input))
    return alertChangeOf(found, baseline, latest.input, latest.report)
  const isClear = isRefuted(change.condition, change.check_id, baseline, latest.input)
  const most = maxRechecks[isTextCondition(change.condition) ? 'changingText' : 'unclear']
  return !isClear && tries < most ? 'again' : 'ended'
}

/** A URL in two crawls, one of which can lack it. */
export type CrawledPair = { was: CrawledUrl | undefined; is: CrawledUrl | undefined }

/** What the comparison of a crawl with the complete one before it found. */
export type FoundByCrawl = {
  before: Pick<CrawlRecord, 'id' | 'figures'>
  after: Pick<CrawlRecord, 'id' | 'website_id' | 'start_url' | 'figures'>
  /** Those for which {@link isAlerting} is true. */
  pairs: readonly CrawledPair[]
  broken: ReadonlyMap<string, { status: number | null; links: number }>
  /** False if broken links mean something else in one of the crawls. */
  hasSameLinks: boolean
  robots_changed: boolean | null
  /** Its changed lines, if they are known. */
  robots_lines: ReturnType<typeof changedRobotsLines>
  sitemap_changed: boolean | null
  partial: { before: readonly PartialReason[]; after: readonly PartialReason[] }
  /** The URLs that the sitemaps list, null if that isn't known. */
  listed: { before: number | null; after: number | null }
}

/** The most lines of robots.txt that an alert names, of the removed and of the added ones. */
const maxLines = 10

/** Returns the changes that a crawl shows, by all conditions. Each rule has some of them. */
export function decideCrawl(found: FoundByCrawl): AlertChange[] {
  const { before, after, pairs, partial, broken, hasSameLinks } = found
  const { robots_changed, robots_lines, sitemap_changed, listed } = found
  const { website_id, start_url } = after
  const bare = { ...bareChange, website_id, crawl_id: after.id, previous_crawl_id: before.id }
  const robotsUrl = new URL('/robots.txt', start_url).href
  // What the earlier crawl didn't look at can have been the same.
  const known = pairs.filter(({ was }) => was !== undefined || partial.before.length === 0)
  const blocked = pairs.filter(isNewlyBlocked)
  const rules = [...new Set(blocked.flatMap(({ is }) => is?.robots_rule ?? []))].slice(0, maxLines)
  // The number of URLs that one of the crawls left out isn't known.
  const isWhole = partial.before.length + partial.after.length === 0
  const shares = { before: indexableShare(before), after: indexableShare(after) }
  const changes: (AlertChange | false)[] = [
    ...(hasSameLinks ? [...broken] : []).map(([url, { status, links }]) => ({
      ...bare,
      condition: 'broken_links' as const,
      url,
      status,
      after: links,
    })),
    robots_changed === true && {
      ...bare,
      condition: 'robots_changed',
      url: robotsUrl,
      after: blocked.length,
      before_text: robots_lines && writtenLines(robots_lines.removed),
      after_text: robots_lines ? writtenLines(robots_lines.added) : rules.join('\n'),
    },
    isWhole &&
      sitemap_changed !== false &&
      isOtherSize(listed) && { ...bare, condition: 'sitemap_size', url: start_url, ...listed },
    ...known.filter(isNewError).map(({ is }) => ({
      ...bare,
      condition: 'new_5xx' as const,
      url: is?.url ?? null,
      report_id: is?.report_id ?? null,
      status: is ? statusOf(is) : null,
    })),
    ...known.filter(isNewCanonicalHost).map(({ was, is }) => ({
      ...bare,
      condition: 'canonical_host' as const,
      url: is?.url ?? null,
      report_id: is?.report_id ?? null,
      previous_report_id: was?.report_id ?? null,
      indexing_code: is?.indexing_code ?? null,
      after_text: (is && canonicalOf(is)) ?? null,
    })),
    isWhole &&
      shares.before !== null &&
      shares.after !== null &&
      shares.before - shares.after >= minShareDrop && { ...bare, condition: 'indexable_share', ...shares },
  ]
  return changes.filter((change) => change !== false)
}

/** Writes the first lines, rules with their user agents: "Disallow: /en/ (*)". */
const writtenLines = (lines: readonly RobotsLine[]) =>
  [
    ...lines
      .slice(0, maxLines)
      .map(({ line, agents }) => (agents.length > 0 ? `${line} (${agents.join(', ')})` : line)),
    ...(lines.length > maxLines ? ['…'] : []),
  ].join('\n')

/** Returns true for a URL whose change a condition can be about, so that few are kept. */
export const isAlerting = (was: CrawledUrl | undefined, is: CrawledUrl | undefined): boolean =>
  [isNewlyBlocked, isNewError, isNewCanonicalHost].some((isChange) => isChange({ was, is }))

const isNewlyBlocked = ({ was, is }: CrawledPair) => is?.kind === 'blocked' && was?.kind === 'page'

const statusOf = ({ status, end_status }: CrawledUrl) => end_status ?? status
const isError = (url: CrawledUrl) => url.kind !== 'skipped' && (statusOf(url) ?? 0) >= 500

/** A URL that gave no answer before can have failed in the same way. */
const isNewError = ({ was, is }: CrawledPair) =>
  is !== undefined && isError(is) && (was === undefined || (!isError(was) && statusOf(was) !== null))

const namesOtherHost = ({ indexing_code: code }: CrawledUrl) =>
  code?.startsWith('canonical_host') || (code as string) === 'canonical_staging'
const isNewCanonicalHost = ({ was, is }: CrawledPair) =>
  is !== undefined && namesOtherHost(is) && (was === undefined || !namesOtherHost(was))

const canonicalOf = ({ content }: CrawledUrl) =>
  content === null ? null : (JSON.parse(content) as { canonical: string | null }).canonical

const isOtherSize = ({ before, after }: FoundByCrawl['listed']) =>
  before !== null && after !== null && before !== after && Math.abs(after - before) >= minSitemapChange * before

/** Returns the percentage of pages that can be indexed, of those that don't redirect; null without any. */
function indexableShare({ figures }: Pick<CrawlRecord, 'figures'>): number | null {
  if (!figures) return null
  const { states, urls, lists } = figures
  const pages = urls + lists.blocked - states.redirect
  return pages > 0 ? Math.round(((states.indexable + states.unclear) / pages) * 1000) / 10 : null
}
