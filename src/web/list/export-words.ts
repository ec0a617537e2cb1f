import { counted, grouped } from '#contract/format/numbers.ts'

const exported = (count: string | null, one: string, several: string) =>
  count === null ? `All matching ${several}` : count === '1' ? `1 ${one}` : `${count} ${several}`

/** The dialog that exports a list. */
export const exportWords = {
  title: 'Export',
  what: {
    reports: (count: string | null) => exported(count, 'report', 'reports'),
    websites: (count: string | null) => exported(count, 'website', 'websites'),
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
    of === null ? `${grouped(done)} rows` : `${grouped(done)} of ${grouped(of)} rows`,
  done: (count: number) => `${counted(count, 'row')} exported`,
  fewer: (got: number, of: number) =>
    `The list changed during the export: expected ${grouped(of)} rows, got ${grouped(got)}.`,
  repeats: 'This server only returned its first page, so the file has only those rows.',
  unreadable: (count: number) =>
    `${counted(count, 'row')} couldn’t be read and ${count === 1 ? 'was' : 'were'} left out.`,
  noFile: 'Couldn’t save the file. Check that you have enough disk space.',
  name: (what: string) => `${what} ${new Date().toISOString().slice(0, 10)}`,
}
