import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type * as z from 'zod'
import { readField } from '#contract/forms/form.ts'
import type { Line, NewJobForm } from '#contract/forms/job-form.ts'
import { PageUrl, renderField, renderMessage, urlMessages } from '#contract/forms/report-forms.ts'
import { type CrawlLimits, Job } from '#contract/jobs/job.ts'
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
import { diskLimitReached, Problem, tryAgainLater, unprocessable } from './problem.ts'

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

/** Creates a job of the request's key. Throws a 422 or 503 if there is no room for it. */
export async function storeJob(
  { db, roomForJobs }: { db: Kysely<Schema>; roomForJobs: RoomForJobs },
  request: FastifyRequest,
  content: Content,
): Promise<number> {
  const { reader } = request
  const key = reader.kind === 'key' ? reader.key : { id: '', name: null }
  const noRoom = await findNoRoom(db, { key_id: key.id, ...sizeOf(content.urls) }, roomForJobs)
  if (noRoom) throw problemOf(noRoom)
  return writeWithKey(db, request, async (tx) => {
    const id = await createJob(tx, { ...content, key_id: key.id, key_name: key.name })
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
  return { kind: 'urls', label, url: null, crawl: null, render, urls: await readLines(form.urls), urls_given: 1 }
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
  const named = wrong.slice(0, maxNamedLines).join(', ')
  const more = wrong.length > maxNamedLines ? ` and ${wrong.length - maxNamedLines} more` : ''
  const advice = hasCredentials ? ` ${urlMessages.has_credentials}` : ''
  return `urls must be http or https URLs without credentials, one a line. Wrong: line ${named}${more}.${advice}`
}

/** Reads the field `render`. Throws a 422 for any other value. */
export function renderModeOf(given = ''): RenderMode | undefined {
  const { value, code } = readField(renderField, given)
  if (code !== null) throw unprocessable([{ field: 'render', code, sentence: renderMessage }])
  return value
}
