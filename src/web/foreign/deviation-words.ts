import { count } from '#web/list/words.ts'

const rows = (many: number) => (many === 1 ? '1 row' : `${count(many)} rows`)

/** What is said of a list that a server did not make as it was asked to. */
export const oddListWords = {
  unordered: (order: string) => `The server did not sort these rows as asked (${order}). They stand as it sent them.`,
  unrated: (label: string) =>
    `Reports of another rating are among these: the server sent them, though only those rated ${label} were asked for.`,
  otherWebsite:
    'Reports of other websites are among these: the server sent them, though only those of one website were asked for.',
  otherPage: (asked: number, sent: number) =>
    `Page ${count(asked)} was asked for, and the server sent page ${count(sent)}.`,
  samePage: (sent: number) => `The server sent the rows of page ${count(sent)} again. It does not seem to have more.`,
  otherSize: (sent: number, asked: number) => `The server sent ${rows(sent)} where ${count(asked)} were asked for.`,
  noneSent: (total: number) => `The server sent no rows for this page, though it counts ${count(total)}.`,
  cut: (sent: number, asked: number, shown: number) =>
    `The server sent ${rows(sent)} where ${count(asked)} were asked for; the first ${count(shown)} are shown.`,
  twice: (many: number) =>
    many === 1
      ? '1 row came twice under the same id and is shown once.'
      : `${rows(many)} came again under ids that were there already; each id is shown once.`,

  unreadable: (many: number) => `${rows(many)} could not be read`,
  unreadableText: 'The server sent something else than this list is made of. The other rows are not affected.',
  named: { reports: (id: string) => `Report ${id}`, websites: (id: string) => `Website ${id}` },
  nameless: 'A row without an id',
  open: 'Open',
  given: 'What came',
  copy: 'Copy what came',
  copied: 'Copied',
  more: (many: number) => `And ${rows(many)} more.`,
}
