import { counted } from '#contract/format/numbers.ts'
import type { Importance } from '#contract/reports/analysis.ts'

const decimal = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** The words of a finding as a ticket. */
export const ticketWords = {
  copy: 'Copy as ticket',
  copied: 'Ticket copied',
  send: (tracker: string) => `New ${tracker} issue`,
  setUp: 'Set up Jira, GitHub or Linear',
  newWindow: '(opens in a new tab)',

  page: 'Page',
  importance: (importance: Importance) => `${importance} importance`,
  points: (points: number) => `${decimal.format(points)} ${points === 1 ? 'point' : 'points'} lost`,
  rise: ({ from, to }: { from: number; to: number }) => `score ${from} → ${to}`,
  why: 'Why it matters',
  how: 'How to fix it',
  found: 'Found on the page',
  line: (line: number, column?: number) => (column === undefined ? `line ${line}` : `line ${line}, column ${column}`),
  more: (count: number) => `The report has ${counted(count, 'more finding')}.`,
  report: 'Open the report',
}
