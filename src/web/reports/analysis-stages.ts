import { AnyReport } from '#contract/any-report.ts'
import { AnalysisStage, FailedAnalysis } from '#contract/analysis-stage.ts'
import { readItem } from '#contract/envelope.ts'
import { ApiError, mayHaveWorked, parseBody } from '#web/data/api-error.ts'
import { readErrorResponse } from '#web/data/error-response.ts'
import { eventsIn } from '#web/data/events.ts'
import { currentClient } from '#web/data/session.ts'
import { withIdleTimeout } from '#web/data/client.ts'

export type OnStage = (stage: AnalysisStage) => void

const path = '/reports'
/** How long the server may send nothing, in ms. It sends a comment every 15 s. */
const maxSilence = 60_000

/** Analyses `url` and reports its stages meanwhile. Throws only ApiError. */
export async function createWithStages(url: string, onStage: OnStage, signal?: AbortSignal): Promise<AnyReport> {
  const headers = { Accept: 'text/event-stream, application/json' }
  const { body } = await currentClient().call('POST', path, {
    form: { url },
    signal,
    headers,
    asStream: true,
    maxSilence,
  })
  const response = body as Response
  // A proxy in between can leave the events out.
  if (!response.headers.get('Content-Type')?.startsWith('text/event-stream')) return reportIn(await jsonOf(response))
  try {
    return await withIdleTimeout(maxSilence, signal, async (_, onProgress) => {
      for await (const { name, data } of eventsIn(response, onProgress)) {
        const sent: unknown = JSON.parse(data)
        if (name === 'stage') onStage(AnalysisStage.parse(sent))
        if (name === 'report') return reportIn(sent)
        if (name === 'error') throw errorIn(sent)
      }
      throw new ApiError('network', '', { detail: `POST ${path}\nThe events ended without a report.` })
    })
  } catch (thrown) {
    if (thrown instanceof ApiError) {
      thrown.unsure ||= mayHaveWorked(thrown)
      throw thrown
    }
    const error = new ApiError(signal?.aborted ? 'aborted' : 'network', '', {
      detail: `POST ${path}\n${String(thrown)}`,
    })
    error.unsure = true
    throw error
  }
}

const jsonOf = (response: Response): Promise<unknown> => response.json().catch(() => undefined)

const reportIn = (sent: unknown): AnyReport => parseBody(path, sent, () => readItem(AnyReport, sent), true)

/** The error that the response would have been without events. */
function errorIn(sent: unknown): ApiError {
  const { status, retry_after: retryAfter, body } = FailedAnalysis.parse(sent)
  const headers = { 'Content-Type': 'application/json', ...(retryAfter !== null && { 'Retry-After': `${retryAfter}` }) }
  const text = JSON.stringify(body)
  return readErrorResponse('POST', path, new Response(text, { status, headers }), text)
}
