import type { AnyReportRow } from '#contract/reports/report-row.ts'
import { privacies, type AnyWebsite } from '#contract/websites/website.ts'
import { createClient, isHtml, isRedirect, type Send, ServerSilentError, UnusableError, wordsFor } from './client.ts'
import { checkList } from './lists.ts'
import { checkItem, checkRejections, corsVerdict, serviceVerdict } from './responses.ts'
import type { Check, Result } from './result.ts'
import { checkWrites } from './writes.ts'

export type CheckOptions = {
  base: string
  key: string
  write: boolean
  page: string | null
  timeoutMs: number
  signal?: AbortSignal
}

/** Checks a third-party server of the API. Writes only with `write`, and then undoes its changes. */
export async function checkServer({ base, key, write, page, timeoutMs, signal }: CheckOptions): Promise<Result> {
  const result: Result = { server: base, stopped: null, lines: [], left: [] }
  const send = createClient({ base, key, timeoutMs, signal })
  const check: Check = async (part, name, probe) => {
    try {
      const [outcome, message, value] = await probe()
      result.lines.push({ part, name, outcome, message })
      return value
    } catch (error) {
      if (!(error instanceof UnusableError)) throw error
      result.lines.push({ part, name, outcome: 'wrong', message: error.message })
      return undefined
    }
  }
  try {
    result.stopped = await reasonToStop(send)
    if (result.stopped !== null) return result
    const reports = await checkList(check, send, 'reports')
    const websites = await checkList(check, send, 'websites')
    await checkItem(check, send, 'reports', reports?.rows[0]?.id)
    await checkItem(check, send, 'websites', websites?.rows[0]?.id)
    await checkRejections(check, send)
    await check('Connection', 'requests from other origins (CORS)', () => corsVerdict(send))
    const own = await check('Operations', 'GET /api/v1', () => serviceVerdict(send))
    if (!write) return result
    const target = page ?? pageToAnalyse(reports?.rows, websites?.rows)
    if (target !== null && own?.key?.role !== 'read') {
      const sendCleanup = createClient({ base, key, timeoutMs })
      result.left = await checkWrites({ check, send, sendCleanup }, target)
    } else {
      const why = target === null ? 'there is no page to analyse. Choose one with --url' : 'this key is read-only'
      await check('Writes', 'writes', () => ['unknown', `Not tried: ${why}.`])
    }
  } catch (error) {
    if (signal?.aborted) result.stopped = 'Stopped. Only the checks above were run.'
    else if (!(error instanceof ServerSilentError)) throw error
    else {
      const message = `${error.message} The other checks weren't run.`
      result.lines.push({ part: 'Connection', name: 'responses', outcome: 'wrong', message })
    }
  }
  return result
}

/** Returns the reason for not checking the server, or null if it responds and accepts the key. */
async function reasonToStop(send: Send): Promise<string | null> {
  try {
    const first = await send('GET', '/reports', { search: { per_page: 10 } })
    const isRefused = [401, 403].includes(first.status) || isRedirect(first) || (first.status < 300 && isHtml(first))
    return isRefused
      ? `The server rejected this key, or isn't an SEO Reports server. It returned ${wordsFor(first)}.`
      : null
  } catch (error) {
    if (!(error instanceof UnusableError)) throw error
    return `Can't reach the server. ${error.message}`
  }
}

/** Prefers the latest report of a website without a password, because a password could not be restored. */
function pageToAnalyse(reports: AnyReportRow[] = [], websites: AnyWebsite[] = []): string | null {
  const open = websites.filter(({ privacy }) => privacy !== null && privacy !== privacies.password)
  const isOpen = ({ website_id }: AnyReportRow) => open.some(({ id }) => id === website_id)
  return (reports.find(isOpen) ?? reports[0])?.url ?? null
}
