import { formatCount } from './words.ts'

/** The bar of selected rows. */
export const selectionWords = {
  bar: 'Selected rows',
  selectedAll: (counted: string) => `${counted} selected`,
  selectAll: (total: string) => `Select all ${total} that match`,
  selectAllUncounted: 'Select all that match',
  clear: 'Clear selection',
  dropped: (count: number | null) =>
    count === null
      ? 'Selection cleared because the filters changed'
      : `${formatCount(count)} rows deselected because the filters changed`,
  export: 'Export',
  reading: (count: number, of: number | null) =>
    of === null
      ? `Selecting rows: ${formatCount(count)}`
      : `Selecting rows: ${formatCount(count)} of ${formatCount(of)}`,
  cancel: 'Cancel',
  unreadable: (count: number) =>
    count === 1
      ? '1 row couldn’t be read and was left out.'
      : `${formatCount(count)} rows couldn’t be read and were left out.`,
  repeats: 'This server only returns its first page, so you can only select those rows.',
}

const unlessOne = (count: number) => (count === 1 ? '' : `${formatCount(count)} `)

/** The card of an action that runs on several rows. */
export const batchWords = {
  progress: (done: number, count: number) => `${formatCount(done)} of ${formatCount(count)}`,
  stop: 'Stop',
  retry: (count: number) => `Retry ${unlessOne(count)}failed`,
  outcomes: 'Results',
  outcomesDone: (count: number) => `${formatCount(count)} done`,
  more: (count: number) => `and ${formatCount(count)} more`,
  doneMark: 'Done:',
  failedMark: 'Failed:',
}
