import type { Grant } from '#contract/access/people.ts'
import { counted, grouped, wholePoints } from '#contract/format/numbers.ts'
import type { Structure } from '#contract/lists/list-query.ts'
import { structureLabels } from '#contract/lists/page-filters.ts'
import type { GroupKind } from '#contract/lists/page-groups.ts'
import { websiteViewWords } from '#contract/lists/views.ts'
import type { Importance } from '#contract/reports/analysis.ts'
import type { Indexability } from '#contract/reports/indexability.ts'
import { roundScore } from '#contract/reports/rating.ts'
import { restoreMs } from '#contract/responses/envelope.ts'
import type { Crawl } from '#contract/websites/crawls.ts'
import type { DuplicateKind } from '#contract/websites/website-pages.ts'
import { changeDays, maxCountedExpired, trendDays } from '#contract/websites/website.ts'
import { changesText } from '#web/resources/crawl-words.ts'
import { websiteFilterWords } from '#web/resources/words.ts'
import { formatTime, formatUtcDay, momentOf } from '#web/ui/time.tsx'

/** The websites list and the dialog that deletes a website. */
export const websitesWords = {
  ...websiteViewWords,
  caption: 'Websites',
  noReports: 'No reports',
  noIndexable: 'No indexable pages',
  averageOfAllReports: 'Average of all reports',
  website: 'Website',
  change: 'Change',
  changeHint: `In the last ${changeDays} days`,
  changedBy: (points: number) =>
    points === 0 ? 'no change' : `${points > 0 ? 'up' : 'down'} ${counted(Math.abs(points), 'point')}`,
  trend: `${trendDays} days`,
  client: 'Client',
  trendHint: `The score in the last ${trendDays} days`,
  trendLabel: (least: number, most: number, now: number | null) =>
    `Score in the last ${trendDays} days: lowest ${least}, highest ${most}, ${now === null ? 'none today' : `today ${roundScore(now)}`}`,
  notIndexable: 'Not indexable',
  /** After the number. */
  notIndexableUnit: 'not indexable',
  blocked: (pages: number) => `Google can’t index ${counted(pages, 'page')}`,
  newlyBlocked: (pages: number) => `, ${grouped(pages)} of them new in the last ${changeDays} days`,
  pages: 'Pages',
  pagesChangedBy: (pages: number) =>
    `${grouped(Math.abs(pages))} ${pages > 0 ? 'more' : 'fewer'} than ${changeDays} days ago:`,
  lastRun: 'Last run',
  neverRun: 'Never',
  nextRun: 'Next run',

  search: 'Search domains',
  counted: (total: string) => (total === '1' ? '1 website' : `${total} websites`),
  countedOf: (total: string, all: number) => `${total} of ${grouped(all)} websites`,
  countUnknown: 'Websites',
  reports: websiteFilterWords.reports,

  menu: (domain: string) => `Actions for ${domain}`,
  open: 'View website',
  privacyAction: 'Change privacy',
  remove: 'Delete website',

  copyDomains: 'Copy domains',
  domainsCopied: (count: number) => `${counted(count, 'domain')} copied`,

  emptyTitle: 'No websites yet',
  emptyText: 'Websites are added automatically when you analyse a page. Enter a URL or add a website to get started.',
  emptyAction: 'Analyse a URL',

  deleteTitle: (domain: string) => `Delete ${domain}?`,
  deleteNoReports: 'This website has no reports. Its privacy setting will also be deleted.',
  deleteReports: (count: number | null) =>
    count === null
      ? 'This deletes all its reports for everyone.'
      : `This deletes its ${counted(count, 'report')} for everyone.`,
  deleteUndo: `You can undo this for ${counted(restoreMs / 60_000, 'minute')}, unless the server’s disk is full.`,
  /** For other servers, which may keep the reports. */
  deleteReportsPerhaps: (count: number | null) =>
    `This can’t be undone. It may also delete ${count === null ? 'its reports' : `its ${counted(count, 'report')}`}: this server doesn’t say whether it keeps them.`,
  deleteType: (domain: string) => `Type ${domain} to confirm`,
  deleteMismatch: (domain: string) => `Enter ${domain} exactly as shown.`,
  deleteConfirm: (count: number | null) =>
    count === null || count === 0 ? 'Delete website' : `Delete website and ${counted(count, 'report')}`,
  cancel: 'Cancel',
  deleted: (domain: string) => `${domain} deleted`,
}

