import { byteOrderMark, type CsvCell, csvLine } from '#contract/csv.ts'
import type { ExportFormat } from '#contract/exports.ts'
import type { Page } from '#contract/envelope.ts'
import { piecesOf, streamExport } from './export-calls.ts'
import { queryClient } from '#web/data/query-client.ts'
import { hasExtension } from '#web/data/service.ts'
import { currentClient } from '#web/data/session.ts'
import { walkList } from './walk-list.ts'
import type { FileSink } from './file-sink.ts'
import { rowsPerRequest } from './collect.ts'

export type ExportColumns<Row> = readonly (readonly [heading: string, cell: (row: Row) => CsvCell])[]

/** What there is to export, however it is to be had. */
export type ExportSource<Row extends { id: number }> = {
  resource: 'reports' | 'websites'
  /** The list's parameters, without its page. */
  search: URLSearchParams
  columns: ExportColumns<Row>
  fetchPage: (page: number, signal: AbortSignal) => Promise<Page<Row>>
}

export type ExportWish<Row> = { format: ExportFormat; bom: boolean; rows: readonly Row[] | null }
export type Exported = { written: number; total: number | null; repeats: boolean; unreadable: number }
type OnProgress = (written: number, total: number | null) => void

/** Rows of a choice are written so many at a time, with a breath between. */
const rowsAtOnce = 500
const newLine = 10

/** Writes the chosen rows, or with `rows` null the whole list: from the server's own export where it has one, else page by page. */
export async function writeExport<Row extends { id: number }>(
  source: ExportSource<Row>,
  wish: ExportWish<Row>,
  sink: FileSink,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<Exported> {
  const { rows } = wish
  if (rows) return writeRows(source.columns, wish, sink, chunked(rows, onProgress), signal)
  if (await hasExtension(queryClient, 'exports')) return copyStream(source, wish, sink, signal, onProgress)
  return writeRows(source.columns, wish, sink, walked(source, signal, onProgress), signal)
}

type Piece<Row> = { rows: readonly Row[]; total: number | null; repeats: boolean; unreadable: number }

async function* chunked<Row>(rows: readonly Row[], onProgress: OnProgress): AsyncGenerator<Piece<Row>> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    yield { rows: rows.slice(from, from + rowsAtOnce), total: rows.length, repeats: false, unreadable: 0 }
    onProgress(Math.min(rows.length, from + rowsAtOnce), rows.length)
    await new Promise((resolve) => setTimeout(resolve))
  }
}

async function* walked<Row extends { id: number }>(
  { fetchPage }: ExportSource<Row>,
  signal: AbortSignal,
  onProgress: OnProgress,
): AsyncGenerator<Piece<Row>> {
  let written = 0
  for await (const step of walkList(fetchPage, signal, rowsPerRequest)) {
    yield step
    written += step.rows.length
    onProgress(written, step.total)
  }
}

async function writeRows<Row>(
  columns: ExportColumns<Row>,
  { format, bom }: ExportWish<Row>,
  sink: FileSink,
  pieces: AsyncIterable<Piece<Row>>,
  signal: AbortSignal,
) {
  const isCsv = format === 'csv'
  const done: Exported = { written: 0, total: null, repeats: false, unreadable: 0 }
  await sink.write(isCsv ? (bom ? byteOrderMark : '') + csvLine(columns.map(([heading]) => heading)) : '[')
  for await (const { rows, total, repeats, unreadable } of pieces) {
    signal.throwIfAborted()
    const texts = rows.map((row, at) =>
      isCsv
        ? csvLine(columns.map(([, cell]) => cell(row)))
        : `${done.written + at > 0 ? ',' : ''}\n${JSON.stringify(row)}`,
    )
    if (texts.length > 0) await sink.write(texts.join(''))
    done.written += rows.length
    done.total = total ?? done.total
    done.repeats ||= repeats
    done.unreadable += unreadable
  }
  if (!isCsv) await sink.write('\n]\n')
  return done
}

async function copyStream<Row extends { id: number }>(
  { resource, search }: ExportSource<Row>,
  { format, bom }: ExportWish<Row>,
  sink: FileSink,
  signal: AbortSignal,
  onProgress: OnProgress,
) {
  const asked = new URLSearchParams(search)
  if (bom && format === 'csv') asked.set('bom', '1')
  const { body, total } = await streamExport(currentClient(), resource, format, asked, signal)
  // A row a line, after one line of headings or the bracket.
  let lines = 0
  for await (const piece of piecesOf(body)) {
    await sink.write(piece)
    for (const byte of piece) if (byte === newLine) lines += 1
    onProgress(Math.max(0, Math.min(lines - 1, total ?? lines)), total)
  }
  return { written: total ?? Math.max(0, lines - 1), total, repeats: false, unreadable: 0 }
}
