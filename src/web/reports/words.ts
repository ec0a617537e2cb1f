import { grouped } from '#contract/format/numbers.ts'
import { reportViewWords } from '#contract/lists/view-names.ts'

/** The words of the reports list. */
export const reportsWords = {
  ...reportViewWords,
  caption: 'Reports',
  columns: {
    score: 'Score',
    url: 'URL',
    website: 'Website',
    created: 'Date created',
    actions: 'Actions',
    change: 'Change',
    title: 'Title',
    engine: 'Engine',
    id: 'ID',
  },

  moreFilters: 'More filters',
  changedBy: (by: number) => (by === 0 ? 'unchanged' : `${Math.abs(by)} ${by > 0 ? 'better' : 'worse'}`),

  search: 'Search URLs',
  searchTitles: 'Search URLs and titles',
  rating: 'Rating',
  all: 'All',

  counted: (total: string) => (total === '1' ? '1 report' : `${total} reports`),
  countedOf: (total: string, all: number) => `${total} of ${grouped(all)} reports`,
  countUnknown: 'Reports',

  menu: (url: string) => `Actions for ${url}`,
}
