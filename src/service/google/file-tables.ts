import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { TextDecoder } from 'node:util'
import { type CsvError, type Info, parse } from 'csv-parse'
import { Unzip, UnzipInflate } from 'fflate'
import type { FileProblemCode } from '#contract/google/google-problems.ts'
import { maxFileBytes } from '#contract/google/search-connection.ts'

/** A file that can't be imported. */
export class FileRefused extends Error {
  override name = 'FileRefused'
  readonly code: FileProblemCode | 'too_large' | 'no_days'

  constructor(code: FileRefused['code'], options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

/** A record, or null for one that can't be read. `line` is the last one it is on; the headings are line 1. */
export type Row = { cells: readonly string[] | null; line: number }

/** A table of a file, which can be read again. */
export type FileTable = { rows(): AsyncGenerator<Row> }

/** Bytes that are inflated at once: at most a thousand times as many come out of them. */
const deflatedBytes = 1_024
/** Bytes of text that are read at once. */
const partBytes = 32 * 1_024
/** Google's exports have seven. */
const maxTables = 20

/**
 * Returns the tables of a ZIP, or the one of a CSV file.
 * @throws FileRefused
 */
export async function* tablesOf(path: string): AsyncGenerator<FileTable> {
  if (!(await isZip(path))) return yield { rows: () => rowsOf(bytesOf(path)) }
  const names = await namesIn(path)
  for (const [place, name] of names.entries())
    if (name.toLowerCase().endsWith('.csv')) yield { rows: () => rowsOf(entryOf(path, place)) }
}

async function isZip(path: string): Promise<boolean> {
  for await (const bytes of bytesOf(path)) return bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))
  return false
}

async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path)
  try {
    for await (const chunk of file.createReadStream({ autoClose: false })) yield chunk as Buffer
  } finally {
    await file.close()
  }
}

/** Returns the names of the entries. Inflates them all, so that a bomb is found before anything of it is read. */
async function namesIn(path: string): Promise<string[]> {
  const names: string[] = []
  let inflated = 0
  const unzip = new Unzip((entry) => {
    names.push(entry.name)
    if (names.length > maxTables) throw new FileRefused('damaged')
    entry.ondata = (error, chunk) => {
      if (error) throw error
      inflated += chunk.length
    }
    entry.start()
  })
  unzip.register(UnzipInflate)
  for await (const bytes of inTurns(bytesOf(path), deflatedBytes)) {
    pushed(unzip, bytes)
    if (inflated > maxFileBytes) throw new FileRefused('too_large')
  }
  pushed(unzip, new Uint8Array(), true)
  return names
}

/** Returns the content of the entry at a place. */
async function* entryOf(path: string, place: number): AsyncGenerator<Uint8Array> {
  let inflated: Uint8Array[] = []
  let at = -1
  let isEnded = false
  const unzip = new Unzip((entry) => {
    at += 1
    if (at !== place) return
    entry.ondata = (error, chunk, isLast) => {
      if (error) throw error
      inflated.push(chunk)
      isEnded ||= isLast
    }
    entry.start()
  })
  unzip.register(UnzipInflate)
  for await (const bytes of inTurns(bytesOf(path), deflatedBytes)) {
    pushed(unzip, bytes)
    const ready = inflated
    inflated = []
    yield* ready
    if (isEnded) return
  }
  throw new FileRefused('damaged')
}

/** Splits chunks. Other requests get a turn between the parts. */
async function* inTurns(chunks: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += size) {
      yield chunk.subarray(at, at + size)
      await yieldToEventLoop()
    }
}

function pushed(unzip: Unzip, bytes: Uint8Array, isLast = false) {
  try {
    unzip.push(bytes, isLast)
  } catch (cause) {
    throw cause instanceof FileRefused ? cause : new FileRefused('damaged', { cause })
  }
}

/** The longest line with headings, in characters. */
const maxHeadings = 10_000
/** The longest record in characters: a URL, and its figures. */
const maxRecord = 100_000

async function* rowsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Row> {
  const text = textOf(inTurns(bytes, partBytes))
  let start = ''
  while (!/[\r\n]/.test(start.trimStart()) && start.length < maxHeadings) {
    const { value, done } = await text.next()
    if (done) break
    start += value
  }
  const skipped: Row[] = []
  const parser = parse({
    delimiter: delimiterOf(start),
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: maxRecord,
    on_skip: (error: CsvError | undefined) => {
      skipped.push({ cells: null, line: Number(error?.['lines'] ?? 1) })
      return undefined
    },
  })
  const whole = Readable.from(joined(start, text))
  whole.on('error', (error) => parser.destroy(error))
  let isFirst = true
  for await (const { record, info } of whole.pipe(parser) as AsyncIterable<{ record: string[]; info: Info }>) {
    yield* skipped.splice(0)
    yield { cells: record, line: isFirst ? 1 : Math.max(2, info.lines) }
    isFirst = false
  }
  yield* skipped
}

async function* joined(start: string, rest: AsyncIterable<string>) {
  yield start
  yield* rest
}

/** Decodes UTF-8, and UTF-16 by its byte order mark. */
async function* textOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  for await (const chunk of bytes) {
    if (chunk.length === 0) continue
    decoder ??= new TextDecoder(encodingOf(chunk))
    const text = decoder.decode(chunk, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder?.decode() ?? ''
  if (rest !== '') yield rest
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** Returns the separator that the headings have most often. */
function delimiterOf(start: string): string {
  const [headings = ''] = start.trimStart().split(/[\r\n]/, 1)
  const counts = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: headings.split(delimiter).length }))
  return counts.toSorted((a, b) => b.count - a.count)[0]?.delimiter ?? ','
}
