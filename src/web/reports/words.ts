import type { Direction, ReportSort } from '#contract/list-query.ts'
import { count } from '#web/list/words.ts'

/** The words of the reports list. */
export const reportsWords = {
  title: 'Reports',
  rated: { good: 'Good reports', decent: 'Decent reports', bad: 'Bad reports' },
  order: {
    id: { desc: 'newest first', asc: 'oldest first' },
    url: { desc: 'URL Z to A', asc: 'URL A to Z' },
    score: { desc: 'highest score first', asc: 'lowest score first' },
  } satisfies Record<ReportSort, Record<Direction, string>>,
  caption: 'Reports',
  columns: {
    score: 'Score',
    rating: 'Rating',
    url: 'URL',
    website: 'Website',
    created: 'Date created',
    actions: 'Actions',
    change: 'Change',
    title: 'Title',
    engine: 'Engine',
    id: 'ID',
  },

  search: 'Search URLs',
  rating: 'Rating',
  all: 'All',

  counted: (total: string) => (total === '1' ? '1 report' : `${total} reports`),
  countedOf: (total: string, all: number) => `${total} of ${count(all)} reports`,
  countUnknown: 'Reports',

  menu: (url: string) => `Actions for ${url}`,
}
