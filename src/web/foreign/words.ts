import { counted, grouped } from '#contract/format/numbers.ts'

/** The words for values of any shape. */
export const valueWords = {
  others: 'Other fields',
  yes: 'yes',
  no: 'no',
  none: 'none',
  empty: 'empty',
  items: (count: number) => counted(count, 'item'),
  fields: (count: number) => counted(count, 'field'),
  newWindow: '(opens in a new tab)',
  showAll: (count: number) => `Show all ${grouped(count)}`,
  copyAll: (length: number) => `Copy all ${grouped(length)} characters`,
  copied: 'Copied',
}

const rows = (count: number) => counted(count, 'row')

/** The words for lists that differ from the request. */
export const deviationWords = {
  unordered: (order: string) =>
    `The server ignored the sort order (${order}). Rows are shown in the order it sent them.`,
  unrated: (label: string) => `Some of these reports aren’t rated ${label}. The server ignored the rating filter.`,
  otherWebsite: 'Some of these reports belong to other websites. The server ignored the website filter.',
  otherPage: (requested: number, sent: number) =>
    `You asked for page ${grouped(requested)}. The server sent page ${grouped(sent)}.`,
  samePage: (sent: number) => `The server sent page ${grouped(sent)} again. There may be no more pages.`,
  otherSize: (sent: number, requested: number) =>
    `You asked for ${grouped(requested)} rows per page. The server sent ${grouped(sent)}.`,
  noneSent: (total: number) => `The server says there are ${rows(total)} but sent none for this page.`,
  cut: (sent: number, requested: number, shown: number) =>
    `The server sent ${rows(sent)} instead of ${grouped(requested)}. Showing the first ${grouped(shown)}.`,
  twice: (count: number) =>
    count === 1 ? '1 duplicate row is hidden.' : `${rows(count)} were duplicates and are hidden.`,

  unreadable: (count: number) => `${rows(count)} couldn’t be read`,
  unreadableText: 'The server sent data in an unexpected format. Other rows aren’t affected.',
  named: { reports: (id: string) => `Report ${id}`, websites: (id: string) => `Website ${id}` },
  nameless: 'Row with no ID',
  open: 'View',
  sent: 'Raw data',
  copy: 'Copy raw data',
  copied: 'Copied',
  more: (count: number) => `…and ${rows(count)} more`,
}
