import { count } from './words.ts'

// The words of the list's dialogs and of actions on many rows.

export const columnsWords = {
  title: 'Columns and row height',
  columns: 'Columns',
  density: 'Row height',
  densities: { comfortable: 'Comfortable', compact: 'Compact' },
  kept: 'Saved in this browser, for this server only.',
  reset: 'Reset to default',
  done: 'Done',
}

export const selectionWords = {
  bar: 'Selected rows',
  selectedAll: (counted: string) => `${counted} selected`,
  selectAll: (total: string) => `Select all ${total} that match`,
  selectAllUncounted: 'Select all that match',
  clear: 'Clear selection',
  dropped: (many: number | null) =>
    many === null
      ? 'Selection cleared because the filters changed'
      : `${count(many)} rows deselected because the filters changed`,
  export: 'Export',
  reading: (many: number, of: number | null) =>
    of === null ? `Selecting rows: ${count(many)}` : `Selecting rows: ${count(many)} of ${count(of)}`,
  cancel: 'Cancel',
  unreadable: (many: number) =>
    many === 1 ? '1 row couldn’t be read and was left out.' : `${count(many)} rows couldn’t be read and were left out.`,
  repeats: 'This server only returns its first page, so you can only select those rows.',
}

const theMany = (many: number) => (many === 1 ? '' : `${count(many)} `)

/** The card of an action that runs on many rows. */
export const batchWords = {
  progress: (done: number, many: number) => `${count(done)} of ${count(many)}`,
  stop: 'Stop',
  retry: (many: number) => `Retry ${theMany(many)}failed`,
  outcomes: 'Results',
  outcomesDone: (many: number) => `${count(many)} done`,
  more: (many: number) => `and ${count(many)} more`,
  doneMark: 'Done:',
  failedMark: 'Failed:',
}

const exported = (many: string | null, one: string, several: string) =>
  many === null ? `All matching ${several}` : many === '1' ? `1 ${one}` : `${many} ${several}`

export const exportWords = {
  title: 'Export',
  what: {
    reports: (many: string | null) => exported(many, 'report', 'reports'),
    websites: (many: string | null) => exported(many, 'website', 'websites'),
  },
  order: 'Exports every page of the list, in the current order.',
  format: 'Format',
  formats: { csv: 'CSV', json: 'JSON' },
  bom: 'Add a byte order mark (BOM)',
  bomHint: 'Choose this if you’ll open the file in Excel. It keeps accented characters intact.',
  start: 'Export',
  cancel: 'Cancel',
  again: 'Try again',
  progress: (done: number, of: number | null) =>
    of === null ? `${count(done)} rows` : `${count(done)} of ${count(of)} rows`,
  done: (many: number) => (many === 1 ? '1 row exported' : `${count(many)} rows exported`),
  fewer: (got: number, of: number) =>
    `The list changed during the export: expected ${count(of)} rows, got ${count(got)}.`,
  repeats: 'This server only returned its first page, so the file has only those rows.',
  unreadable: (many: number) =>
    many === 1 ? '1 row couldn’t be read and was left out.' : `${count(many)} rows couldn’t be read and were left out.`,
  noFile: 'Couldn’t save the file. Check that you have enough disk space.',
  name: (what: string) => `${what} ${new Date().toISOString().slice(0, 10)}`,
}
