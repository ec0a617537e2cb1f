import { counted, grouped } from '#contract/format/numbers.ts'

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
      : `${grouped(count)} rows deselected because the filters changed`,
  export: 'Export',
  reading: (count: number, of: number | null) =>
    of === null ? `Selecting rows: ${grouped(count)}` : `Selecting rows: ${grouped(count)} of ${grouped(of)}`,
  cancel: 'Cancel',
  unreadable: (count: number) =>
    `${counted(count, 'row')} couldn’t be read and ${count === 1 ? 'was' : 'were'} left out.`,
  repeats: 'This server only returns its first page, so you can only select those rows.',
}

const unlessOne = (count: number) => (count === 1 ? '' : `${grouped(count)} `)

/** The card of an action that runs on several rows. */
export const batchWords = {
  progress: (done: number, count: number) => `${grouped(done)} of ${grouped(count)}`,
  stop: 'Stop',
  retry: (count: number) => `Retry ${unlessOne(count)}failed`,
  outcomes: 'Results',
  outcomesDone: (count: number) => `${grouped(count)} done`,
  more: (count: number) => `and ${grouped(count)} more`,
  doneMark: 'Done:',
  failedMark: 'Failed:',
}
