import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type * as z from 'zod'
import { readField } from '#contract/forms/form.ts'
import type { Line, NewJobForm } from '#contract/forms/job-form.ts'
import { PageUrl, renderField, renderMessage, urlMessages } from '#contract/forms/report-forms.ts'
import { type CrawlLimits, Job } from '#contract/jobs/job.ts'
import { createRedirectReader, faultsIn, type RedirectText, type RedirectUrls } from '#contract/jobs/redirect-map.ts'
import { itemOf } from '#contract/openapi/schemas.ts'
import type { RenderMode } from '#contract/reports/rendering.ts'
import type { ItemEnvelope } from '#contract/responses/envelope.ts'
import { urlKey } from '#contract/url-key.ts'
import { withoutParameters } from '#contract/url-parameters.ts'
import { presentJob } from '#service/present/rows.ts'
import {
  crawlUrls,
  createJob,
  findJob,
  type NewJob,
  type NewJobUrl,
  sizeOf,
  sourceLine,
} from '#service/store/jobs/jobs.ts'
import { findNoRoom, type NoRoom, type RoomForJobs } from '#service/store/jobs/room.ts'
import type { Schema } from '#service/store/schema.ts'
import { recordWrite, type WriteId } from './idempotency.ts'
import { writeWithKey } from './identify.ts'
import type { RequestLimits } from './limits.ts'
import { createForClient, permitPages } from './permits.ts'
import { diskLimitReached, Problem, tryAgainLater, unprocessable } from './problem.ts'
import { senderOf } from './request.ts'

export const acceptedJob = {
  description: 'The job. Its reports are created in the background.',
  schema: itemOf('AcceptedJob', Job, 202),
  headers: ['Location'],
} as const

/** Lines that one error names. */
const maxNamedLines = 20
/** URLs parsed before other requests get a turn. */
const batchSize = 500

type Content = Pick<NewJob, 'kind' | 'label' | 'url' | 'crawl' | 'urls' | 'urls_given' | 'render'>

/**
 * Creates a job of the request's key. The websites of new domains are given to a client, if one is named. Throws a 422
 * or 503 if there is no room for it, and a 403 for websites that the reader can't edit.
 */
export async function storeJob(
  { db, roomForJobs, limits }: { db: Kysely<Schema>; roomForJobs: RoomForJobs; limits: RequestLimits },
  request: FastifyRequest,
  clientId: number | null,
  content: Content,
): Promise<number> {
  const author = senderOf(request)
  const hosts = content.urls.map(({ host }) => host)
  const newDomains = await permitPages({ db, limits }, request, { hosts, clientId, field: content.kind })
  const noRoom = await findNoRoom(db, { ...author, ...sizeOf(content.urls) }, roomForJobs)
  if (noRoom) throw problemOf(noRoom)
  return writeWithKey(db, request, async (tx) => {
    await createForClient(tx, newDomains, clientId)
    const id = await createJob(tx, { ...content, ...author })
    await recordWrite(tx, request, { status: 202, location: locationOfJob(id), id })
    return id
  })
}

function problemOf(noRoom: NoRoom): Problem {
  // No field is wrong.
  if (noRoom.reason === 'quota_exceeded')
    return new Problem(noRoom.reason, noRoom.sentence, { extra: { errors: {}, codes: {} } })
  if (noRoom.reason === 'disk_full') return diskLimitReached()
  return tryAgainLater('queue_full', 'Too many jobs are waiting. Try again in a minute.', 60)
}

export const locationOfJob = (id: number) => `/api/v1/jobs/${id}`

/** Returns the response to a repeat of a request that created a job. */
export async function repeatedJob(db: Kysely<Schema>, id: WriteId): Promise<ItemEnvelope<Job, 202> | undefined> {
  const job = await findJob(db, Number(id))
  return job && { data: presentJob(job), status: 202 }
}

type CrawlFields = Pick<
  z.output<typeof NewJobForm>,
  'max_pages' | 'max_depth' | 'include' | 'exclude' | 'speed' | 'ignore_parameters' | 'max_per_folder'
> & { crawl: URL }

