import { count } from './words.ts'

/** The words for taking a list out as a file. */
export const exportWords = {
  title: 'Export',
  what: {
    reports: (many: string | null) =>
      many === null ? 'All reports that match' : many === '1' ? '1 report' : `${many} reports`,
    websites: (many: string | null) =>
      many === null ? 'All websites that match' : many === '1' ? '1 website' : `${many} websites`,
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
  columns: {
    reports: {
      id: 'Report',
      url: 'URL',
      website: 'Website',
      title: 'Title',
      score: 'Score',
      rating: 'Rating',
      previous: 'Previous score',
      created: 'Analysed at',
    },
    websites: {
      id: 'Website',
      domain: 'Domain',
      privacy: 'Privacy',
      reports: 'Reports',
      average: 'Average score',
      created: 'Added at',
    },
  },
}
