/** Spreadsheets run text that starts with one of these as a formula; some accept the full-width forms too. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/

export type CsvCell = string | number | boolean | null

/**
 * Returns one line of CSV as in RFC 4180, line break included; null becomes an empty cell. Text that a spreadsheet
 * would run as a formula gets a leading apostrophe. Numbers stay unchanged.
 */
export const csvLine = (cells: readonly CsvCell[]) => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = formulaStart.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** At the start of a file, tells spreadsheets that it is UTF-8. */
export const byteOrderMark = '\ufeff'