/** The people who can see a website. */
export const whoSeesWords = {
  title: (domain: string) => `Who can see ${domain}`,
  text: 'Share links and the website’s privacy can let in others.',
  list: 'People',
  through: {
    all: 'Sees everything',
    client: 'Sees its client',
    website: 'Sees this website',
  } satisfies Record<Grant['scope'], string>,
  manage: 'Manage people',
  close: 'Close',
}

/** The words of the page of one website. */
export const websiteWords = {
  crumbs: 'Back to websites',
  analyse: (reports: number | null) => (reports === 0 ? 'Analyse a page' : 'Analyse another page'),
  again: 'Analyse again',
  allPages: (pages: number) => (pages === 1 ? 'The only page' : `All ${counted(pages, 'page')}`),
  againTitle: (pages: number) => `Analyse ${counted(pages, 'page')} again?`,
  againText: 'We’ll fetch and analyse each page in the background. Existing reports are kept.',
  againConfirm: 'Analyse again',
  cancel: 'Cancel',
  crawl: 'Crawl from the start page',
  addPages: 'Add pages',
  identity: 'Access and rendering',
  google: 'Google',
  retention: 'Retention',
  whoSees: 'Who can see it',
  hosts: 'Our other hosts',
  remove: 'Delete website',
  more: 'More actions',
  report: { menu: 'Report', open: 'Open client report', download: 'Download PDF', link: 'Link for a client' },
  against: 'Compare with another website',
  openSite: 'Visit website',

  summary: 'Summary',
  noReports: 'No reports yet',
  noPages: 'No pages left',
  noIndexable: 'No indexable pages',
  urls: (count: number) => counted(count, 'URL'),
  reports: (count: number) => counted(count, 'report'),
  compare: 'Compare',
  since: (moment: string) => `since ${moment}`,
  changed: {
    better: (pages: number) => `${grouped(pages)} better`,
    worse: (pages: number) => `${grouped(pages)} worse`,
  },
  sinceLastRun: 'since the last run',
  unchanged: 'Nothing changed',
  states: 'Pages by what Google does with them',
  howCounted: 'How we count',
  counting: 'Only indexable pages count in the score and the ratings.',
  fromReports: (pages: number, reports: number) => `${counted(pages, 'page')} from ${counted(reports, 'report')}`,
  list: 'All reports',
}

/** The words of lines of figures. */
export const figureWords = {
  state: {
    indexable: (pages: number) => `${grouped(pages)} indexable`,
    blocked: (pages: number) => `${grouped(pages)} not indexable`,
    redirect: (pages: number) => counted(pages, 'redirect'),
    other_url: (pages: number) => counted(pages, 'other URL'),
    unlikely: (pages: number) => `${grouped(pages)} unlikely to be indexed`,
    unclear: (pages: number) => `${grouped(pages)} unclear`,
  } satisfies Record<Indexability, (pages: number) => string>,
  elsewhere: (pages: number) => `${grouped(pages)} redirects or other URLs`,
  unknown: (pages: number) => `${grouped(pages)} not known`,
  unread: (pages: number) => `${grouped(pages)} without a report`,
}

/** Beyond a limit, the server stops counting. */
const reports = (count: number) =>
  count >= maxCountedExpired ? `${grouped(count)} reports or more` : counted(count, 'report')

/** The dialog that limits the reports of a website. */
export const retentionWords = {
  title: 'Retention',
  keep: 'Keep',
  choices: { all: 'All reports', last: 'The latest for each page' },
  allText: 'Reports are never deleted automatically.',
  counting: 'Counting reports…',
  effect: (count: number) =>
    count === 0
      ? 'No reports are deleted now. When pages get new reports, older ones are deleted.'
      : `This permanently deletes ${reports(count)} now. When pages get new reports, older ones are deleted.`,
  save: (count: number) => (count === 0 ? 'Save' : `Save and delete ${reports(count)}`),
  cancel: 'Cancel',
  saved: 'Setting saved',
}

export const hostsWords = {
  title: 'Our other hosts',
  text: 'Canonical tags can name these hosts. We then only check that both pages have the same content. This applies to new reports.',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Hosts saved',
}

