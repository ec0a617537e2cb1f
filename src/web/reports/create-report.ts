import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { AnalysisStage, FailedAnalysis, type OnStage } from '#contract/reports/analysis.ts'
import { AnyReport } from '#contract/reports/any-report.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { isFields, lenient } from '#contract/responses/lenient.ts'
import { ApiError, type ApiErrorKind, asApiError, mayHaveWorked, parseBody } from '#web/data/api-error.ts'
import { storedEntries } from '#web/data/browser-storage.ts'
import { withIdleTimeout } from '#web/data/client.ts'
import { currentClient } from '#web/data/current-client.ts'
import { readErrorResponse } from '#web/data/error-response.ts'
import { eventsIn } from '#web/data/events.ts'
import { ownChanges, queryClient } from '#web/data/query-client.ts'
import { newKey, repeatWrite, supportsIdempotency } from '#web/data/repeat.ts'
import { server } from '#web/data/server.ts'
import { onOwnService } from '#web/data/service.ts'
import { watchPerson } from '#web/data/session.ts'
import { clientField, withSoleClient } from '#web/resources/new-website-client.tsx'
import { outdateReports, reportQueries } from '#web/resources/report-queries.ts'
import { createStore, useStore } from '#web/ui/store.ts'

const path = '/reports'
/** In ms. The server sends a comment every 15 s. */
const maxSilence = 60_000

/** The ID of a preview, which no server gives. */
const previewId = Number.MAX_SAFE_INTEGER - 1

/** What the HTML alone gives of a page, and the ID of its report once the page was rendered. */
export type Preview = { report: AnyReport; id: number | null }

/** The preview that this tab opened last. A person can leave its page and come back. */
export const shownPreview = createStore<Preview | null>(null)

watchPerson((before) => before && shownPreview.set(null))

const jsonOf = (response: Response): Promise<unknown> => response.json().catch(() => undefined)

const reportIn = (sent: unknown): AnyReport => parseBody(path, sent, () => readItem(AnyReport, sent), true)

/**
 * A page that is left breaks its requests before it receives any event, and ends within this time, in ms. Its analyses
 * are then still recorded as running, which stays true.
 */
const leavingMs = 200

/** Longer than for other requests, because the server fetches and analyses the page during this one, in ms. */
const maxSilenceWithoutStages = 300_000

const postReport = (form: Record<string, string>, headers: Record<string, string>, signal?: AbortSignal) =>
  currentClient().report('POST', path, { form, signal, headers, maxSilence: maxSilenceWithoutStages })

type Listeners = {
  onStage: OnStage
  /** Called with what the HTML of the page gives, before the page is rendered. */
  onPreview: (preview: AnyReport) => void
}

type AnalysisOptions = {
  listeners?: Listeners
  /** The client that the website of a new domain is given to. */
  clientId?: number | null
}

/** Analyses `url` and caches the report for its page. Otherwise like {@link createReport}. */
export async function analyseUrl(url: string, signal?: AbortSignal, options?: AnalysisOptions) {
  const report = await createReport(url, signal, options)
  cacheNewReport(report)
  return report
}

/**
 * Analyses `url` and returns the report. Throws only ApiError, also while offline: nothing is sent then. After an
 * `unsure` error the analysis may have succeeded: a notice over the page offers to repeat it. It is aborted when the
 * person signs out, so that nobody else sees the report.
 */
export async function createReport(
  url: string,
  signal?: AbortSignal,
  { listeners, clientId = null }: AnalysisOptions = {},
) {
  if (!navigator.onLine) throw new ApiError('offline')
  const analysis = addPending(url, clientId)
  const { id } = analysis
  const left = new AbortController()
  const unwatch = watchPerson(() => left.abort())
  const either = signal ? AbortSignal.any([signal, left.signal]) : left.signal
  try {
    const report = await sendAnalysis(analysis, either, listeners)
    dropPending(id)
    return report
  } catch (error) {
    // A request that waited for a key fails for want of one.
    const thrown = left.signal.aborted ? new ApiError('aborted', '', { unsure: true }) : error
    const { unsure, kind, detail } = asApiError(thrown)
    if (!unsure || kind === 'aborted') dropPending(id)
    else {
      await new Promise((resolve) => setTimeout(resolve, leavingMs))
      markLost(id, kind, detail)
    }
    throw thrown
  } finally {
    unwatch()
  }
}

/** Sends an analysis, whose ID is its `Idempotency-Key`, and repeats it until a response arrives. */
async function sendAnalysis({ id, url, clientId }: PendingAnalysis, signal?: AbortSignal, listeners?: Listeners) {
  const hasStages = await onOwnService()
  const headers = supportsIdempotency() ? { 'Idempotency-Key': id } : {}
  const form = await withSoleClient({ url, ...clientField(clientId) })
  const send = () =>
    hasStages && listeners ? createWithStages(form, headers, listeners, signal) : postReport(form, headers, signal)
  const report = await (supportsIdempotency() ? repeatWrite(send, signal) : send())
  ownChanges.add('reports', report.id)
  return report
}

