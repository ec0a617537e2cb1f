import { type ExportFormat, exportTotalHeader } from '#contract/exports.ts'
import { ApiError } from '#web/data/api-error.ts'
import type { Client } from '#web/data/client.ts'

export type ExportStream = { body: ReadableStream<Uint8Array<ArrayBuffer>>; total: number | null }

/** A whole list as a file from a server that has the extension, as it is being sent. `search` has the list's parameters. */
export async function streamExport(
  client: Client,
  resource: string,
  format: ExportFormat,
  search: URLSearchParams,
  signal: AbortSignal,
): Promise<ExportStream> {
  const { body } = await client.call('GET', `/exports/${resource}.${format}?${search}`, { signal, asStream: true })
  const response = body as Response
  const total = Number(response.headers.get(exportTotalHeader) ?? Number.NaN)
  return { body: response.body as ExportStream['body'], total: Number.isSafeInteger(total) ? total : null }
}

/**
 * What a stream gives, as it comes; whoever stops reading stops the stream. Not every browser's can be read in a loop itself.
 * Throws an ApiError where it breaks off.
 */
export async function* piecesOf<Piece>(stream: ReadableStream<Piece>): AsyncGenerator<Piece> {
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
