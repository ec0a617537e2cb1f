import type { AnyReportRow } from '#contract/reports/report-row.ts'
import type { PageOfList } from '#contract/responses/envelope.ts'
import { privacies, type AnyWebsite } from '#contract/websites/website.ts'
import {
  createClient,
  isRedirect,
  isHtml,
  NoResponseError,
  type Send,
  ServerSilentError,
  UnusableError,
  wordsFor,
} from './client.ts'
import { checkList, type FetchedPage } from './lists.ts'
import { checkCors, checkItem, checkRejections, checkService } from './responses.ts'
import type { Check, Result, ResultLine } from './result.ts'
import { checkWrites } from './writes.ts'

export type CheckOptions = {
  base: string
  key: string
  write: boolean
  page: string | null
  timeoutMs: number
  signal?: AbortSignal
}

/** Checks a third-party server of the API. Writes only with `write`, and then restores what it changed. */
export async function checkServer({ base, key, write, page, timeoutMs, signal }: CheckOptions): Promise<Result> {
  const lines: ResultLine[] = []
  const send = createClient({ base, key, timeoutMs, signal })
  const check: Check = async (part, name, probe) => {
    try {
      const [outcome, message, value] = await probe()
      lines.push({ part, name, outcome, message })
      return value
    } catch (error) {
      const isSilent = error instanceof NoResponseError
      if (!isSilent && !(error instanceof UnusableError)) throw error
      lines.push({
        part,
        name,
        outcome: 'wrong',
        message: isSilent ? `No response: ${error.message}.` : error.message,
      })
      return undefined
    }
  }
  const result = (more: Partial<Result>): Result => ({
    server: base,
    stopped: null,
    lines,
    features: [],
    left: [],
    ...more,
  })
  try {
    const stopped = await reasonToStop(send)
    if (stopped) return result({ stopped })
    const reports = await checkList(check, send, 'reports')
    const websites = await checkList(check, send, 'websites')
    await checkItem(check, send, 'reports', reports?.page.rows[0]?.id)
    await checkItem(check, send, 'websites', websites?.page.rows[0]?.id)
    await checkRejections(check, send)
    const allowsOrigins = await checkCors(check, send)
    const own = await checkService(check, send)
    const features: Result['features'] = [
      ['Report list', featureOf(reports)],
      ['Website list', featureOf(websites)],
      ['Beyond the specification', own ? 'everything' : 'not offered'],
      ['Dashboard on another host', allowsOrigins ? 'works' : 'only through the gateway'],
    ]
    if (!write) return result({ features })
    const target =
      page ?? pageToAnalyse(reports?.page.rows as AnyReportRow[], websites?.page.rows as unknown as AnyWebsite[])
    if (target === null || own?.key?.role === 'read') {
      const why = target === null ? 'there is no page to analyse. Choose one with --url' : 'this key is read-only'
      await check('Writes', 'writes', () => ['unknown', `Not tried: ${why}.`])
      return result({ features })
    }
    const sendCleanup = createClient({ base, key, timeoutMs })
    return result({ features, left: await checkWrites({ check, send, sendCleanup }, target) })
  } catch (error) {
    if (signal?.aborted) return result({ stopped: 'Stopped. Only the checks above were run.' })
    if (!(error instanceof ServerSilentError)) throw error
    lines.push({
      part: 'Connection',
      name: 'responses',
      outcome: 'wrong',
      message: `${error.message} The other checks weren't run.`,
    })
    return result({})
  }
}

/** Returns why the server cannot be checked, or null if it responds and accepts the key. */
async function reasonToStop(send: Send): Promise<string | null> {
  try {
    const first = await send('GET', '/reports', { search: { per_page: 10 } })
    const isRefused =
      first.status === 401 || first.status === 403 || isRedirect(first) || (first.status < 300 && isHtml(first))
    return isRefused
      ? `The server rejected this key, or isn't an SEO Reports server. It returned ${wordsFor(first)}.`
      : null
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error
    return `Can't reach the server: ${error.message}.`
  }
}

function featureOf(list: FetchedPage<unknown> | undefined): string {
  if (!list) return 'not available'
  const { total, lastPage }: PageOfList<unknown> = list.page
  if (total === null) return 'next and previous only, no total'
  return lastPage === null ? 'exact total, next and previous only' : 'exact total, numbered pages'
}

/** Prefers the latest report of a website without a password, because a password could not be restored. */
function pageToAnalyse(reports: AnyReportRow[] = [], websites: AnyWebsite[] = []): string | null {
  const open = websites.filter(({ privacy }) => privacy !== null && privacy !== privacies.password)
  const ids = new Set<number | null>(open.map(({ id }) => id))
  return (reports.find(({ website_id: id }) => ids.has(id)) ?? reports[0])?.url ?? null
}
