import type { AuditRow } from '#contract/audit.ts'
import { byteOrderMark, csvLine } from '#contract/csv.ts'
import { ratingTable } from '#contract/rating.ts'
import type { ReportRow } from '#contract/report-row.ts'
import { privacyLabels, type Website } from '#contract/website.ts'

type Columns<Row> = readonly (readonly [heading: string, cell: (row: Row) => string | number | null])[]

const reportColumns: Columns<ReportRow> = [
  ['Report', ({ id }) => id],
  ['URL', ({ url }) => url],
  ['Website', ({ domain }) => domain],
  ['Title', ({ title }) => title],
  ['Score', ({ score }) => score],
  ['Rating', ({ result }) => result && ratingTable[result].label],
  ['Previous score', ({ previous_score }) => previous_score],
  ['Main issue', ({ main_issue, main_issue_name }) => main_issue_name ?? main_issue],
  ['Date created', ({ created_at }) => created_at],
]

const websiteColumns: Columns<Website> = [
  ['Website', ({ id }) => id],
  ['Domain', ({ domain }) => domain],
  ['Privacy', ({ privacy }) => (privacy === null ? null : privacyLabels[privacy])],
  ['Reports', ({ reports_count }) => reports_count],
  ['Average score', ({ reports_avg_score }) => reports_avg_score],
  ['Date created', ({ created_at }) => created_at],
]

const auditColumns: Columns<AuditRow> = [
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

export const reportsAsCsv = (bom: boolean) => asCsv(reportColumns, bom)
export const websitesAsCsv = (bom: boolean) => asCsv(websiteColumns, bom)
export const auditAsCsv = (bom: boolean) => asCsv(auditColumns, bom)

function asCsv<Row>(columns: Columns<Row>, bom: boolean): Writer<Row> {
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