/** Returns the start and the limits of a crawl from the fields of a form. */
export function crawlOf(form: CrawlFields): { start: URL; limits: CrawlLimits } {
  const { crawl, max_pages, max_depth = null, include, exclude } = form
  const { speed = null, ignore_parameters, max_per_folder = null } = form
  return {
    start: new URL(withoutParameters(crawl.href, ignore_parameters)),
    limits: { max_pages, max_depth, include, exclude, speed, ignore_parameters, max_per_folder },
  }
}

/** Returns a job's content from its form. Throws a 422 that names the lines that are not URLs. */
export async function contentOf(form: z.output<typeof NewJobForm>): Promise<Content> {
  const { label, sitemap, render = null } = form
  if (form.crawl) {
    const { start, limits } = crawlOf({ ...form, crawl: form.crawl })
    return { kind: 'crawl', label, url: start.href, crawl: limits, render, urls: crawlUrls(start) }
  }
  if (sitemap) {
    const source = { line: sourceLine, url: sitemap.href, host: sitemap.host }
    return { kind: 'sitemap', label, url: sitemap.href, crawl: null, render, urls: [source] }
  }
  const given = { label, url: null, crawl: null, urls_given: 1 as const }
  if (form.redirects.length > 0) return { ...given, kind: 'redirects', urls: await readMap(form.redirects) }
  return { ...given, kind: 'urls', render, urls: await readLines(form.urls) }
}

/** A repeated row is checked once. */
async function readMap(rows: readonly RedirectText[]): Promise<NewJobUrl[]> {
  const read = createRedirectReader()
  const found: ({ line: number } & RedirectUrls)[] = []
  const wrong: number[] = []
  const contradictions: number[] = []
  for (const [at, row] of rows.entries()) {
    const { line, urls, problem, sameAs } = read(row)
    if (problem) (problem.kind === 'contradiction' ? contradictions : wrong).push(line)
    else if (urls && sameAs === null) found.push({ line, ...urls })
    if (at % batchSize === 0) await yieldToEventLoop()
  }
  const sentences = [
    ...(wrong.length > 0
      ? [`redirects must be an old URL and the expected one per line. Wrong: ${linesIn(wrong)}.`]
      : []),
    ...(contradictions.length > 0
      ? [`redirects must expect one URL of each old URL. Others than before: ${linesIn(contradictions)}.`]
      : []),
  ]
  if (sentences.length > 0)
    throw unprocessable([{ field: 'redirects', code: 'invalid_url', sentence: sentences.join(' ') }])
  const faults = faultsIn(found)
  return found.map(({ line, old, expected }) => ({
    line,
    url: old,
    host: new URL(old).host,
    redirect: { expected, map_fault: faults.get(line) ?? null },
  }))
}

/** A repeated URL is analysed once. */
async function readLines(lines: readonly Line[]): Promise<NewJobUrl[]> {
  const urls = new Map<string, NewJobUrl>()
  const wrong: number[] = []
  let hasCredentials = false
  for (const [at, { line, text }] of lines.entries()) {
    const { value, code } = readField(PageUrl, text)
    hasCredentials ||= code === 'has_credentials'
    if (value === null) wrong.push(line)
    else if (!urls.has(urlKey(value.href))) urls.set(urlKey(value.href), { line, url: value.href, host: value.host })
    if (at % batchSize === 0) await yieldToEventLoop()
  }
  if (wrong.length > 0)
    throw unprocessable([{ field: 'urls', code: 'invalid_url', sentence: sentenceFor(wrong, hasCredentials) }])
  return [...urls.values()]
}

function sentenceFor(wrong: readonly number[], hasCredentials: boolean): string {
  const advice = hasCredentials ? ` ${urlMessages.has_credentials}` : ''
  return `urls must be http or https URLs without credentials, one a line. Wrong: ${linesIn(wrong)}.${advice}`
}

function linesIn(lines: readonly number[]): string {
  const more = lines.length > maxNamedLines ? ` and ${lines.length - maxNamedLines} more` : ''
  return `line ${lines.slice(0, maxNamedLines).join(', ')}${more}`
}

/** Reads the field `render`. Throws a 422 for any other value. */
export function renderModeOf(given = ''): RenderMode | undefined {
  const { value, code } = readField(renderField, given)
  if (code !== null) throw unprocessable([{ field: 'render', code, sentence: renderMessage }])
  return value
}
