/** A spreadsheet takes a text that begins so for a formula, some also in its wide form. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

export type Cell = string | number | boolean | null

/** One line of RFC 4180. A text that a spreadsheet would run is led by an apostrophe; numbers stay numbers. */
export const csvLine = (cells: readonly Cell[]) => `${cells.map(written).join(',')}\r\n`

function written(cell: Cell) {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Spreadsheets know UTF-8 by it. */
export const byteOrderMark = '\ufeff'
