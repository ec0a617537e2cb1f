import { count } from './words.ts'

/** The words for many rows at once. */
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
  remove: (many: string) => (many === '1' ? 'Delete 1 report' : `Delete ${many} reports`),
  again: 'Run again',
  export: 'Export',
  copyUrls: 'Copy URLs',
  copied: (many: number) => (many === 1 ? '1 URL copied' : `${count(many)} URLs copied`),
  copyDomains: 'Copy domains',
  domainsCopied: (many: number) => (many === 1 ? '1 domain copied' : `${count(many)} domains copied`),
  gathering: (many: number, of: number | null) =>
    of === null ? `Reading the list: ${count(many)}` : `Reading the list: ${count(many)} of ${count(of)}`,
  cancel: 'Cancel',
  unreadable: (many: number) =>
    many === 1 ? '1 row could not be read and is left out.' : `${count(many)} rows could not be read and are left out.`,
  repeats: 'This server sends the same page again and again: only the rows of its first page can be reached.',
  againTitle: (many: number) => `Run ${count(many)} reports again?`,
  againText: 'Each page is fetched and analysed anew, four at a time. The reports that are there stay.',
  againConfirm: (many: number) => `Run ${count(many)} again`,
}
