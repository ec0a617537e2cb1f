/** Spreadsheets run text that starts with one of these as a formula; some accept the full-width forms too. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * The start of a formula inside a text. Excel splits cells at the list separator of its language, often a semicolon.
 * It then ignores our quotes and starts a new cell in the middle of a text. Quotes before the formula don't protect it.
 */
const innerFormula = /[,;\t\r\n](?="*[=+\-@＝＋－＠])/g

export type CsvCell = string | number | boolean | null

/**
 * Returns one line of CSV as in RFC 4180, line break included; null becomes an empty cell. In text, an apostrophe is
 * inserted before a possible formula, for any separator. Numbers stay unchanged.
 */
export const csvLine = (cells: readonly CsvCell[]) => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = (formulaStart.test(cell) ? `'${cell}` : cell).replace(innerFormula, "$&'")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** At the start of a file, marks it as UTF-8 for spreadsheets. */
export const byteOrderMark = '\ufeff'
