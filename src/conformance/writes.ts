import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AnyReport } from '#contract/reports/any-report.ts'
import type { AnyReportRow } from '#contract/reports/report-row.ts'
import { privacies, privacyLabels, AnyWebsite } from '#contract/websites/website.ts'
import { isHtml, isMissing, isSuccess, jsonOf, type Send, UnusableError, wordsFor } from './client.ts'
import type { Kind } from './document.ts'
import { fetchPage } from './lists.ts'
import { emptyFormVerdict, readResource } from './responses.ts'
import type { Check, Verdict } from './result.ts'

type Context = {
  check: Check
  send: Send
  /** Still works after the user has stopped the check. */
  sendCleanup: Send
}
/** Undoes changes by name. Each resolves to true if it worked. The last runs first and can add others. */
type Undo = Map<string, () => Promise<boolean>>

/** The report that the check created. `websiteId` is null if its website is unknown. */
type Created = { id: number; websiteId: number | null; isNewWebsite: boolean }

/** Some servers need two minutes to store a report. */
const storeTimeoutMs = 150_000
/** Delays between searches in milliseconds. After a broken connection the server may still finish the report. */
const searchDelays = [0, 1_000, 3_000]
const markName = 'check-server'
const newestFirst = { sort_by: 'id', sort: 'desc', per_page: 25 }

/**
 * Creates a report of `page`, changes a privacy and restores it, then deletes its report, even after an error. Returns
 * the changes that it couldn't undo.
 */
export async function checkWrites(context: Context, page: string): Promise<string[]> {
  const { check, send } = context
  const undo: Undo = new Map()
  const left: string[] = []
  try {
    await check('Error responses', 'POST reports without a url', () => emptyFormVerdict(send))
    const created = await check('Writes', 'POST reports', () => createReport(context, undo, markedUrl(page)))
    if (created) {
      await check('Writes', 'PUT websites/{id}', () => changePrivacy(context, undo, created.websiteId))
      await check('Writes', 'DELETE reports/{id}', () => remove(send, undo, 'reports', created.id))
      await check('Writes', 'DELETE websites/{id}', () => removeWebsite(send, undo, created))
    }
  } finally {
    for (let last = [...undo].at(-1); last; last = [...undo].at(-1)) {
      const [name, act] = last
      undo.delete(name)
      if (!(await act().catch(() => false))) left.push(name)
    }
    await check('Writes', 'clean-up', () =>
      left.length > 0
        ? ['wrong', `Failed for ${left.join('; ')}.`]
        : ['as specified', 'Everything created was deleted.'],
    )
  }
  return left
}

