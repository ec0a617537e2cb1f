import { counted, grouped } from '#contract/format/numbers.ts'
import type { Structure } from '#contract/lists/list-query.ts'
import { structureLabels } from '#contract/lists/page-filter-labels.ts'
import type { GroupKind } from '#contract/lists/page-groups.ts'
import type { Importance } from '#contract/reports/analysis.ts'
import type { DuplicateKind } from '#contract/websites/website-pages.ts'

const pages = (count: number) => counted(count, 'page')
const points = (lost: number) => lost.toLocaleString('en', { maximumFractionDigits: 1 })

/** The words for the pages of a website: the tabs, their issues, their groups and their history. */
export const websiteTabsWords = {
  tabs: 'Parts of this website',
  tab: { issues: 'Issues', pages: 'Pages', reports: 'Reports', history: 'History' },
  pages,
  points,
  loading: 'Loading…',

  issues: 'Issues',
  issuesLead: (issues: number, lost: number) =>
    `${counted(issues, 'check fails or warns', 'checks fail or warn')} in the latest reports. ${issues === 1 ? 'It costs' : 'They cost'} ${points(lost)} points in total.`,
  noIssues: 'No issues',
  noIssuesText: 'Every check passes in the latest report of every page.',
  columns: { issue: 'Issue', importance: 'Importance', pages: 'Pages', points: 'Points lost', sample: 'Example' },
  importance: { high: 'High', medium: 'Medium', low: 'Low' } satisfies Record<Importance, string>,
  share: (part: number, all: number) => `${grouped(part)} of ${grouped(all)} pages`,
  cause: (label: string, count: number) => `${label}, ${pages(count)}`,
  moreCauses: (count: number) => `· ${counted(count, 'more cause')}`,

  linkTo: (path: string, count: number) => `Broken link ${path}: ${counted(count, 'page links', 'pages link')} to it`,
  morePages: (shown: number, all: number) => `and ${counted(all - shown, 'other page')}`,

  waivedPages: (count: number) => `waived on ${pages(count)}`,
  planned: 'Fix',
  waive: 'Waive',
  waiveIssue: (name: string) => `Waive ${name}`,
  waivers: 'Waivers',
  waiversLead: 'Not issues here. They don’t count above, nor in the average.',
  waiverColumns: { issue: 'Issue', where: 'Where', reason: 'Reason', author: 'By', until: 'Until' },
  wholeWebsite: 'The whole website',
  noEnd: 'No end',
  until: (day: string, isActive: boolean) => (isActive ? day : `Expired ${day}`),
  removeWaiver: 'Remove',
  removeWaiverOf: (name: string) => `Remove waiver of ${name}`,

  duplicates: 'Duplicates',
  duplicatesLead: 'Pages with the same text. Search engines may show only one of them.',
  duplicate: {
    title: (count: number) => `${pages(count)} with the same title`,
    description: (count: number) => `${pages(count)} with the same meta description`,
    body: (count: number) => `${pages(count)} with the same content`,
  } satisfies Record<DuplicateKind, (count: number) => string>,
  samples: (shown: number, all: number) => (shown < all ? `The ${shown} newest of ${grouped(all)}` : null),

  structure: 'Website structure',
  structureLead: (moment: string) => `Found by the last crawl, ${moment}.`,
  structures: structureLabels,
  structureMeaning: {
    orphan: 'They’re in a sitemap, but no page links to them.',
    deep: 'Search engines crawl pages far from the start page less often.',
  } satisfies Record<Structure, string>,
  orphansUnknown: 'Not known. No crawl has read all pages yet, without limits and patterns.',
  notCrawled: 'Not known yet. Crawl the website to find orphan pages and pages that are many clicks deep.',

  groups: 'Page groups',
  groupsLead: 'Pages grouped by folder or URL pattern.',
  groupColumns: { group: 'Group', kind: 'Type', pages: 'Pages', average: 'Average', worst: 'Main issue' },
  kind: { folder: 'Folder', shape: 'URL pattern' } satisfies Record<GroupKind, string>,
  noIssue: 'None',
  showAll: (count: number) => `Show all ${grouped(count)}`,

  history: 'History',
  historyLead: (day: string) => `The latest report of every page, day by day, since ${day}.`,
  historyWithWaived: 'Waived issues count here, as in the reports.',
  noHistory: 'No history yet',
  noHistoryText: 'The history begins with the first report of this website.',
  average: 'Average score',
  counts: 'Pages by rating',
  upTo: (most: number) => `up to ${grouped(most)}`,
  day: 'Day',
  chooseDay: 'Day in the charts',
  asTable: 'Show as a table',
  tableCaption: 'Average score and pages by rating, newest day first',
  dayText: (day: string, average: string, count: number) => `${day}: average ${average}, ${pages(count)}`,
  noAverage: '–',

  trend: (change: number) =>
    change === 0 ? 'Unchanged in 12 weeks' : `${change > 0 ? 'Up' : 'Down'} ${points(Math.abs(change))} in 12 weeks`,
}
