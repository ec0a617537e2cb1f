import { csvLine, byteOrderMark } from '#contract/format/csv.ts'
import { pageFilterParams } from '#contract/lists/page-filters.ts'
import { choice, day, type QueryParams } from '#contract/lists/query-params.ts'
import {
  categories,
  type Category,
  categoryLabels,
  type Importance,
  importances,
  type Rank,
  rankLabels,
  ranks,
} from '#contract/reports/analysis.ts'
import type { WebsiteIssue } from '#contract/websites/website-pages.ts'
import { issueWords as words } from '../words.ts'

/** The orders of issues. Only the first, in which to fix them, has groups. */
export const issueOrders = ['severity', 'pages', 'points', 'newest', 'clicks'] as const
export type IssueOrder = (typeof issueOrders)[number]

/** The filters and the order of a website's issues, kept in the page's URL. */
export type IssuesView = {
  category: Category | null
  importance: Importance | null
  /** Only issues that no page had before this day. */
  since: string | null
  /** Only issues of this person, `me` or an ID. */
  assignee: string | null
  sort_by: IssueOrder
}

export const issuesParams: QueryParams<IssuesView> = {
  category: choice(categories, null),
  importance: choice(importances, null),
  since: day,
  assignee: pageFilterParams.assignee,
  sort_by: choice(issueOrders, 'severity'),
}

export const noFilters = { category: null, importance: null, since: null, assignee: null } as const

export const isFiltered = (view: IssuesView) => view.category || view.importance || view.since || view.assignee

export const problemOf = ({ problem, name, check }: Pick<WebsiteIssue, 'problem' | 'name' | 'check'>) =>
  problem ?? name ?? check

const matches = (issue: WebsiteIssue, { category, importance, since, assignee }: IssuesView, me: number | null) =>
  (category === null || issue.category === category) &&
  (importance === null || issue.importance === importance) &&
  (since === null || (issue.since !== null && issue.since >= since)) &&
  (assignee === null || issue.assignees?.some(({ id }) => id === (assignee === 'me' ? me : Number(assignee))) === true)

/** Google told the clicks of at least one issue. */
export const haveClicks = (issues: readonly WebsiteIssue[]) => issues.some(({ clicks }) => clicks !== null)

/** The order of issues. Without clicks, there is none by them. */
export const orderOf = (issues: readonly WebsiteIssue[], { sort_by }: Pick<IssuesView, 'sort_by'>): IssueOrder =>
  sort_by === 'clicks' && !haveClicks(issues) ? 'severity' : sort_by

/** Compares by one figure, the largest first. The server's order remains for equal ones. */
const figures: Record<Exclude<IssueOrder, 'severity'>, (issue: WebsiteIssue) => number> = {
  pages: ({ pages }) => pages,
  points: ({ points }) => points,
  newest: ({ since }) => (since === null ? 0 : Date.parse(since)),
  clicks: ({ clicks }) => clicks ?? -1,
}

/** The issues of a rank, those of the whole website, or all in another order. */
export type IssueGroup = { key: string; label: string | null; issues: readonly WebsiteIssue[] }

/**
 * Returns the issues that match the filters, in groups by their severity unless another order is chosen. `me` is the ID
 * of the reader, if they are a person.
 */
export function groupIssues(issues: readonly WebsiteIssue[], view: IssuesView, me: number | null = null): IssueGroup[] {
  const shown = issues.filter((issue) => matches(issue, view, me))
  const order = orderOf(issues, view)
  if (order !== 'severity') {
    const figure = figures[order]
    const sorted = shown.toSorted((a, b) => figure(b) - figure(a))
    return shown.length > 0 ? [{ key: order, label: null, issues: sorted }] : []
  }
  return [...ranks, 'website' as const]
    .map((group) => ({
      key: String(group),
      label: labelOf(group),
      issues: shown.filter((issue) => groupOf(issue) === group),
    }))
    .filter((group) => group.issues.length > 0)
}

const groupOf = ({ rank, scope }: WebsiteIssue) => (scope === 'website' ? scope : rank)
const labelOf = (group: Rank | 'website') => (group === 'website' ? words.settings : rankLabels[group])

/** Returns the shown issues as a CSV file. */
export const issuesCsv = (groups: readonly IssueGroup[]) =>
  byteOrderMark +
  csvLine(words.csv) +
  groups
    .flatMap(({ issues }) => issues)
    .map((issue) =>
      csvLine([
        problemOf(issue),
        issue.name,
        labelOf(groupOf(issue)),
        issue.category && categoryLabels[issue.category],
        words.importance[issue.importance],
        issue.source === 'google' ? words.yes : words.no,
        issue.pages,
        issue.points,
        issue.since,
        issue.sample?.url ?? null,
        issue.targets.map(({ url }) => url).join(' '),
        issue.clicks,
      ]),
    )
    .join('')
