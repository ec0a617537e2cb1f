import { grouped } from '#web/ui/number.ts'

/** The words for values of whatever shape a server sends. */
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
