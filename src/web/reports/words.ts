import { counted, grouped } from '#contract/format/numbers.ts'
import type { GroupKind } from '#contract/lists/page-groups.ts'
import { reportViewWords } from '#contract/lists/views.ts'
import { roundScore } from '#contract/reports/rating.ts'
import type { PageGroup } from '#contract/websites/website-pages.ts'

/** The words of the reports list. */
export const reportsWords = {
  ...reportViewWords,
  caption: 'Reports',
  page: 'Page',
  analysed: 'Analysed',
  indexing: 'Indexing',
  noScore: 'No score, because it isn’t indexed as a page of its own',
  changedBy: (by: number) => (by === 0 ? 'unchanged' : `${Math.abs(by)} ${by > 0 ? 'better' : 'worse'}`),

  search: 'Search URLs',
  searchTitles: 'Search URLs and titles',
  rating: 'Rating',
  all: 'All',
  ofWebsite: (name: string) => `Website: ${name}`,

  counted: (total: string) => (total === '1' ? '1 report' : `${total} reports`),
  countedOf: (total: string, all: number) => `${total} of ${grouped(all)} reports`,
  countedPages: (total: string) => (total === '1' ? '1 page' : `${total} pages`),
  countUnknown: 'Reports',

  menu: (url: string) => `Actions for ${url}`,
}

/** The notice of reports that are newer than a copied link. */
export const newerWords = {
  since: (counted: string, count: number) =>
    count === 0 ? 'No new reports since this link was copied.' : `${counted} new since this link was copied.`,
  unreadable: 'We can’t tell what’s new since this link was copied.',
  unknown: 'Couldn’t count what’s new since this link was copied.',
  dismiss: 'Dismiss',
}

/** The example report. */
export const exampleWords = {
  title: 'Example report',
  backTo: 'Reports',
  lead: 'An example, for a page that we made up',
}

/** The report by the HTML alone, while the page is rendered. */
export const previewWords = {
  title: (url: string) => `Rendering… · ${url}`,
  backTo: 'Reports',
  rendering: 'Rendering…',
  rendered: 'HTML only',
  lead: 'This is what the HTML alone shows. The score is provisional until the page is rendered and its links are checked.',
  ready: 'The page is rendered, and its report is ready.',
  open: 'View report',
}

/** The page for a report that doesn't exist. */
export const reportMissingWords = {
  title: 'Report not found',
  text: 'It may have been deleted, or the URL may be wrong.',
  newer: 'There’s another report for this URL.',
  openLatest: 'View the latest report',
  toReports: 'Go to reports',
}

// The words of the actions on one report, and on many.

const reports = (count: number) => counted(count, 'report')

export const reportMenuWords = {
  open: 'View report',
  again: 'Run again',
  copyUrl: 'Copy URL',
  copyReportLink: 'Copy link to report',
  remove: 'Delete report',
  urlCopied: 'URL copied',
  linkCopied: 'Link copied',
  linkName: (url: string, score: number | null) => (score === null ? url : `${url} · score ${roundScore(score)}`),

  running: (url: string) => `Analysing ${url}`,
  ran: (url: string, score: number | null) =>
    score === null ? `Analysed ${url}` : `Analysed ${url}: score ${roundScore(score)}`,
  openRan: 'View report',
}

export const reportSelectionWords = {
  copyUrls: 'Copy URLs',
  copied: (count: number) => `${counted(count, 'URL')} copied`,
  remove: (count: string) => (count === '1' ? 'Delete 1 report' : `Delete ${count} reports`),
  again: 'Run again',
  againTitle: (count: number) => `Run ${grouped(count)} reports again?`,
  againText: (atATime: number) =>
    `We’ll fetch and analyse each page again, ${atATime} at a time. Existing reports are kept.`,
  againAsJob: 'We’ll fetch and analyse each page again in the background. Existing reports are kept.',
  againConfirm: (count: number) => `Run ${grouped(count)} again`,
  cancel: 'Cancel',
}

export const deletingWords = {
  confirmTitle: (count: number) => (count === 1 ? 'Delete this report?' : `Delete ${reports(count)}?`),
  confirmText: 'You can’t undo this.',
  confirm: (count: number) => (count === 1 ? 'Delete report' : `Delete ${reports(count)}`),
  cancel: 'Cancel',
  working: (count: number) => `Deleting ${reports(count)}`,
  done: (count: number) => (count === 1 ? 'Report deleted' : `${reports(count)} deleted`),
  stopped: (done: number, count: number) => `Stopped. Deleted ${grouped(done)} of ${reports(count)}`,
  failed: (failed: number, count: number) =>
    count === 1 ? 'Couldn’t delete the report' : `${grouped(failed)} of ${reports(count)} couldn’t be deleted`,
}

export const runningWords = {
  working: (count: number) => `Re-running ${reports(count)}`,
  done: (count: number) => `Re-ran ${reports(count)}`,
  failed: (failed: number, count: number) => `${grouped(failed)} of ${reports(count)} couldn’t be re-run`,
  stopped: (done: number, count: number) => `Stopped. Re-ran ${grouped(done)} of ${reports(count)}.`,
  lost: (lost: number) => `${grouped(lost)} with an unknown result`,
  score: (score: number | null) => (score === null ? 'No score' : `Score ${roundScore(score)}`),
}

/** The words around the filters of pages. */
export const pageFilterWords = {
  range: 'A number, or a range such as 10-50 or 10-.',
  /** “Issue · Crawling” */
  issuesOf: (category: string) => `Issue · ${category}`,
  groupKinds: { folder: 'Folders', shape: 'URL patterns' } satisfies Record<GroupKind, string>,
  /** “/blog/ · average 74 · Title tag” */
  groupOption: ({ group, average, worst_check, worst_check_name }: PageGroup) =>
    [group, `average ${roundScore(average)}`, worst_check_name ?? worst_check].filter(Boolean).join(' · '),
}
