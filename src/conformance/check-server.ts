import type { ReportRow } from '#contract/reports/report-row.ts'
import { privacies, type Website } from '#contract/websites/website.ts'
import { createClient, isKeyRefused, ServerSilentError, wordsFor } from './client.ts'
import { checkKeyRefusals, checkMissing } from './error-responses.ts'
import { checkCors, checkExtensions, featuresFor } from './features.ts'
import { checkFilters } from './filters.ts'
import { type Context, reportList, websiteList } from './list-page.ts'
import { checkList } from './lists.ts'
import type { AddLine, ResultLine, Result } from './result.ts'
import { checkItem, checkValues } from './values.ts'
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
  const left: string[] = []
  const add: AddLine = (part, name, outcome, message) => void lines.push({ part, name, outcome, message })
  const server = { base, key, timeoutMs }
  const context = { send: createClient({ ...server, signal }), add }
  const result = (more: Partial<Result>): Result => ({
    server: base,
    stopped: null,
    lines,
    features: [],
    left,
    ...more,
  })
  try {
    const stopped = await reasonToStop(context)
    if (stopped) return result({ stopped })
    const reports = await checkList(context, reportList)
    if (reports) checkValues(add, 'reports', reports.sent)
    if (reports) await checkFilters(context, reports.rows)
    const websites = await checkList(context, websiteList)
    if (websites) checkValues(add, 'websites', websites.sent)
    await checkItem(context, 'reports', reports?.rows[0]?.id)
    const website = await checkItem(context, 'websites', websites?.rows[0]?.id)
    for (const kind of ['reports', 'websites'] as const) await checkMissing(context, kind)
    await checkKeyRefusals(context)
    const allowsOrigins = await checkCors(context)
    const extensions = await checkExtensions(context, reports?.rows[0]?.id)
    if (write)
      await checkWrites(
        { ...context, sendCleanup: createClient(server), left },
        {
          page: page ?? pageToAnalyse(reports?.rows ?? [], websites?.rows ?? []),
          isReadOnly: extensions.role === 'read',
        },
      )
    return result({
      features: featuresFor({
        reports,
        websites,
        extensions,
        allowsOrigins,
        hasVersions: website?.headers.has('etag') ?? null,
      }),
    })
  } catch (error) {
    if (signal?.aborted) return result({ stopped: 'Stopped. Only the checks above were run.' })
    if (!(error instanceof ServerSilentError)) throw error
    add('Connection', 'responses', 'wrong', `${error.message} The other checks weren't run.`)
    return result({})
  }
}

/** Prefers the latest report of a website without a password, because a password could not be restored. */
function pageToAnalyse(reports: ReportRow[], websites: Website[]): string | null {
  const withoutPassword = new Set(
    websites.filter(({ privacy }) => privacy === privacies.public || privacy === privacies.private).map(({ id }) => id),
  )
  return (reports.find(({ website_id: id }) => id !== null && withoutPassword.has(id)) ?? reports[0])?.url ?? null
}

/** Returns why the server cannot be checked, or null if it responds and accepts the key. */
async function reasonToStop({ send }: Pick<Context, 'send'>): Promise<string | null> {
  const first = await send('GET', '/reports', { search: { per_page: 10 } })
  if (!first.ok) return first.kind === 'too large' ? null : `Can't reach the server: ${first.why}.`
  return isKeyRefused(first)
    ? `The server rejected this key, or isn't an SEO Reports server. It returned ${wordsFor(first)}.`
    : null
}