const pages = (count: number) => counted(count, 'page')
/** A URL that works now was broken for the pages that were analysed before. */
const hasFailed = (status: number | null) => status !== null && status >= 400

/** The words of a website's issues. */
export const issueWords = {
  title: 'Issues',
  none: 'No issues',
  noneText: 'No indexable page has an issue in its latest report.',
  settings: 'Website settings',

  filters: {
    category: 'Category',
    importance: 'Importance',
    any: 'All',
    since: 'New since',
    assignee: 'Assignee',
    order: 'Sort',
  },
  orders: {
    severity: 'Priority',
    pages: 'Most pages',
    points: 'Most points lost',
    newest: 'Newest',
    clicks: 'Most clicks',
  },
  byClicks: 'By clicks',
  sortBy: (order: string) => `Sort: ${order}`,
  shown: (shown: number, all: number) =>
    shown === all ? counted(all, 'issue') : `${grouped(shown)} of ${counted(all, 'issue')}`,
  noMatch: 'No issues match these filters',
  clear: 'Clear filters',
  export: 'Export',
  exports: { shown: 'These issues', pages: 'Issues of each page, with evidence' },
  file: 'issues',
  filePages: 'issues of pages',
  csv: [
    'Issue',
    'Check',
    'Priority',
    'Category',
    'Importance',
    'Google-backed',
    'Pages',
    'Points lost',
    'Since',
    'Example',
    'Targets',
    'Clicks',
  ],
  yes: 'yes',
  no: 'no',

  columns: {
    plan: 'Plan',
    issue: 'Issue',
    importance: 'Importance',
    pages: 'Pages',
    points: 'Points lost',
    clicks: 'Clicks',
    actions: 'Actions',
  },
  /** The units of figures on cards. */
  page: 'page',
  pages: 'pages',
  point: 'point',
  points: 'points',
  click: 'click',
  clicks: 'clicks',
  importance: { high: 'High', medium: 'Medium', low: 'Low' } satisfies Record<Importance, string>,
  share: (part: number, all: number) => `${grouped(part)} of ${grouped(all)} pages`,
  since: (day: string) => `since ${formatUtcDay(new Date(day))}`,
  waivedPages: (count: number) => `waived on ${pages(count)}`,
  unreadPages: (count: number) => `${pages(count)} without a report`,
  cause: (label: string, count: number) => `${label}, ${pages(count)}`,
  moreCauses: (count: number) => `· ${counted(count, 'more cause')}`,
  /** “404, 19 pages link to it” */
  linkTarget: (status: number | null, count: number) =>
    [hasFailed(status) && status, counted(count, 'page links to it', 'pages link to it')].filter(Boolean).join(', '),
  canonicalTarget: (status: number | null, count: number) =>
    [status, counted(count, 'page names it', 'pages name it')].filter((text) => text !== null).join(', '),
  /** The text of a link. */
  anchor: (text: string) => (text === '' ? 'no text' : `“${text}”`),
  moreTargets: (count: number) => counted(count, 'more URL'),
  actionsFor: (problem: string) => `Actions for “${problem}”`,
  /** “Kim”, or “Kim: 3 pages” */
  assignee: (name: string, count: number, all: number) => (count === all ? name : `${name}: ${pages(count)}`),
  ticket: 'Create ticket',
  addToDocument: 'Add to client report',
  waive: 'Waive',
}

/** The words of the dialog that makes a ticket of an issue. */
export const issueTicketWords = {
  title: (problem: string) => `Ticket for “${problem}”`,
  /** The ticket's title. */
  name: (problem: string, count: number) => `${problem} (${pages(count)})`,
  lead: (count: number) => `The ticket names ${pages(count)}.`,
  leadCut: (named: number, count: number) =>
    `The ticket names ${grouped(named)} of ${pages(count)}. Attach the list to add the others.`,
  text: 'Ticket',
  loading: 'Loading pages…',
  download: 'Download list (CSV)',
  close: 'Close',
  website: 'Website',
  onPages: pages,
  pages: 'Pages',
  clicks: (count: number) => counted(count, 'click'),
  googleReason: (reason: string) => `Google: ${reason}`,
  targets: 'URLs',
  more: (count: number) => `${counted(count, 'more page')} in the list`,
  list: 'Open the list',
  ofPlan: {
    title: (issues: number) => `Ticket for ${counted(issues, 'issue')}`,
    /** The ticket's title: “3 issues on shop.example”. */
    name: (issues: number, host: string | null) => `${counted(issues, 'issue')}${host === null ? '' : ` on ${host}`}`,
    lead: (pages: number) => `The ticket names up to ${grouped(pages)} pages of each issue.`,
  },
}