/**
 * Repeats an analysis whose response was lost, or that ran when the page was left: the server returns its report, or
 * analyses the page now if it has none. Null on a server that would analyse the page twice.
 */
export const repeatedAnalysisQuery = (analysis: PendingAnalysis) =>
  queryOptions({
    queryKey: [server, 'pending', analysis.id],
    queryFn: async ({ signal }) => {
      await onOwnService()
      if (!supportsIdempotency()) return null
      const report = await sendAnalysis(analysis, signal)
      cacheNewReport(report)
      return { id: report.id }
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/**
 * Caches a new report, and marks as outdated the data it may have changed: other reports, all lists and the websites.
 */
export function cacheNewReport(report: AnyReport) {
  outdateReports()
  // A response without checks is not the whole report.
  if (report.results.length > 0) queryClient.setQueryData(reportQueries.detail(report.id).queryKey, report)
}

/** Analyses a page, and reports its stages and its preview meanwhile. Throws only ApiError. */
async function createWithStages(
  form: Record<string, string>,
  more: Record<string, string>,
  { onStage, onPreview }: Listeners,
  signal?: AbortSignal,
): Promise<AnyReport> {
  const headers = { Accept: 'text/event-stream, application/json', ...more }
  const { body: response } = await currentClient().call('POST', path, {
    form,
    signal,
    headers,
    asStream: true,
    maxSilence,
  })
  // A proxy in between can leave the events out.
  if (!response.headers.get('Content-Type')?.startsWith('text/event-stream')) return reportIn(await jsonOf(response))
  try {
    return await withIdleTimeout(maxSilence, signal, async (_, onProgress) => {
      for await (const { name, data } of eventsIn(response, onProgress)) {
        const sent: unknown = JSON.parse(data)
        if (name === 'stage') {
          const { data: stage } = lenient(AnalysisStage).safeParse(sent)
          // A newer service can have stages without a name here.
          if (stage) onStage(stage)
        }
        // Only reports that are stored have an ID.
        if (name === 'preview' && isFields(sent)) onPreview(AnyReport.parse({ ...sent, id: previewId }))
        if (name === 'report') return reportIn(sent)
        if (name === 'error') throw errorIn(sent)
      }
      throw new ApiError('network', '', { detail: `POST ${path}\nThe events ended without a report.` })
    })
  } catch (thrown) {
    if (thrown instanceof ApiError) throw thrown.with({ unsure: thrown.unsure || mayHaveWorked(thrown) })
    throw new ApiError(signal?.aborted ? 'aborted' : 'network', '', {
      detail: `POST ${path}\n${String(thrown)}`,
      unsure: true,
    })
  }
}

/** The error that the response would have been without events. */
function errorIn(sent: unknown): ApiError {
  const { status, retry_after: retryAfter, body } = lenient(FailedAnalysis).parse(sent)
  const headers = { 'Content-Type': 'application/json', ...(retryAfter !== null && { 'Retry-After': `${retryAfter}` }) }
  const text = JSON.stringify(body)
  return readErrorResponse('POST', path, new Response(text, { status, headers }), text)
}

/** An analysis that was requested and whose result is unknown. */
const PendingAnalysis = z.object({
  /** Also its `Idempotency-Key`. */
  id: z.string(),
  url: z.string(),
  clientId: z.number().nullable().catch(null),
  /** The time of the request, in ms since 1970 by this computer's clock. */
  at: z.number(),
  /** The reason for an unknown result: `left` for the page, or the kind of failure. Null while the analysis runs. */
  why: z.string().nullable().catch(null),
  detail: z.string().nullable().catch(null),
})
export type PendingAnalysis = z.infer<typeof PendingAnalysis>

/** The analyses that were running when this tab left its last page, or had no result yet. */
const stored = storedEntries('tab', `seo-reports:asked:${server}`, PendingAnalysis)

/**
 * Module state: it must outlive every page, because an analysis goes on while the person moves through the dashboard.
 */
const analyses = createStore<readonly PendingAnalysis[]>(
  stored.get().map((analysis) => ({ ...analysis, why: analysis.why ?? 'left' })),
)

// No typed URL must remain for another person.
watchPerson((before) => before && change([]))

function change(next: readonly PendingAnalysis[]) {
  analyses.set(next)
  stored.set([...next])
}

/** Records that an analysis starts, and returns its record. The record survives a reload. */
export function addPending(url: string, clientId: number | null = null): PendingAnalysis {
  const analysis: PendingAnalysis = { id: newKey(), url, clientId, at: Date.now(), why: null, detail: null }
  change([...analyses.get(), analysis])
  return analysis
}

export const dropPending = (id: string) => change(analyses.get().filter((analysis) => analysis.id !== id))

/** Records that the response of an analysis was lost. */
export const markLost = (id: string, why: ApiErrorKind, detail: string | null) =>
  change(analyses.get().map((analysis) => (analysis.id === id ? { ...analysis, why, detail } : analysis)))

/** The analyses whose response was lost. */
export const useLostAnalyses = () => useStore(analyses).filter(({ why }) => why)
