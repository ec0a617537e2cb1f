import { counted } from '#contract/format/numbers.ts'
import type { PathDifference, PathKind } from '#contract/websites/website-comparison.ts'

/** The words of the comparison of two websites, and of the choice of the other one. */
export const againstWords = {
  loadingTitle: 'Comparison',
  title: (here: string, there: string) => `${here} compared with ${there}`,
  lead: 'The latest reports of pages with the same path, such as on a staging website and the live one.',
  loading: 'Comparing websites…',
  websites: 'Compared websites',
  here: 'This website',
  there: 'Compared with',
  pages: (count: number) => counted(count, 'page'),
  swap: 'Swap',
  swapTitle: 'Swap the websites',
  another: 'Compare with another website',
  judgedAsProduction:
    'Noindex and robots.txt aren’t compared, because Judge as production is on for one of the websites.',

  counts: 'Paths by difference',
  kind: {
    changed: 'Different',
    missing: 'Missing here',
    new: 'Only here',
    unread: 'Not checked',
    same: 'Identical',
  } satisfies Record<PathKind, string>,
  leads: {
    changed: 'Both websites have these pages, but they differ in more than their host.',
    missing: 'The other website has these pages, but this one doesn’t.',
    new: 'This website has these pages, but the other one doesn’t.',
    unread: 'One website has these pages. The crawl of the other one didn’t read them, so they aren’t missing there.',
    same: 'These pages differ only in their host.',
  } satisfies Record<PathKind, string>,
  none: {
    changed: 'No differences on pages that both websites have.',
    missing: 'This website has every page of the other one.',
    new: 'The other website has every page of this one.',
    unread: 'The crawls left out no page that the other website has.',
    same: 'No page is identical on both websites.',
  } satisfies Record<PathKind, string>,
  search: 'Search paths',
  filter: {
    path: (path: string) => `Path: ${path}`,
    folder: (folder: string) => `Folder: ${folder}`,
    check: (check: string) => `Issue: ${check}`,
    crawl: 'Pages of one crawl of this website',
    other_crawl: 'Pages of one crawl of the other website',
    search: (text: string) => `Path contains “${text}”`,
  },

  columns: {
    path: 'Path',
    differences: 'Difference',
    issues: 'Issues',
    score: 'Score',
    state: 'Indexing',
    reason: 'Reason',
    where: 'Not read on',
  },
  difference: {
    indexability: 'Indexing',
    status: 'Status',
    redirect: 'Redirects to',
    canonical: 'Canonical URL',
    title: 'Title',
    description: 'Description',
    h1: 'H1',
    words: 'Words',
  } satisfies Record<Exclude<PathDifference, 'issues' | 'score'>, string>,
  becomes: 'here',
  empty: 'None',
  reportHere: 'Report here',
  reportThere: 'Report there',
  newIssue: 'New here',
  fixedIssue: 'Fixed here',
  moreIssues: (count: number) => `and ${counted(count, 'more issue')}`,

  settings: 'Website settings',
  settingsLead: 'Issues that all pages of a website share. They aren’t counted above.',
  settingColumns: { check: 'Issue', where: 'Found on', pages: 'Pages' },

  noPages: (domain: string) => `${domain} has no pages yet`,
  noPagesText: 'Crawl both websites to compare their pages.',
  nothingInCommon: 'No pages in common',
  nothingInCommonText: (here: number, there: number) =>
    `We compared ${counted(here, 'page')} of this website with ${counted(there, 'page')} of the other one, and no path is the same. Crawl both websites to find all their pages.`,
  crawl: (domain: string) => `Crawl ${domain}`,

  missing: 'Website not found',
  missingText: 'One of the two websites doesn’t exist. It may have been deleted.',
  toWebsites: 'View websites',
  itself: 'This is the same website',
  itselfText: 'Choose another one to compare it with.',

  choose: (domain: string) => `Compare ${domain} with another website`,
  chooseLead: 'Choose the website whose pages have the same paths, such as the live website of a staging server.',
  choosePath: (path: string) => `The reports of ${path} are compared if both websites have one.`,
  likely: 'Related websites',
  any: 'Any other website',
  all: 'Choose a website',
  choosing: 'Choose',
  chooseButton: 'Compare',
}
