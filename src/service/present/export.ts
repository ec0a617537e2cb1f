import type { AuditRow } from '#contract/access/audit.ts'
import { byteOrderMark, csvLine } from '#contract/format/csv.ts'
import { type ExportColumns, reportExportColumns, websiteExportColumns } from '#contract/lists/exports.ts'

const auditColumns: ExportColumns<Omit<AuditRow, 'restorable'>> = [
  ['Entry', ({ id }) => id],
  ['Time', ({ at }) => at],
  ['Actor', ({ actor }) => actor.kind],
  ['Key ID', ({ actor }) => actor.id],
  ['Key name', ({ actor }) => actor.name],
  ['Action', ({ action }) => action],
  ['Item', ({ object }) => object && object.kind],
  ['Item ID', ({ object }) => object && object.id],
  ['Item name', ({ object }) => object && object.name],
  ['Detail', ({ detail }) => detail],
]

/** Turns batches of rows into the parts of a file. */
export type Writer<Row> = (batches: AsyncIterable<Row[]>) => AsyncGenerator<string, void>

export const reportsAsCsv = (bom: boolean) => asCsv(reportExportColumns, bom)
export const websitesAsCsv = (bom: boolean) => asCsv(websiteExportColumns, bom)
export const auditAsCsv = (bom: boolean) => asCsv(auditColumns, bom)

/** A file for spreadsheets, which always has a byte order mark. */
export const columnsAsCsv = <Row>(columns: ExportColumns<Row>) => asCsv(columns, true)

function asCsv<Row>(columns: ExportColumns<Row>, bom: boolean): Writer<Row> {
  return async function* (batches) {
    yield (bom ? byteOrderMark : '') + csvLine(columns.map(([heading]) => heading))
    for await (const rows of batches)
      if (rows.length > 0) yield rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join('')
  }
}

/** Writes one array, one row per line. */
export async function* asJson(batches: AsyncIterable<unknown[]>): AsyncGenerator<string, void> {
  let before = '['
  for await (const rows of batches) {
    if (rows.length === 0) continue
    yield `${before}\n${rows.map((row) => JSON.stringify(row)).join(',\n')}`
    before = ','
  }
  yield before === '[' ? '[]\n' : '\n]\n'
}
