import { grouped } from '#contract/format/numbers.ts'
import type { SortDirection } from '#contract/lists/list-query.ts'
import { clicksChangeLabels, pageFilters } from '#contract/lists/page-filters.ts'
import type { PageSort } from '#contract/lists/page-list.ts'
import type { Indexability } from '#contract/reports/indexability.ts'
import type { OrphanKind } from '#contract/websites/crawls.ts'
import { assigneeWords } from '#web/resources/words.ts'
import type { PageFilter } from './page-row.ts'

const numbers = (name: string) => ({ asc: `${name}, lowest first`, desc: `${name}, highest first` })
const texts = (name: string) => ({ asc: `${name}, A to Z`, desc: `${name}, Z to A` })

const filters = {
  status: 'Status',
  indexability: 'Indexing',
  canonical: 'Canonical URL',
  words: 'Words',
  depth: 'Click depth',
  inlinks: 'Inlinks',
  in_sitemap: 'In a sitemap',
  issues: 'Issues',
  clicks: 'Clicks',
  impressions: 'Impressions',
  position: 'Position',
  clicks_change: 'Change of clicks',
  google_index: pageFilters.google_index.name,
  check: 'Issue',
  assignee: 'Assignee',
  no_impressions: 'Impressions in 90 days',
  gone: 'Gone',
} satisfies Record<PageFilter, string>

const goneFilter = 'Gone: crawls no longer find them'

/** Short names of the states of URLs, for tables. */
const states = {
  indexable: 'Indexable',
  unclear: 'Unclear',
  redirect: 'Redirect',
  other_url: 'Other URL',
  unlikely: 'Unlikely',
  blocked: 'Blocked',
} satisfies Record<Indexability, string>

const isState = (value: string): value is Indexability => value in states

/** The table of a website's pages. */
export const websitePagesWords = {
  caption: 'Pages',
  search: 'Search URLs and titles',
  counted: (total: string) => (total === '1' ? '1 page' : `${total} pages`),
  countedOf: (total: string, all: number) => `${total} of ${grouped(all)} pages`,
  countUnknown: 'Pages',
  order: {
    url: texts('URL'),
    status: numbers('status'),
    indexability: texts('indexing'),
    canonical: texts('canonical URL'),
    words: numbers('words'),
    depth: numbers('click depth'),
    inlinks: numbers('inlinks'),
    in_sitemap: { asc: 'not in a sitemap first', desc: 'in a sitemap first' },
    issues: numbers('issues'),
    score: numbers('score'),
    clicks: numbers('clicks'),
    impressions: numbers('impressions'),
    position: numbers('position'),
  } satisfies Record<PageSort, Record<SortDirection, string>>,
  columns: {
    score: 'Score',
    url: 'URL',
    status: 'Status',
    indexing: 'Indexing',
    redirectsTo: 'Redirects to',
    canonical: 'Canonical URL',
    title: 'Title',
    titleLength: 'Title length',
    description: 'Description',
    descriptionLength: 'Description length',
    h1: 'H1',
    words: 'Words',
    depth: 'Depth',
    inlinks: 'Inlinks',
    inSitemap: 'In sitemap',
    issues: 'Issues',
    analysed: 'Last analysed',
  },
  states,
  orphan: 'Orphan',
  byScript: 'Linked only by scripts',
  orphans: {
    no_inlinks: 'No inlinks',
    unreachable: 'Not reachable from the start page',
    sitemap_only: 'In the sitemap only',
  } satisfies Record<OrphanKind, string>,
  notKnown: 'Not known',
  noScore: 'No score, because it isn’t indexed as a page of its own',
  gone: (day: string) => `Gone ${day}`,
  goneSince: (day: string) => `Gone since ${day}`,
  goneOption: 'No longer found',
  noImpressions: 'None',
  remove: 'Remove',
  restore: 'Put back',
  removed: (pages: number) =>
    `${pages === 1 ? '1 page is' : `${grouped(pages)} pages are`} removed. The filter “Gone” shows them.`,
  restored: (pages: number) => (pages === 1 ? '1 page is back' : `${grouped(pages)} pages are back`),
  listed: 'Listed',
  notListed: 'Not listed',

  filters,
  hints: {
    status: 'A status such as 404, or 4xx.',
    canonical: 'A URL, or its path.',
    words: 'A number, or a range such as 0-50 or 300-.',
    inlinks: '0 finds pages that no page links to.',
  } as Partial<Record<PageFilter, string>>,
  filterLabel: (filter: PageFilter, value: string) => {
    if (filter === 'in_sitemap') return value === '1' ? 'In a sitemap' : 'Not in a sitemap'
    if (filter === 'gone') return goneFilter
    if (filter === 'no_impressions') return 'No impression in 90 days'
    if (filter === 'clicks_change') return value === 'lost' ? clicksChangeLabels.lost : clicksChangeLabels.won
    if (filter === 'google_index') return pageFilters.google_index.label(value, {})
    if (filter === 'assignee') return assigneeWords.assignedTo(value)
    return `${filters[filter]}: ${isState(value) ? states[value] : value}`
  },

  export: 'Export',
  files: {
    pages: 'These pages (CSV)',
    issues: 'Issues of all pages (CSV)',
    links: 'Links of all pages (CSV)',
  },
  exported: { pages: 'Pages exported', issues: 'Issues exported', links: 'Links exported' },
  noFile: 'Couldn’t save the file. Check that you have enough disk space.',
  fileName: (domain: string, file: string) =>
    `${domain.replace(':', '-')}-${file}-${new Date().toISOString().slice(0, 10)}.csv`,

  noPages: 'No pages yet',
  noPagesText: 'To list pages here, analyse a URL of this website, or crawl it.',
}
