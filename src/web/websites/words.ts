import type { Direction, PrivacyFilter, WebsiteListQuery, WebsiteSort } from '#contract/list-query.ts'
import { count, listWords, orderName, viewName } from '#web/list/words.ts'

/** The websites list and the dialog that deletes a website. */
export const websitesWords = {
  title: 'Websites',
  ofPrivacy: { 0: 'Public websites', 1: 'Private websites', 2: 'Websites with a password' } satisfies Record<
    PrivacyFilter,
    string
  >,
  allPrivacies: 'All',
  privacyFilter: (label: string) => `Privacy ${label}`,
  order: {
    id: { desc: 'newest first', asc: 'oldest first' },
    domain: { desc: 'domain Z to A', asc: 'domain A to Z' },
    reports_avg_score: { desc: 'highest score first', asc: 'lowest score first' },
    reports_count: { desc: 'most reports first', asc: 'fewest reports first' },
  } satisfies Record<WebsiteSort, Record<Direction, string>>,
  caption: 'Websites',
  columns: {
    domain: 'Domain',
    score: 'Score',
    rating: 'Rating',
    reports: 'Reports',
    privacy: 'Privacy',
    created: 'Date created',
    actions: 'Actions',
  },
  /** The headings of an export. */
  exported: {
    id: 'Website',
    domain: 'Domain',
    privacy: 'Privacy',
    reports: 'Reports',
    average: 'Average score',
    created: 'Added at',
  },
  noReports: 'No reports',

  search: 'Search domains',
  counted: (total: string) => (total === '1' ? '1 website' : `${total} websites`),
  countedOf: (total: string, all: number) => `${total} of ${count(all)} websites`,
  countUnknown: 'Websites',
  reports: (many: number) => (many === 1 ? '1 report' : `${count(many)} reports`),

  menu: (domain: string) => `Actions for ${domain}`,
  open: 'Open website',
  privacyAction: 'Change privacy',
  remove: 'Delete website',

  copyDomains: 'Copy domains',
  domainsCopied: (many: number) => (many === 1 ? '1 domain copied' : `${count(many)} domains copied`),

  emptyTitle: 'No websites yet',
  emptyText:
    'A website appears by itself with the first report of one of its pages. Enter the address of a page to begin.',
  emptyAction: 'Analyse a URL',

  deleteTitle: (domain: string) => `Delete ${domain}?`,
  deleteNoReports: 'It has no reports. Its privacy setting goes with it.',
  deleteReports: (many: number | null) =>
    many === null
      ? 'All its reports go with it, at once and for everybody. This cannot be undone.'
      : many === 1
        ? 'Its 1 report goes with it, at once and for everybody. This cannot be undone.'
        : `Its ${count(many)} reports go with it, at once and for everybody. This cannot be undone.`,
  /** Used when the server does not describe itself, so it is unknown whether it deletes the reports too. */
  deleteReportsPerhaps: (many: number | null) =>
    `${many === null ? 'Its reports' : many === 1 ? 'Its 1 report' : `Its ${count(many)} reports`} may go with it, at once and for everybody: some servers keep them, and this one does not say. This cannot be undone.`,
  deleteType: (domain: string) => `Type ${domain} to confirm`,
  deleteMismatch: (domain: string) => `That is not ${domain}.`,
  deleteConfirm: (many: number | null) =>
    many === null || many === 0
      ? 'Delete website'
      : many === 1
        ? 'Delete website and 1 report'
        : `Delete website and ${count(many)} reports`,
  cancel: 'Cancel',
  deleted: (domain: string) => `${domain} deleted`,
}

/** The options of the website filter. */
export const websiteOptionsWords = {
  loading: 'Searching',
  options: 'Websites',
  none: (search: string) => (search === '' ? 'No website yet' : `No website contains “${search}”`),
  failed: 'The websites could not be loaded',
  found: (many: number) => (many === 1 ? '1 website' : `${many} websites`),
  reports: websitesWords.reports,
}

/** Names a view of the websites, such as "Public websites · “shop” · most reports first". */
export const websitesViewName = (query: Pick<WebsiteListQuery, 'search' | 'privacy' | 'sort_by' | 'sort'>) =>
  viewName(query.privacy === null ? websitesWords.title : websitesWords.ofPrivacy[query.privacy], [
    query.search && listWords.quoted(query.search),
    orderName(websitesWords.order, query),
  ])
