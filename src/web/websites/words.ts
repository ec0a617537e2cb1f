import { counted, grouped } from '#contract/format/numbers.ts'
import { websiteViewWords } from '#contract/lists/view-names.ts'
import { websiteFilterWords } from '#web/resources/website-filter-words.ts'

/** The websites list and the dialog that deletes a website. */
export const websitesWords = {
  ...websiteViewWords,
  allPrivacies: 'All',
  privacyFilter: (label: string) => `Privacy: ${label}`,
  caption: 'Websites',
  columns: {
    domain: 'Domain',
    score: 'Score',
    reports: 'Reports',
    privacy: 'Privacy',
    created: 'Date created',
    actions: 'Actions',
  },
  noReports: 'No reports',
  /** What the ring beside a domain shows. */
  ring: (good: number, decent: number, bad: number) =>
    `Pages: ${grouped(good)} good, ${grouped(decent)} decent, ${grouped(bad)} bad`,
  blocked: (pages: number) => `Google can’t index ${counted(pages, 'page')}`,

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
  emptyText: 'Websites are added automatically when you analyse a page. Enter a URL to get started.',
  emptyAction: 'Analyse a URL',

  deleteTitle: (domain: string) => `Delete ${domain}?`,
  deleteNoReports: 'This website has no reports. Its privacy setting will also be deleted.',
  deleteReports: (count: number | null) =>
    count === null
      ? 'This permanently deletes all its reports for everyone.'
      : `This permanently deletes its ${counted(count, 'report')} for everyone.`,
  /** Used when the server does not describe itself, so it is unknown whether it deletes the reports too. */
  deleteReportsPerhaps: (count: number | null) =>
    `This can’t be undone. It may also delete ${count === null ? 'its reports' : `its ${counted(count, 'report')}`}: this server doesn’t say whether it keeps them.`,
  deleteType: (domain: string) => `Type ${domain} to confirm`,
  deleteMismatch: (domain: string) => `Enter ${domain} exactly as shown.`,
  deleteConfirm: (count: number | null) =>
    count === null || count === 0 ? 'Delete website' : `Delete website and ${counted(count, 'report')}`,
  cancel: 'Cancel',
  deleted: (domain: string) => `${domain} deleted`,
}