const withScheme = (url: string) => (/^https?:\/\//i.test(url) ? url : `https://${url}`)

/** Adds a random parameter to a URL, by which the report can be found even if its response is lost. */
function markedUrl(page: string): string {
  const url = new URL(withScheme(page))
  url.searchParams.set(markName, randomBytes(6).toString('hex'))
  url.hash = ''
  return url.href
}

/** Creates a report and registers its deletion. */
async function createReport({ send, sendCleanup }: Context, undo: Undo, url: string): Promise<Verdict<Created>> {
  const highestId = Math.max(0, ...(await newestWebsites(send)).map(({ id }) => id))
  const register = async (by: Send, report: Pick<AnyReportRow, 'id' | 'website_id' | 'url'>): Promise<Created> => {
    const websiteId = await websiteOf(by, report)
    const isNewWebsite = websiteId !== null && websiteId > highestId
    if (isNewWebsite) undo.set(`website ${websiteId}`, () => deleteUnusedWebsite(sendCleanup, websiteId))
    undo.set(`report ${report.id}`, () => isDeleted(sendCleanup, 'reports', report.id))
    return { id: report.id, websiteId, isNewWebsite }
  }
  const pending = `possibly a report of ${url}, if the server is still creating it`
  let mayStillCome = true
  undo.set(pending, async () => {
    const found = await findReport(sendCleanup, url)
    if (found) await register(sendCleanup, found)
    return found !== null || !mayStillCome
  })
  const startedAt = performance.now()
  const reply = await send('POST', '/reports', { form: { url }, timeoutMs: storeTimeoutMs })
  const seconds = Math.max(1, Math.round((performance.now() - startedAt) / 1_000))
  mayStillCome = reply.status >= 500 || isHtml(reply)
  if (!isSuccess(reply))
    return ['wrong', `${wordsFor(reply)}${reply.status === 422 ? '. Choose a page it can analyse with --url' : ''}.`]
  const sent = sentReport(reply.json)
  const report = sent ?? (await findReport(send, url))
  if (!report) return ['wrong', 'Success reported, but the list has no report of that page.']
  const created = await register(send, report)
  undo.delete(pending)
  const words = sent ? 'with the report' : 'without the report, which was found in the list'
  const isSpecified = reply.status === 201 && sent
  return [isSpecified ? 'as specified' : 'different', `${reply.status} ${words}, after ${seconds} s.`, created]
}

function sentReport(json: unknown) {
  try {
    return readResource(AnyReport, json)
  } catch {
    return null
  }
}

/** Returns the report of a marked URL, or null. */
async function findReport(send: Send, url: string): Promise<AnyReportRow | null> {
  const mark = `${markName}=${new URL(url).searchParams.get(markName)}`
  for (const delay of searchDelays) {
    await pause(delay)
    for (const search of [newestFirst, { search: mark }]) {
      const found = await fetchPage(send, 'reports', search).catch(() => null)
      const report = found?.page.rows.find((row) => row.url.includes(mark))
      if (report) return report
    }
  }
  return null
}

const newestWebsites = async (send: Send) => (await fetchPage(send, 'websites', newestFirst)).page.rows

/** Returns the ID of a report's website, by its `website_id` or its domain; null if neither is known. */
async function websiteOf(send: Send, { website_id: id, url }: Pick<AnyReportRow, 'website_id' | 'url'>) {
  if (id !== null) return id
  const withoutWww = (host: string | undefined) => host?.toLowerCase().replace(/^www\./, '')
  const host = withoutWww(URL.parse(withScheme(url))?.host)
  return (await newestWebsites(send)).find(({ domain }) => withoutWww(domain) === host)?.id ?? null
}

/**
 * Changes a website's privacy and restores it. A private website never becomes public, and one with a password is not
 * changed, because its password could not be restored.
 */
async function changePrivacy({ send, sendCleanup }: Context, undo: Undo, id: number | null): Promise<Verdict> {
  if (id === null) return ['unknown', 'Not tried: the website of the report is unknown.']
  const read = async (by: Send) => readResource(AnyWebsite, jsonOf(await by('GET', `/websites/${id}`)))
  const { privacy: before, findable } = await read(send)
  if (before === null) return ['unknown', 'Not tried: the website has no privacy value.']
  if (before === privacies.password) return ['unknown', "Not tried: the website's password couldn't be restored."]
  const restore = async (by: Send) => {
    const form = { privacy: String(before), ...(findable && { findable: '1' }) }
    await by('PUT', `/websites/${id}`, { form })
    return (await read(by)).privacy === before
  }
  const change = `the privacy of website ${id}, which was ${privacyLabels[before]}`
  undo.set(change, () => restore(sendCleanup))
  const wanted = before === privacies.private ? privacies.password : privacies.private
  const password = wanted === privacies.password && { password: randomBytes(18).toString('base64url') }
  jsonOf(await send('PUT', `/websites/${id}`, { form: { privacy: String(wanted), ...password } }))
  const { privacy: after } = await read(send)
  const isRestored = await restore(send).catch(() => false)
  if (isRestored) undo.delete(change)
  if (after !== wanted)
    return ['wrong', `Success reported, but the website is ${after === null ? 'unreadable' : privacyLabels[after]}.`]
  return isRestored
    ? ['as specified', `From ${privacyLabels[before]} to ${privacyLabels[wanted]} and back.`]
    : ['wrong', 'Changed, but not restored.']
}

/** Deletes the website if the server created it with the report. Any other belongs to someone else. */
async function removeWebsite(send: Send, undo: Undo, { websiteId, isNewWebsite }: Created): Promise<Verdict> {
  if (websiteId === null || !isNewWebsite) return ['unknown', 'Not tried: the website existed before.']
  if ((await reportsOf(send, websiteId)) !== 'none')
    return ['unknown', 'Not tried: someone else may have added a report to it.']
  return remove(send, undo, 'websites', websiteId)
}

/** Deletes a website that the check created, unless someone else has added a report to it. */
async function deleteUnusedWebsite(send: Send, id: number): Promise<boolean> {
  const reports = await reportsOf(send, id)
  return reports === 'some' || (reports === 'none' && isDeleted(send, 'websites', id))
}

async function reportsOf(send: Send, id: number): Promise<'none' | 'some' | 'unknown'> {
  const { rows } = (await fetchPage(send, 'reports', { website_id: id })).page
  if (rows.some((row) => row.website_id === id)) return 'some'
  return rows.some((row) => row.website_id === null) ? 'unknown' : 'none'
}

/** Deletes, and returns true if that worked or there was nothing to delete. */
async function isDeleted(send: Send, kind: Kind, id: number): Promise<boolean> {
  const reply = await send('DELETE', `/${kind}/${id}`)
  return isSuccess(reply) || isMissing(reply)
}

/** Deletes without an Accept header, as specified, and checks that the resource is gone. */
async function remove(send: Send, undo: Undo, kind: Kind, id: number): Promise<Verdict> {
  const reply = await send('DELETE', `/${kind}/${id}`)
  if (!isSuccess(reply)) throw new UnusableError(`${wordsFor(reply)}.`)
  const words = `${reply.status}${reply.text === '' ? ' without a body' : ''}`
  if (!isMissing(await send('GET', `/${kind}/${id}`)))
    return [reply.status === 202 ? 'different' : 'wrong', `${words}, but it still exists.`]
  undo.delete(`${kind.slice(0, -1)} ${id}`)
  return [reply.status === 200 && reply.json !== undefined ? 'as specified' : 'different', `${words}, deleted.`]
}
