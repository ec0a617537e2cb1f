import { checkCatalogue, nameOfIssue } from '#analyser/describe-checks.ts'
import { byClicks, compareIssues } from '#contract/reports/issue-order.ts'
import type { PagePlace } from '#contract/websites/crawls.ts'
import { type AssignedIssue, maxFigureWebsites, type Overview } from '#contract/websites/overview.ts'
import type { HistoryDay, Inlinks, IssueChanges, PageGroup, WebsiteIssue } from '#contract/websites/website-pages.ts'
import type { Website, WebsiteRow, WebsiteWithClient } from '#contract/websites/website.ts'
import type { WebsiteAtRisk } from '#service/store/google/at-risk.ts'
import type { AssignedIssue as AssignedRecord } from '#service/store/pages/assignees.ts'
import type { BrokenLink } from '#service/store/pages/page-links.ts'
import type { ChangesOfIssues } from '#service/store/websites/issue-pages.ts'
import type { Figure, OverviewRecord } from '#service/store/websites/overview.ts'
import type { WebsiteFigures } from '#service/store/websites/website-figures.ts'
import type { DayOfWebsite, GroupOfPages, IssueOfWebsite } from '#service/store/websites/website-issues.ts'
import type { WebsiteRecord } from '#service/store/websites/websites.ts'
import { nameOfCheck } from './check-names.ts'

/** `unread` is the number of its pages without a report. */
export function presentWebsite(website: WebsiteRecord, unread: number): Website {
  const { password_hash, client_id: _, average_score, good, decent, bad, ...others } = website
  const { counted_pages, counted_average, counted_good, counted_decent, counted_bad, ...shown } = others
  return {
    ...shown,
    has_password: password_hash !== null,
    findable: website.findable === 1,
    reports_avg_score: withTwoDecimals(average_score),
    pages_counted: counted_pages,
    pages_avg_score: withTwoDecimals(counted_average),
    pages_good: counted_good,
    pages_decent: counted_decent,
    pages_bad: counted_bad,
    pages_unread: unread,
  }
}

export const presentWebsiteRow = (
  website: WebsiteWithClient,
  { trend, score_change, ...figures }: WebsiteFigures,
): WebsiteRow => ({
  ...website,
  ...figures,
  not_indexable: website.pages_blocked,
  score_change: withTwoDecimals(score_change),
  trend: trend.map((average) => (average === null ? null : Math.round(average * 10) / 10)),
})

export function withTwoDecimals(average: number): number
export function withTwoDecimals(average: number | null): number | null
export function withTwoDecimals(average: number | null) {
  return average === null ? null : Math.round(average * 100) / 100
}

const checks = new Map(checkCatalogue().map((check) => [check.id, check]))

/** Presents the issues of a website in the order in which to fix them, with the clicks of their pages by check. */
export const presentIssues = (
  issues: readonly IssueOfWebsite[],
  clicks: ReadonlyMap<string, number> = new Map(),
  sort_by: 'clicks' | null = null,
): WebsiteIssue[] =>
  issues
    .map(({ affected, ...issue }) => ({ ...presentIssue(issue), clicks: clicks.get(issue.check) ?? null, affected }))
    .toSorted((a, b) => (sort_by === 'clicks' && byClicks(a, b)) || compareIssues(a, b))
    .map(({ affected, ...issue }) => issue)

function presentIssue({
  most_points,
  intended,
  points,
  fault,
  ...issue
}: Omit<IssueOfWebsite, 'affected'>): Omit<WebsiteIssue, 'clicks'> {
  const info = checks.get(issue.check)
  const scope = info?.scope ?? 'page'
  return {
    ...issue,
    name: info?.name ?? null,
    problem: nameOfIssue(issue.check, fault),
    rank: intended ? 6 : (info?.rank ?? 6),
    scope,
    importance: info?.importance ?? 'low',
    category: info?.category ?? null,
    source: info?.source ?? 'practice',
    scored: info?.scored ?? false,
    points: (scope === 'website' ? most_points : points) / 10,
  }
}

export const presentAssignedIssue = (issue: AssignedRecord): AssignedIssue => ({
  ...issue,
  name: nameOfCheck(issue.check),
  problem: nameOfIssue(issue.check, ''),
})

export const presentInlinks = (
  place: { depth: number | null; orphan: PagePlace | null } | undefined,
  links: Pick<BrokenLink, 'pages' | 'samples'>,
): Inlinks => ({
  click_depth: place?.depth ?? null,
  orphan: place?.orphan ?? null,
  pages: links.pages,
  samples: links.samples.map(({ anchor: _, ...page }) => page),
})

export const presentGroup = (group: GroupOfPages): PageGroup => ({
  ...group,
  average: withTwoDecimals(group.average),
  worst_check_name: nameOfCheck(group.worst_check),
})

/** Presents what changed in the order of issues, so that what keeps pages out of search comes first. */
export function presentIssueChanges({ since, fixed, appeared, isPartial }: ChangesOfIssues): IssueChanges {
  const ordered = ({ check, pages }: ChangesOfIssues['fixed'][number]) => {
    const { rank = null, importance = null, scored = false } = checks.get(check) ?? {}
    return { rank, importance, scored, affected: pages, points: 0 }
  }
  const named = (counted: ChangesOfIssues['fixed']) =>
    counted
      .toSorted((a, b) => compareIssues(ordered(a), ordered(b)))
      .map((issue) => ({ ...issue, name: nameOfCheck(issue.check) }))
  return { since, fixed: named(fixed), appeared: named(appeared), is_partial: isPartial }
}

export const presentDay = ({ day, ...figures }: DayOfWebsite): HistoryDay => ({
  ...figures,
  date: day,
  average: withTwoDecimals(figures.average),
})

export function presentOverview(
  since: string,
  { changed, websites, pages, scores, news }: OverviewRecord,
  atRisk: readonly WebsiteAtRisk[],
): Overview {
  const withClicks = atRisk.filter(({ clicks }) => clicks > 0).toSorted((a, b) => b.clicks - a.clicks)
  const presentFigure = ({ total, totalRelation, websites: most }: Figure) => ({
    count: total,
    relation: totalRelation,
    websites: most,
  })
  return {
    since,
    changed: {
      better: presentFigure(changed.better),
      worse: presentFigure(changed.worse),
      new: presentFigure(changed.new),
      not_indexable: presentFigure(changed.not_indexable),
    },
    websites,
    pages: pages.all,
    good: pages.good,
    decent: pages.decent,
    bad: pages.bad,
    scores,
    at_risk: atRisk.length === 0 ? null : withClicks.reduce((sum, { clicks }) => sum + clicks, 0),
    websites_at_risk: { count: withClicks.length, websites: withClicks.slice(0, maxFigureWebsites) },
    news: news.map(({ average, change, entries, ...website }) => ({
      ...website,
      average: withTwoDecimals(average),
      change: withTwoDecimals(change),
      entries: entries.map((entry) => ({
        ...entry,
        check_name: nameOfCheck(entry.check),
        problem: entry.check === null ? null : nameOfIssue(entry.check, entry.fault),
      })),
    })),
  }
}
