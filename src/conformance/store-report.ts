import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AnyReport } from '#contract/reports/any-report.ts'
import { ReportRow } from '#contract/reports/report-row.ts'
import { readItem, readListPage } from '#contract/responses/envelope.ts'
import { Website } from '#contract/websites/website.ts'
import type { Cleanup } from './cleanup.ts'
import { type HttpResponse, isHtml, isRedirect, isSuccess, type Reply, type Send, wordsFor } from './client.ts'
import type { Context } from './list-page.ts'
import type { Outcome } from './result.ts'

export type WriteContext = Context & { sendCleanup: Send; cleanup: Cleanup }

/** The report that the check created, and whether the server created its website too. */
export type StoredReport = { id: number; url: string; websiteId: number | null; isNewWebsite: boolean }

/** Some servers need two minutes to store a report. */
const storeTimeoutMs = 150_000
/** Delays between searches in milliseconds. After a broken connection the server may still finish the report. */
const searchDelays = [0, 1_000, 3_000]

const name = 'POST reports'
const markName = 'check-server'

/** Adds a random parameter to a URL, by which the report can be found even if its response is lost. */
export function markedUrl(page: string): string {
  const url = new URL(/^https?:\/\//i.test(page) ? page : `https://${page}`)
  url.searchParams.set(markName, randomBytes(6).toString('hex'))
  url.hash = ''
  return url.href
}

/** Creates a report of a marked URL and registers its deletion. Returns null if the server did not create it. */
export async function storeReport(context: WriteContext, url: string): Promise<StoredReport | null> {
  const { send, sendCleanup, add, cleanup } = context
  const highestId = await highestWebsiteId(send)
  const pending = `possibly a report of ${url}, if the server is still creating it`
  let mayStillCome = true
  cleanup.add(pending, async () => {
    const found = await findReport(sendCleanup, url)
    if (!found) return !mayStillCome
    const isGone = isDeleted(await sendCleanup('DELETE', `/reports/${found.id}`))
    const website = await websiteOf(sendCleanup, found, highestId)
    return isGone && (!website?.isNew || deleteNewWebsite(sendCleanup, website.id))
  })
  const reply = await send('POST', '/reports', { form: { url }, timeoutMs: storeTimeoutMs })
  mayStillCome = reply.ok ? reply.status >= 500 || isHtml(reply) : reply.kind !== 'nothing sent'
  if (!reply.ok) {
    add('Writes', name, 'wrong', `No response: ${reply.why}. If the report was created anyway, it is deleted.`)
    return null
  }
  if (!isSuccess(reply) || isHtml(reply) || isRedirect(reply)) {
    add(
      'Writes',
      name,
      'wrong',
      `${wordsFor(reply)}${reply.status === 422 ? '. Choose a page it can analyse with --url' : ''}.`,
    )
    return null
  }
  const read = readStored(reply)
  const report = read ?? (await findReport(send, url))
  if (!report) {
    add('Writes', name, 'wrong', 'Success reported, but the list has no report of that page.')
    return null
  }
  const { id } = report
  const website = await websiteOf(send, report, highestId)
  cleanup.remove(pending)
  if (website?.isNew) cleanup.add(`website ${website.id}`, () => deleteNewWebsite(sendCleanup, website.id))
  cleanup.add(`report ${id}`, async () => isDeleted(await sendCleanup('DELETE', `/reports/${id}`)))
  add(
    'Writes',
    name,
    reply.status === 201 && read ? 'as specified' : 'different',
    `${responseWords(reply, read !== undefined)}, after ${Math.max(1, Math.round(reply.ms / 1_000))} s.`,
  )
  return { id, url, websiteId: website?.id ?? null, isNewWebsite: website?.isNew ?? false }
}

function responseWords({ status, json }: HttpResponse, hasReport: boolean): string {
  const inBody = (json as { status?: unknown } | null | undefined)?.status
  const aside = typeof inBody === 'number' && inBody !== status ? ` (${inBody} in the body)` : ''
  return `${status}${aside} ${hasReport ? 'with the report' : 'without the report, which was found in the list'}`
}

function readStored({ json }: HttpResponse) {
  try {
    return readItem(AnyReport, json)
  } catch {
    return undefined
  }
}

/** Returns the report of a marked URL, or null. */
async function findReport(send: Send, url: string): Promise<ReportRow | null> {
  const mark = `${markName}=${new URL(url).searchParams.get(markName)}`
  for (const delay of searchDelays) {
    await pause(delay)
    for (const search of [{ sort_by: 'id', sort: 'desc', per_page: 25 }, { search: mark }]) {
      const reply = await send('GET', '/reports', { search })
      const found = reply.ok ? rowsOf(reply.json).find((row) => row.url.includes(mark)) : undefined
      if (found) return found
    }
  }
  return null
}

function rowsOf(json: unknown) {
  try {
    return readListPage(ReportRow, json).rows
  } catch {
    return []
  }
}

/** Returns the report's website, by its `website_id` or domain. It is new if its id is higher than all earlier ones. */
async function websiteOf(
  send: Send,
  { website_id: id, url }: Pick<ReportRow, 'website_id' | 'url'>,
  highestId: number | null,
): Promise<{ id: number; isNew: boolean } | null> {
  if (id !== null) return { id, isNew: highestId !== null && id > highestId }
  const host = URL.parse(/^https?:\/\//i.test(url) ? url : `https://${url}`)?.host.replace(/^www\./, '')
  const found = (await newestWebsites(send))?.find(({ domain }) => domain.toLowerCase().replace(/^www\./, '') === host)
  return found ? { id: found.id, isNew: highestId !== null && found.id > highestId } : null
}

/** Returns null if the list of websites cannot be read. */
async function highestWebsiteId(send: Send): Promise<number | null> {
  return (await newestWebsites(send))?.reduce((highest, { id }) => Math.max(highest, id), 0) ?? null
}

async function newestWebsites(send: Send): Promise<Website[] | null> {
  const reply = await send('GET', '/websites', { search: { sort_by: 'id', sort: 'desc', per_page: 25 } })
  try {
    return reply.ok ? readListPage(Website, reply.json).rows : null
  } catch {
    return null
  }
}

/** Returns whether a DELETE succeeded, or found nothing to delete. */
const isDeleted = (reply: Reply) =>
  reply.ok && ((isSuccess(reply) && !isHtml(reply)) || reply.status === 404 || reply.status === 410)

export const removeReport = (context: WriteContext, { id }: StoredReport) => remove(context, 'report', id)

/** Deletes the website if the server created it with the report. Any other belongs to someone else. */
export async function removeWebsite(context: WriteContext, { websiteId, isNewWebsite }: StoredReport) {
  if (websiteId === null || !isNewWebsite)
    return context.add('Writes', 'DELETE websites/{id}', 'unknown', 'Not tried: the website existed before.')
  const reports = await reportsOf(context.send, websiteId)
  if (reports !== 'none')
    return context.add(
      'Writes',
      'DELETE websites/{id}',
      'unknown',
      reports === 'some'
        ? 'Not tried: someone else has added a report to it.'
        : "Not tried: couldn't find out whether it has other reports.",
    )
  await remove(context, 'website', websiteId)
}

/** Deletes a website that the check created, unless someone else has added a report to it. */
async function deleteNewWebsite(send: Send, id: number): Promise<boolean> {
  const reports = await reportsOf(send, id)
  return reports === 'some' || (reports === 'none' && isDeleted(await send('DELETE', `/websites/${id}`)))
}

async function reportsOf(send: Send, id: number): Promise<'none' | 'some' | 'unknown'> {
  const reply = await send('GET', '/reports', { search: { website_id: id } })
  if (!reply.ok) return 'unknown'
  try {
    const { rows } = readListPage(ReportRow, reply.json)
    if (rows.some((row) => row.website_id === id)) return 'some'
    return rows.some((row) => row.website_id === null) ? 'unknown' : 'none'
  } catch {
    return 'unknown'
  }
}

/** Deletes without an Accept header, as specified, and checks that the resource is gone. */
async function remove({ send, add, cleanup }: WriteContext, kind: 'report' | 'website', id: number) {
  const name = `DELETE ${kind}s/{id}`
  const reply = await send('DELETE', `/${kind}s/${id}`)
  if (!reply.ok) return add('Writes', name, 'wrong', `No response: ${reply.why}.`)
  if (!isSuccess(reply) || isHtml(reply))
    return add(
      'Writes',
      name,
      'wrong',
      isRedirect(reply)
        ? `${wordsFor(reply)}: the server rejects the key without an Accept header.`
        : `${wordsFor(reply)}.`,
    )
  const after = await send('GET', `/${kind}s/${id}`)
  const isGone = after.ok && (after.status === 404 || after.status === 410)
  if (isGone) cleanup.remove(`${kind} ${id}`)
  const [outcome, message]: [Outcome, string] = isGone
    ? [
        reply.status === 200 && reply.json !== undefined ? 'as specified' : 'different',
        `${reply.status}${reply.text === '' ? ' without a body' : ''}, deleted`,
      ]
    : [reply.status === 202 ? 'different' : 'wrong', `${reply.status}, but it still exists`]
  add('Writes', name, outcome, `${message}.`)
}
