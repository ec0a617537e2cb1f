import { byteOrderMark, csvLine } from '#contract/format/csv.ts'
import type { ExportColumns } from '#contract/lists/export-columns.ts'
import type { ExportFormat } from '#contract/lists/exports.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { onOwnService } from '#web/data/service.ts'
import { type OnProgress, searchOfAll, walkAll, type WholeList } from './collect-rows.ts'
import { chunksOf, streamExport } from './export-stream.ts'
import type { FileSink } from './file-sink.ts'
import type { ListQuery, Row } from './resource.ts'

/** `rows` are the selected rows; null exports the whole list. */
export type ExportOptions<R> = { format: ExportFormat; bom: boolean; rows: readonly R[] | null }
export type Exported = { written: number; total: number | null; repeats: boolean; unreadable: number }

/** Selected rows are written in parts of this size, so that the page stays responsive. */
const rowsPerBatch = 500
const newLine = 10

/** Writes a list to a file: the selected rows, our own service's export, or all rows page by page. */
export async function writeExport<R extends Row, Q extends ListQuery>(
  list: WholeList<R, Q>,
  options: ExportOptions<R>,
  sink: FileSink,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<Exported> {
  const { exportColumns } = list.resource
  if (options.rows) return writeRows(exportColumns, options, sink, selected(options.rows, onProgress), signal)
  if (await onOwnService(queryClient)) return copyStream(list, options, sink, signal, onProgress)
  return writeRows(exportColumns, options, sink, walked(list, signal, onProgress), signal)
}

type Part<R> = { rows: readonly R[]; total: number | null; repeats: boolean; unreadable: number }

async function* selected<R>(rows: readonly R[], onProgress: OnProgress): AsyncGenerator<Part<R>> {
  for (let from = 0; from < rows.length; from += rowsPerBatch) {
    yield { rows: rows.slice(from, from + rowsPerBatch), total: rows.length, repeats: false, unreadable: 0 }
    onProgress(Math.min(rows.length, from + rowsPerBatch), rows.length)
    await new Promise((resolve) => setTimeout(resolve))
  }
}

async function* walked<R extends Row, Q extends ListQuery>(
  list: WholeList<R, Q>,
  signal: AbortSignal,
  onProgress: OnProgress,
): AsyncGenerator<Part<R>> {
  let written = 0
  for await (const step of walkAll(list, signal)) {
    yield step
    written += step.rows.length
    onProgress(written, step.total)
  }
}

async function writeRows<R>(
  columns: ExportColumns<R>,
  { format, bom }: ExportOptions<R>,
  sink: FileSink,
  parts: AsyncIterable<Part<R>>,
  signal: AbortSignal,
) {
  const isCsv = format === 'csv'
  const done: Exported = { written: 0, total: null, repeats: false, unreadable: 0 }
  await sink.write(isCsv ? (bom ? byteOrderMark : '') + csvLine(columns.map(([heading]) => heading)) : '[')
  for await (const { rows, total, repeats, unreadable } of parts) {
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

async function copyStream<R extends Row, Q extends ListQuery>(
  list: WholeList<R, Q>,
  { format, bom }: ExportOptions<R>,
  sink: FileSink,
  signal: AbortSignal,
  onProgress: OnProgress,
) {
  const search = searchOfAll(list)
  if (bom && format === 'csv') search.set('bom', '1')
  const { body, total } = await streamExport(currentClient(), list.resource.name, format, search, signal)
  // One row per line, after one line of headings or the bracket.
  let lines = 0
  for await (const chunk of chunksOf(body)) {
    await sink.write(chunk)
    for (const byte of chunk) if (byte === newLine) lines += 1
    onProgress(Math.max(0, Math.min(lines - 1, total ?? lines)), total)
  }
  return { written: total ?? Math.max(0, lines - 1), total, repeats: false, unreadable: 0 }
}
