import { setTimeout as pause } from 'node:timers/promises'
import { AnyReport } from '#contract/any-report.ts'
import { readItem, readPage } from '#contract/envelope.ts'
import { ReportRow } from '#contract/report-row.ts'
import { Website } from '#contract/website.ts'
import { isHtml, isRedirect, isSuccess, wordsFor } from './answer-words.ts'
import type { Answer, Ask } from './ask.ts'
import { deleted } from './removals.ts'
import type { Writing } from './writes.ts'

/** A report of ours, and whether its website came with it. */
export type Stored = { id: number; url: string; websiteId: number | null; isNewWebsite: boolean }

/** Stores of two minutes exist. */
const longestStore = 150_000
/** What the server was still at when the connection broke comes a little later. */
const looks = [0, 1_000, 3_000]

const name = 'POST reports'

/** Analyses a page; whatever becomes of the answer, the report is found by its own address and taken note of. */
export async function storeReport(writing: Writing, url: string): Promise<Stored | null> {
  const { ask, undoing, note, undo } = writing
  const highest = await highestWebsite(ask)
  const pending = `perhaps a report of ${url}`
  undo.add(pending, async () => {
    const id = await findReport(undoing, url)
    return id === null || deleted(await undoing('DELETE', `/reports/${id}`))
  })
  const reply = await ask('POST', '/reports', { form: { url }, timeoutMs: longestStore })
  if (!reply.ok) {
    note('Writes', name, 'wrong', `No answer: ${reply.why}. It is looked for and taken away, if it is there.`)
    return null
  }
  if (!isSuccess(reply) || isHtml(reply) || isRedirect(reply)) {
    note('Writes', name, 'wrong', `${wordsFor(reply)}${reply.status === 422 ? '. Name a page that it can analyse with --url' : ''}.`)
    return null
  }
  const read = readStored(reply)
  const id = read?.id ?? (await findReport(ask, url))
  if (id === null) {
    note('Writes', name, 'wrong', 'Answered as done, but no report of that page is in the list.')
    return null
  }
  undo.forget(pending)
  undo.add(`report ${id}`, async () => deleted(await undoing('DELETE', `/reports/${id}`)))
  note('Writes', name, reply.status === 201 && read ? 'as specified' : 'otherwise', `${answerWords(reply, read !== undefined)}, after ${Math.max(1, Math.round(reply.ms / 1_000))} s.`)
  const websiteId = read?.website_id ?? null
  const isNewWebsite = websiteId !== null && highest !== null && websiteId > highest
  if (isNewWebsite) undo.add(`website ${websiteId}`, async () => deleted(await undoing('DELETE', `/websites/${websiteId}`)))
  return { id, url, websiteId, isNewWebsite }
}

function answerWords({ status, json }: Answer, hasReport: boolean): string {
  const inBody = (json as { status?: unknown } | null | undefined)?.status
  const aside = typeof inBody === 'number' && inBody !== status ? ` (its body says ${inBody})` : ''
  return `${status}${aside} ${hasReport ? 'with the report' : 'without the report: it is looked up in the list'}`
}

function readStored({ json }: Answer) {
  try {
    return readItem(AnyReport, json)
  } catch {
    return undefined
  }
}

/** The report of an address that nobody else asks for; null when there is none. */
async function findReport(ask: Ask, url: string): Promise<number | null> {
  const mark = new URL(url).search
  for (const wait of looks) {
    await pause(wait)
    const reply = await ask('GET', '/reports', { search: { sort_by: 'id', sort: 'desc', per_page: 25 } })
    const found = reply.ok ? rowsOf(reply.json).find((row) => row.url.includes(mark)) : undefined
    if (found) return found.id
  }
  return null
}

function rowsOf(json: unknown) {
  try {
    return readPage(ReportRow, json).rows
  } catch {
    return []
  }
}

/** The newest website's id; one that has a greater one came with our report. Null where that cannot be told. */
async function highestWebsite(ask: Ask): Promise<number | null> {
  const reply = await ask('GET', '/websites', { search: { sort_by: 'id', sort: 'desc', per_page: 10 } })
  if (!reply.ok) return null
  try {
    return readPage(Website, reply.json).rows.reduce((highest, { id }) => Math.max(highest, id), 0)
  } catch {
    return null
  }
}
