import type { ZodMiniType } from 'zod/mini'
import { ApiError } from '#web/data/api-error.ts'
import { piecesOf, streamExport } from './export-calls.ts'
import { queryClient } from '#web/data/query-client.ts'
import { hasExtension } from '#web/data/service.ts'
import { currentClient } from '#web/data/session.ts'
import { type Gather, gatherFrom } from './collect.ts'
import type { ExportSource } from './write-export.ts'

/** Reads all rows that match: as one stream where the server has exports, else page by page. */
export function gatherAll<Row extends { id: number }>(
  source: ExportSource<Row>,
  schema: ZodMiniType<Row>,
): Gather<Row> {
  return async (signal, onRead) => {
    if (!(await hasExtension(queryClient, 'exports'))) return gatherFrom(source.fetchPage)(signal, onRead)
    const { body, total } = await streamExport(currentClient(), source.resource, 'json', source.search, signal)
    const rows: Row[] = []
    for await (const some of rowsOf(body, schema)) {
      rows.push(...some)
      onRead(rows.length, total)
    }
    return { rows, repeats: false, unreadable: 0 }
  }
}

/** The rows of a JSON export as they come: it has one to a line, between a line with `[` and one with `]`. */
export async function* rowsOf<Row>(
  body: ReadableStream<BufferSource>,
  schema: ZodMiniType<Row>,
): AsyncGenerator<Row[]> {
  let [rest, last] = ['', '']
  for await (const piece of piecesOf(body.pipeThrough(new TextDecoderStream()))) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    last = lines.at(-1) ?? last
    yield lines.flatMap((line) => rowIn(line, schema))
  }
  // One that was cut off has no end.
  if (last !== ']' && last !== '[]') throw new ApiError('network')
}

function rowIn<Row>(line: string, schema: ZodMiniType<Row>): Row[] {
  if (line === '[' || line === ']' || line === '[]') return []
  try {
    return [schema.parse(JSON.parse(line.replace(/,$/, '')))]
  } catch {
    throw new ApiError('not-understood', '', { detail: line.slice(0, 1000) })
  }
}
