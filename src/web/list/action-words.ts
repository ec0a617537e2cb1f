import { count } from './words.ts'

// The words of the list's dialogs and of actions on many rows.

export const columnsWords = {
  title: 'Columns and density',
  columns: 'Columns',
  density: 'Rows',
  densities: { comfortable: 'Comfortable', compact: 'Compact' },
  kept: 'Kept in this browser, for this server.',
  reset: 'As it was',
  done: 'Done',
}

export const selectionWords = {
  bar: 'Selected rows',
  selectedAll: (counted: string) => `${counted} selected`,
  selectAll: (total: string) => `Select all ${total} that match`,
  selectAllUncounted: 'Select all that match',
  clear: 'Clear the selection',
  dropped: (many: number | null) =>
    many === null
      ? 'The selection was dropped with the filters'
      : `The selection of ${count(many)} was dropped with the filters`,
  export: 'Export',
  reading: (many: number, of: number | null) =>
    of === null ? `Reading the list: ${count(many)}` : `Reading the list: ${count(many)} of ${count(of)}`,
  cancel: 'Cancel',
  unreadable: (many: number) =>
    many === 1 ? '1 row could not be read and is left out.' : `${count(many)} rows could not be read and are left out.`,
  repeats: 'This server sends the same page again and again: only the rows of its first page can be reached.',
}

const theMany = (many: number) => (many === 1 ? '' : `the ${count(many)} `)

/** The card of an action that runs on many rows. */
export const batchWords = {
  progress: (done: number, many: number) => `${count(done)} of ${count(many)}`,
  stop: 'Stop',
  retry: (many: number) => `Retry ${theMany(many)}failed`,
  outcomes: 'Outcomes',
  outcomesDone: (many: number) => `${count(many)} done`,
  more: (many: number) => `and ${count(many)} more`,
  doneMark: 'Done:',
  failedMark: 'Failed:',
}

const exported = (many: string | null, one: string, several: string) =>
  many === null ? `All ${several} that match` : many === '1' ? `1 ${one}` : `${many} ${several}`

export const exportWords = {
  title: 'Export',
  what: {
    reports: (many: string | null) => exported(many, 'report', 'reports'),
    websites: (many: string | null) => exported(many, 'website', 'websites'),
  },
  order: 'In the order of the list, each once, whatever page is shown.',
  format: 'Format',
  formats: { csv: 'CSV', json: 'JSON' },
  bom: 'Begin with a byte order mark',
  bomHint: 'For Excel, which otherwise may take UTF-8 for something else.',
  start: 'Export',
  cancel: 'Cancel',
  again: 'Try again',
  progress: (done: number, of: number | null) =>
    of === null ? `${count(done)} rows` : `${count(done)} of ${count(of)} rows`,
  done: (many: number) => (many === 1 ? '1 row exported' : `${count(many)} rows exported`),
  fewer: (got: number, of: number) => `The list said ${count(of)} rows, and ${count(got)} came: it changed meanwhile.`,
  repeats: 'This server sends the same page again and again: the file has only the rows of its first page.',
  unreadable: (many: number) =>
    many === 1
      ? '1 row could not be read and is not in the file.'
      : `${count(many)} rows could not be read and are not in the file.`,
  noFile: 'The file could not be written. Check that there is room for it.',
  name: (what: string) => `${what} ${new Date().toISOString().slice(0, 10)}`,
}
