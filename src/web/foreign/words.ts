import type { Importance } from '#contract/analysis.ts'
import { count } from '#web/list/words.ts'
import { grouped } from '#web/ui/text.ts'

/** The words for the checks of other servers. */
export const foreignReportWords = {
  checks: 'Checks',
  ungrouped: 'Other checks',
  importanceShort: { high: 'High', medium: 'Medium', low: 'Low' } satisfies Record<Importance, string>,
  otherImportance: 'Other importance',
  noImportance: 'Importance not given',
  ofHigh: (high: number) => `${grouped(high)} of the failed ${high === 1 ? 'is' : 'are'} of high importance`,
  linked: 'The address names this check.',
  noneInView: 'No check of this report is like that.',
  showAll: 'Show all checks',
  showEvery: (many: number) => `Show all ${grouped(many)}`,
  showMore: (step: number, total: number) => `Show ${grouped(step)} more of ${grouped(total)}`,
  values: 'Values',
  valuesNote: 'Sent without a verdict',
  found: 'Found',
  errors: 'Errors',
  other: 'Also sent',
}

/** The words for values of any shape. */
export const valueWords = {
  others: 'Other fields',
  yes: 'yes',
  no: 'no',
  none: 'none',
  emptyText: 'empty text',
  emptyList: 'empty list',
  nothingInside: 'nothing in it',
  items: (many: number) => (many === 1 ? '1 item' : `${grouped(many)} items`),
  fields: (many: number) => (many === 1 ? '1 field' : `${grouped(many)} fields`),
  newWindow: '(opens in a new tab)',
  showAll: (many: number) => `Show all ${grouped(many)}`,
  showAllText: (length: number) => `Show all ${grouped(length)} characters`,
  showMore: (step: number, total: number) => `Show ${grouped(step)} more of ${grouped(total)}`,
  showMoreText: (step: number, length: number) => `Show ${grouped(step)} more of ${grouped(length)} characters`,
  showFewer: 'Show fewer',
  showLess: 'Show less',
  copyAll: 'Copy the whole text',
  copied: 'Copied',
}

const rows = (many: number) => (many === 1 ? '1 row' : `${count(many)} rows`)

/** The words for lists that differ from the request. */
export const deviationWords = {
  unordered: (order: string) => `The server did not sort these rows as asked (${order}). They stand as it sent them.`,
  unrated: (label: string) =>
    `Reports of another rating are among these: the server sent them, though only those rated ${label} were asked for.`,
  otherWebsite:
    'Reports of other websites are among these: the server sent them, though only those of one website were asked for.',
  otherPage: (requested: number, sent: number) =>
    `Page ${count(requested)} was asked for, and the server sent page ${count(sent)}.`,
  samePage: (sent: number) => `The server sent the rows of page ${count(sent)} again. It does not seem to have more.`,
  otherSize: (sent: number, requested: number) =>
    `The server sent ${rows(sent)} where ${count(requested)} were asked for.`,
  noneSent: (total: number) => `The server sent no rows for this page, though it counts ${count(total)}.`,
  cut: (sent: number, requested: number, shown: number) =>
    `The server sent ${rows(sent)} where ${count(requested)} were asked for; the first ${count(shown)} are shown.`,
  twice: (many: number) =>
    many === 1
      ? '1 row came twice under the same id and is shown once.'
      : `${rows(many)} came again under ids that were there already; each id is shown once.`,

  unreadable: (many: number) => `${rows(many)} could not be read`,
  unreadableText: 'The server sent something else than this list is made of. The other rows are not affected.',
  named: { reports: (id: string) => `Report ${id}`, websites: (id: string) => `Website ${id}` },
  nameless: 'A row without an id',
  open: 'Open',
  sent: 'What came',
  copy: 'Copy what came',
  copied: 'Copied',
  more: (many: number) => `And ${rows(many)} more.`,
}
