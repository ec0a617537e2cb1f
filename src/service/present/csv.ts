/** A spreadsheet takes a text that begins so for a formula, some also in its wide form. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

/** One line of RFC 4180. Texts that a spreadsheet would run are led by an apostrophe; numbers stay numbers. */
export const csvLine = (cells: readonly (string | number | null)[]) => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
