import type { ZodType } from 'zod'
import { byteOrderMark, csvLine } from '#contract/format/csv.ts'
import { type ExportColumns, type ExportFormat, exportTotalHeader } from '#contract/lists/exports.ts'
import { writeQuery } from '#contract/lists/query-params.ts'
import { ApiError } from '#web/data/api-error.ts'
import type { Client } from '#web/data/client.ts'
import { currentClient } from '#web/data/current-client.ts'
import { onOwnService } from '#web/data/service.ts'
import { downloadFile } from '#web/ui/download-file.ts'
import type { ListQuery, Resource, Row } from './resource.ts'
import { type Walk, walkList } from './walk-list.ts'

/** `rows` are the selected rows; null exports the whole list. */
export type ExportOptions<R> = { format: ExportFormat; rows: readonly R[] | null }
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
  const { write } = await wayToWholeLists()
  return write(list, options, sink, signal, onProgress)
}

/** Our own service sends a whole list as one stream. Other servers are read page by page. */
const wayToWholeLists = async () => ((await onOwnService()) ? asStream : pageByPage)

type Part<R> = { rows: readonly R[]; total: number | null; repeats: boolean; unreadable: number }

async function* selected<R>(rows: readonly R[], onProgress: OnProgress): AsyncGenerator<Part<R>> {
  for (let from = 0; from < rows.length; from += rowsPerBatch) {
    yield { rows: rows.slice(from, from + rowsPerBatch), total: rows.length, repeats: false, unreadable: 0 }
    onProgress(Math.min(rows.length, from + rowsPerBatch), rows.length)
    await new Promise((resolve) => setTimeout(resolve))
  }
}

