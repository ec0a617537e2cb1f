import { grouped } from '#web/ui/number.ts'

/** The words behind the line of a check in a report. */
export const reportCheckWords = {
  capped: 'The score stays at 49 or less until this is mended.',
  reason: 'Why',
  noReason: 'no reason was given.',
  how: 'What to do',
  found: 'Found',
  errors: 'Errors',
  other: 'Also sent',
  importance: (word: string) => `Importance: ${word}`,
  thresholds: 'How it is judged',
  about: 'About this check',
  newWindow: '(opens in a new tab)',
  copyCheckLink: 'Copy link to this check',
  linkCopied: 'Link copied',
  copySnippet: 'Copy snippet',
  copyNote: 'Copy note',
  copyPlace: 'Copy line and column',
  copySelector: 'Copy selector',
  copyAddress: 'Copy address',
  copied: 'Copied',
  showEvery: (many: number) => `Show all ${many}`,
  showFewer: 'Show fewer',
  moreOnPage: (many: number) => `and ${grouped(many)} more on the page`,
  line: (line: number, column?: number) => (column === undefined ? `line ${line}` : `line ${line}, column ${column}`),
}
