import type { Direction, ReportSort } from '#contract/list-query.ts'
import { count } from './lists.ts'

/** The words of the reports list. */
export const reportsWords = {
  title: 'Reports',
  rated: { good: 'Good reports', decent: 'Decent reports', bad: 'Bad reports' },
  order: {
    id: { desc: 'newest first', asc: 'oldest first' },
    url: { desc: 'URL Z to A', asc: 'URL A to Z' },
    score: { desc: 'highest score first', asc: 'lowest score first' },
  } satisfies Record<ReportSort, Record<Direction, string>>,
  sortOption: {
    id: { desc: 'Newest first', asc: 'Oldest first' },
    url: { desc: 'URL Z to A', asc: 'URL A to Z' },
    score: { desc: 'Highest score first', asc: 'Lowest score first' },
  } satisfies Record<ReportSort, Record<Direction, string>>,
  caption: 'Reports',
  columns: { score: 'Score', rating: 'Rating', url: 'URL', website: 'Website', created: 'Date created', actions: 'Actions' },

  search: 'Search URLs',
  rating: 'Rating',
  all: 'All',

  counted: (total: string) => (total === '1' ? '1 report' : `${total} reports`),
  countedOf: (total: string, all: number) => `${total} of ${count(all)} reports`,
  countUnknown: 'Reports',

  menu: (url: string) => `Actions for ${url}`,
  open: 'Open report',
  again: 'Run again',
  copyUrl: 'Copy URL',
  copyReportLink: 'Copy link to report',
  remove: 'Delete report',
  urlCopied: 'URL copied',
  linkCopied: 'Link copied',
  copyFailed: 'Copying is not allowed in this browser',

  running: (url: string) => `Analysing ${url}`,
  ran: (url: string, score: number) => `Analysed ${url}: score ${score}`,
  openRan: 'Open report',

  deleteTitle: 'Delete this report?',
  deleteText: 'The score, every finding and the link to this report go with it. This cannot be undone. Other reports of the same URL stay.',
  deleteConfirm: 'Delete report',
  cancel: 'Cancel',
  deleted: 'Report deleted',

  emptyTitle: 'No reports yet',
  emptyText:
    'A report says how search engines read one page: a score from 0 to 100, what to fix first, and the evidence from the page. Enter the address of a page to make the first one.',
  emptyExample: 'For example https://example.com/',
  emptyAction: 'Analyse a URL',
  websiteEmptyTitle: 'No reports for this website',
  websiteEmptyText: 'Analyse one of its pages to make the first one.',
}
