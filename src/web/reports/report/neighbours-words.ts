import { grouped } from '#contract/format/numbers.ts'

/** The links to the previous and the next report of the list. */
export const neighboursWords = {
  label: 'Reports in this list',
  place: (position: number, total: string | null) =>
    total === null ? grouped(position) : `${grouped(position)} of ${total}`,
  previous: (url: string) => `Previous report: ${url}`,
  next: (url: string) => `Next report: ${url}`,
  noPrevious: 'This is the first report',
  noNext: 'This is the last report',
}