async function writeWalked<R extends Row, Q extends ListQuery>(
  list: WholeList<R, Q>,
  options: ExportOptions<R>,
  sink: FileSink,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<Exported> {
  async function* parts() {
    let written = 0
    for await (const part of walkAll(list, signal)) {
      yield part
      written += part.rows.length
      onProgress(written, part.total)
    }
  }
  return writeRows(list.resource.exportColumns, options, sink, parts(), signal)
}

async function writeRows<R>(
  columns: ExportColumns<R>,
  { format }: ExportOptions<R>,
  sink: FileSink,
  parts: AsyncIterable<Part<R>>,
  signal: AbortSignal,
) {
  const isCsv = format === 'csv'
  const done: Exported = { written: 0, total: null, repeats: false, unreadable: 0 }
  await sink.write(isCsv ? byteOrderMark + csvLine(columns.map(([heading]) => heading)) : '[')
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
  { format }: ExportOptions<R>,
  sink: FileSink,
  signal: AbortSignal,
  onProgress: OnProgress,
) {
  const search = searchOfAll(list)
  if (format === 'csv') search.set('bom', '1')
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

/** A file that is written in parts. */
export type FileSink = {
  write: (part: string | Uint8Array<ArrayBuffer>) => Promise<void>
  close: () => Promise<void>
  abort: () => Promise<void>
}

type Picker = (options: {
  suggestedName: string
  types: { description: string; accept: Record<string, string[]> }[]
}) => Promise<{ createWritable: () => Promise<FileSystemWritableFileStream> }>

/**
 * Opens a file for writing. If the browser has a file picker, the parts go straight to the file that the user picks;
 * otherwise they are kept in memory and downloaded at the end. Returns null if the user cancels. Browsers permit this
 * only in response to a click.
 */
export async function openFile(name: string, type: string): Promise<FileSink | null> {
  const { showSaveFilePicker } = globalThis as { showSaveFilePicker?: Picker }
  if (!showSaveFilePicker) return download(name, type)
  try {
    const extension = `.${name.split('.').at(-1)}`
    const file = await showSaveFilePicker({
      suggestedName: name,
      types: [{ description: extension.slice(1).toUpperCase(), accept: { [type]: [extension] } }],
    })
    const stream = await file.createWritable()
    return { write: (part) => stream.write(part), close: () => stream.close(), abort: () => stream.abort() }
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') return null
    // The picker may be forbidden, for example in a frame. A download still works.
    return download(name, type)
  }
}

function download(name: string, type: string): FileSink {
  let parts: (string | Uint8Array<ArrayBuffer>)[] = []
  return {
    write: async (part) => void parts.push(part),
    close: async () => downloadFile(name, type, parts),
    abort: async () => void (parts = []),
  }
}

export type ExportStream = { body: ReadableStream<Uint8Array<ArrayBuffer>>; total: number | null }

/**
 * Requests a whole list as a file, from a server with the exports extension. `search` has the parameters of the list.
 */
export async function streamExport(
  client: Client,
  resource: string,
  format: ExportFormat,
  search: URLSearchParams,
  signal: AbortSignal,
): Promise<ExportStream> {
  const { body: response } = await client.call('GET', `/exports/${resource}.${format}?${search}`, {
    signal,
    asStream: true,
  })
  const total = Number(response.headers.get(exportTotalHeader) ?? Number.NaN)
  return { body: response.body as ExportStream['body'], total: Number.isSafeInteger(total) ? total : null }
}

/**
 * Yields the chunks of a stream, and cancels it when the consumer stops. Not every browser can iterate a stream itself.
 * Throws an ApiError if the stream breaks off.
 */
export async function* chunksOf<Chunk>(stream: ReadableStream<Chunk>): AsyncGenerator<Chunk> {
  const reader = stream.getReader()
  const next = () =>
    reader.read().catch((thrown: unknown) => {
      throw new ApiError(thrown instanceof DOMException && thrown.name === 'AbortError' ? 'aborted' : 'network', '', {
        detail: String(thrown),
      })
    })
  try {
    for (let step = await next(); !step.done; step = await next()) yield step.value
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** Parses a JSON export while it arrives: a line with `[`, one row per line, and a line with `]`. */
export async function* rowsOf<Row>(body: ReadableStream<BufferSource>, schema: ZodType<Row>): AsyncGenerator<Row[]> {
  let [rest, last] = ['', '']
  for await (const text of chunksOf(body.pipeThrough(new TextDecoderStream()))) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    last = lines.at(-1) ?? last
    yield lines.flatMap((line) => rowIn(line, schema))
  }
  // A truncated export has no closing line.
  if (last !== ']' && last !== '[]') throw new ApiError('network')
}

function rowIn<Row>(line: string, schema: ZodType<Row>): Row[] {
  if (line === '[' || line === ']' || line === '[]') return []
  try {
    return [schema.parse(JSON.parse(line.replace(/,$/, '')))]
  } catch {
    throw new ApiError('unreadable', '', { detail: line.slice(0, 1000) })
  }
}

/** A list to read as a whole: `query` without its page. */
export type WholeList<R extends Row, Q extends ListQuery> = { resource: Resource<R, Q>; query: Q }

export type OnProgress = (done: number, of: number | null) => void

const rowsPerRequest = 100

/** Returns the parameters of a whole list, as an export takes them. */
export const searchOfAll = <R extends Row, Q extends ListQuery>({ resource, query }: WholeList<R, Q>) =>
  writeQuery(resource.params, { ...query, page: 1, per_page: 10 })

/** Reads a whole list page by page. */
export const walkAll = <R extends Row, Q extends ListQuery>(
  { resource, query }: WholeList<R, Q>,
  signal: AbortSignal,
): AsyncGenerator<Walk<R>> =>
  walkList(
    (page, signal) => resource.fetchPage({ ...query, page, per_page: rowsPerRequest }, signal),
    signal,
    rowsPerRequest,
  )

/** Reads a whole list from the export of our own service. */
async function* streamed<R extends Row, Q extends ListQuery>(
  list: WholeList<R, Q>,
  signal: AbortSignal,
): AsyncGenerator<Part<R>> {
  const { name, row } = list.resource
  const { body, total } = await streamExport(currentClient(), name, 'json', searchOfAll(list), signal)
  for await (const rows of rowsOf(body, row)) yield { rows, total, repeats: false, unreadable: 0 }
}

const asStream = { write: copyStream, read: streamed }
const pageByPage = { write: writeWalked, read: walkAll }

/** Collects the rows of a whole list. */
export async function collectRows<R extends Row, Q extends ListQuery>(
  list: WholeList<R, Q>,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<{ rows: R[]; repeats: boolean; unreadable: number }> {
  const collected = { rows: [] as R[], repeats: false, unreadable: 0 }
  const { read } = await wayToWholeLists()
  for await (const { rows, total, repeats, unreadable } of read(list, signal)) {
    collected.rows.push(...rows)
    collected.repeats ||= repeats
    collected.unreadable += unreadable
    onProgress(collected.rows.length, total)
  }
  return collected
}
