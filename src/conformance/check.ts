import type { ReportRow } from '#contract/report-row.ts'
import { privacies, type Website } from '#contract/website.ts'
import { isKeyRefused, wordsFor } from './answer-words.ts'
import { createAsk } from './ask.ts'
import type { Context } from './context.ts'
import { lookAtOrigins } from './cors.ts'
import { lookAtExtensions } from './extensions.ts'
import { GaveUp } from './failure.ts'
import { lookAtFilters } from './filters.ts'
import { lookAtItem, lookAtMissing } from './items.ts'
import type { Line, Note } from './line.ts'
import { reportList, websiteList } from './list-kind.ts'
import { lookAtList } from './lists.ts'
import { offersFor } from './offers.ts'
import { lookAtRefusals } from './refusals.ts'
import { lookAtValues } from './values.ts'
import { lookAtWrites } from './writes.ts'

export type Wanted = {
  base: string
  key: string
  write: boolean
  page: string | null
  timeoutMs: number
  signal?: AbortSignal
}

export type Result = {
  server: string
  /** Why nothing could be looked at: no server, or a key that it does not take. */
  stopped: string | null
  lines: Line[]
  offers: [what: string, how: string][]
  /** What was made and could not be taken away again. */
  left: string[]
}

/** Looks at a server from all sides. Only with `write` is anything changed there, and then changed back. */
export async function check({ base, key, write, page, timeoutMs, signal }: Wanted): Promise<Result> {
  const lines: Line[] = []
  const left: string[] = []
  const note: Note = (part, name, verdict, says) => void lines.push({ part, name, verdict, says })
  const server = { base, key, timeoutMs }
  const context = { ask: createAsk({ ...server, signal }), note }
  const result = (more: Partial<Result>): Result => ({ server: base, stopped: null, lines, offers: [], left, ...more })
  try {
    const stopped = await whyNot(context)
    if (stopped) return result({ stopped })
    const reports = await lookAtList(context, reportList)
    if (reports) lookAtValues(note, 'reports', reports.sent)
    if (reports) await lookAtFilters(context, reports.rows)
    const websites = await lookAtList(context, websiteList)
    if (websites) lookAtValues(note, 'websites', websites.sent)
    await lookAtItem(context, 'reports', reports?.rows[0]?.id)
    const website = await lookAtItem(context, 'websites', websites?.rows[0]?.id)
    for (const kind of ['reports', 'websites'] as const) await lookAtMissing(context, kind)
    await lookAtRefusals(context)
    const isOpen = await lookAtOrigins(context)
    const extensions = await lookAtExtensions(context, reports?.rows[0]?.id)
    if (write)
      await lookAtWrites(
        { ...context, undoing: createAsk(server), left },
        {
          page: page ?? pageToAnalyse(reports?.rows ?? [], websites?.rows ?? []),
          isReadOnly: extensions.role === 'read',
          signal,
        },
      )
    return result({
      offers: offersFor({ reports, websites, extensions, isOpen, hasVersions: website?.headers.has('etag') ?? null }),
    })
  } catch (error) {
    if (signal?.aborted) return result({ stopped: 'Stopped. What is above is all that was looked at.' })
    if (!(error instanceof GaveUp)) throw error
    note('Connection', 'answers', 'wrong', `${error.message} The rest was not looked at.`)
    return result({})
  }
}

/** That of the newest report; rather of one whose website has no password, which could not be set again. */
function pageToAnalyse(reports: ReportRow[], websites: Website[]): string | null {
  const free = new Set(
    websites.filter(({ privacy }) => privacy === privacies.public || privacy === privacies.private).map(({ id }) => id),
  )
  return (reports.find(({ website_id: id }) => id !== null && free.has(id)) ?? reports[0])?.url ?? null
}

/** Null when there is a server and it takes the key. */
async function whyNot({ ask }: Pick<Context, 'ask'>): Promise<string | null> {
  const first = await ask('GET', '/reports', { search: { per_page: 10 } })
  if (!first.ok) return first.kind === 'too large' ? null : `The server cannot be asked: ${first.why}.`
  return isKeyRefused(first)
    ? `The server does not take this key, or is no server of this API. It answered ${wordsFor(first)}.`
    : null
}