/** The words for the pages of a website: the tabs, their issues, their groups and their history. */
export const websiteTabsWords = {
  tabs: 'Parts of this website',
  tab: {
    issues: 'Issues',
    pages: 'Pages',
    structure: 'Structure',
    crawls: 'Crawls',
    history: 'History',
  },
  pages,
  points: wholePoints,
  loading: 'Loading…',
  morePages: (shown: number, all: number) => `and ${counted(all - shown, 'other page')}`,

  waivers: 'Waivers',
  waiversLead: 'Not issues here. They don’t count above, nor in the average.',
  waiverColumns: { issue: 'Issue', where: 'Where', reason: 'Reason', author: 'By', until: 'Until' },
  wholeWebsite: 'The whole website',
  noEnd: 'No end',
  until: (day: string, isActive: boolean) => (isActive ? day : `Expired ${day}`),
  removeWaiver: 'Remove',
  removeWaiverOf: (name: string) => `Remove waiver of ${name}`,

  duplicates: 'Duplicates',
  duplicatesLead: 'Indexable pages with the same text. Search engines may show only one of them.',
  largestSets: (count: number) => `The ${count} largest sets.`,
  duplicateColumns: { text: 'Shared text', pages: 'Pages', urls: 'URLs' },
  duplicateKinds: { title: 'Title', description: 'Meta description', body: 'Content' } satisfies Record<
    DuplicateKind,
    string
  >,
  content: (heading: string | null, count: number | null) =>
    [heading && `“${heading}”`, count === null ? null : counted(count, 'word')].filter(Boolean).join(', ') ||
    'The same text',

  aiCrawlers: 'AI crawlers',
  aiCrawlersLead: (moment: string) => `By robots.txt for the whole website, as of ${moment}.`,

  structure: 'Orphan and deep pages',
  structureLead: (moment: string) => `Found by the last crawl, ${moment}.`,
  structures: structureLabels,
  structureMeaning: {
    orphan: 'No click from the start page leads to them.',
    no_inlinks: 'No page links to them, and no sitemap lists them.',
    unreachable: 'Only pages that can’t be reached from the start page link to them.',
    sitemap_only: 'They’re in a sitemap, but no page links to them.',
    by_script: 'Only scripts add links to them. Crawlers that don’t run scripts can’t follow those links.',
    deep: 'Search engines crawl pages far from the start page less often.',
  } satisfies Record<Structure, string>,
  toCrawls: 'View crawls',
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
  range: 'Days in the charts',
  ranges: { 30: '30 days', 90: '90 days', 365: '12 months' },
  dayFigures: 'Figures of the day',
  /** “Crawl 18:15: 3 no longer indexable, 1 fixed issue” */
  run: ({ started_at: at, changes }: Pick<Crawl, 'started_at' | 'changes'>) => {
    const date = momentOf(at)
    return `Crawl ${date ? formatTime(date) : at}${changes ? `: ${changesText(changes) || 'nothing changed'}` : ''}`
  },
  day: 'Day',
  chooseDay: 'Day in the charts',
  asTable: 'Show as a table',
  tableCaption: 'Average score and pages by rating, newest day first',
  dayText: (day: string, average: string, count: number) => `${day}: average ${average}, ${pages(count)}`,
  noAverage: '–',
}

/** The dialog that gives websites to a client, and its progress. */
export const setClientWords = {
  action: 'Set client…',
  title: (count: number) => `Set the client of ${counted(count, 'website')}`,
  submit: 'Set client',
  cancel: 'Cancel',
  working: (count: number) => `Setting the client of ${counted(count, 'website')}…`,
  done: (count: number) => `Client of ${counted(count, 'website')} set`,
  failed: (failed: number, count: number) => `${grouped(failed)} of ${counted(count, 'website')} couldn’t be changed`,
  stopped: (done: number, count: number) => `Stopped. ${grouped(done)} of ${counted(count, 'website')} changed`,
}
