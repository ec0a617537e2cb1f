import type { ZodType } from 'zod'
import { type ExportFormat, exportTotalHeader } from '#contract/lists/exports.ts'
import { ApiError } from '#web/data/api-error.ts'
import type { Client } from '#web/data/client.ts'

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
