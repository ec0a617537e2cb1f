import { counted, grouped } from '#contract/format/numbers.ts'
import type { IssueChange, IssueStateName } from '#contract/reports/comparison.ts'
import type { CrawlChanges } from '#contract/websites/crawls.ts'

/** The words of the website filter and its options. */
export const websiteFilterWords = {
  label: 'Website',
  all: 'All',
  placeholder: 'Find a website',
  clear: 'Clear website',
  loading: 'Searching…',
  options: 'Websites',
  none: (search: string) => (search === '' ? 'No websites yet' : `No websites match “${search}”`),
  failed: 'Couldn’t load websites',
  found: (count: number) => counted(count, 'website'),
  reports: (count: number) => counted(count, 'report'),
}

/** The words of every page of a website, and of the page without one. */
export const websiteHeaderWords = {
  crumbs: 'Back to website',
  websites: 'Websites',
  loadingTitle: 'Website',
  missingTitle: 'Website not found',
  missingText: 'It may have been deleted, or the URL may be wrong. To add it again, analyse one of its pages.',
  toWebsites: 'Go to websites',
}

/** The name of a website without a known domain. */
export const websiteNameWords = {
  numbered: (id: string) => `Website ${id}`,
  notFound: (id: number) => `${id} (not found)`,
}

/** The names of an issue's changes, from one report to another and over time. */
export const issueChangeWords: Record<IssueChange | IssueStateName, string> = {
  new: 'New',
  back: 'Back',
  unchanged: 'Unchanged',
  fixed: 'Fixed',
  not_checked: 'Not checked this time',
  not_checked_before: 'Not checked before',
}

/** The changes from one crawl to another: "2 new, 1 new broken link". Empty without changes. */
export function changesText(changes: CrawlChanges): string {
  const parts = [
    changes.new > 0 && `${grouped(changes.new)} new`,
    changes.gone > 0 && `${grouped(changes.gone)} removed`,
    changes.newly_indexable > 0 && `${grouped(changes.newly_indexable)} newly indexable`,
    changes.no_longer_indexable > 0 && `${grouped(changes.no_longer_indexable)} no longer indexable`,
    changes.broken_links > 0 && counted(changes.broken_links, 'new broken link'),
    changes.repaired_links > 0 && counted(changes.repaired_links, 'repaired link'),
    changes.new_issues > 0 && counted(changes.new_issues, 'new issue'),
    changes.fixed_issues > 0 && counted(changes.fixed_issues, 'fixed issue'),
    changes.robots_changed === true && 'robots.txt changed',
    changes.sitemap_changed === true && 'sitemap changed',
  ]
  return parts.filter((part) => part !== false).join(', ')
}
