import { counted } from '#contract/format/numbers.ts'
import { changeLabels } from '#contract/lists/page-filters.ts'

const pages = (count: number) => counted(count, 'page')
const websites = (count: number) => counted(count, 'website')

export const overviewWords = {
  title: 'Overview',
  lead: (pageCount: number, websiteCount: number) =>
    `${counted(pageCount, 'indexable page')} on ${websites(websiteCount)}`,
  since: 'Changes since',
  loading: 'Loading the overview…',

  changes: 'Changes',
  changed: { ...changeLabels, new: 'New pages' },

  scores: 'Scores',
  scoresHint: 'Indexable pages by the score of their latest report',
  pages,
  showRated: (label: string, count: string) => `Show ${count} pages rated ${label.toLowerCase()}`,

  moved: 'Websites that changed most',
  movedHint: (day: string) => `Average score since ${day}`,
  fell: 'Fell',
  rose: 'Rose',
  noneFell: 'No website’s score fell.',
  noneRose: 'No website’s score rose.',
  by: (points: number) => points.toLocaleString('en', { maximumFractionDigits: 1 }),
  up: 'up',
  down: 'down',

  views: 'Saved views',
  noViews: 'Search or filter a list, then choose Save view. Your view appears here with a live count.',
  analyses: 'Analyses in progress',
  running: 'Running',
  lost: 'Looking for the result',
}
