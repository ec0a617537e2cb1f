import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AnyReport } from '#contract/any-report.ts'
import { readItem, readPage } from '#contract/envelope.ts'
import { ReportRow } from '#contract/report-row.ts'
import { Website } from '#contract/website.ts'
import { isHtml, isRedirect, isSuccess, wordsFor } from './answer-words.ts'
import type { Answer, Ask } from './ask.ts'
import { deleted, takeWebsite } from './removals.ts'
import type { Writing } from './writes.ts'

/** A report of ours, and whether its website came with it. */
export type Stored = { id: number; url: string; websiteId: number | null; isNewWebsite: boolean }

/** Stores of two minutes exist. */
const longestStore = 150_000
/** What the server was still at when the connection broke comes a little later. */
const looks = [0, 1_000, 3_000]

const name = 'POST reports'
const markName = 'check-server'

/** An address by which our report can be told from everybody else's, also when the server never said that it stored it. */
export function markedAddress(page: string): string {
  const url = new URL(/^https?:\/\//i.test(page) ? page : `https://${page}`)
  url.searchParams.set(markName, randomBytes(6).toString('hex'))
  url.hash = ''
  return url.href
}

/** Analyses a page; whatever becomes of the answer, the report is found by its own address and taken note of. */
export async function storeReport(writing: Writing, url: string): Promise<Stored | null> {
  const { ask, undoing, note, undo } = writing
  const highest = await highestWebsite(ask)
  const pending = `perhaps a report of ${url}, if the server is still at it`
  let mayCome = true
  undo.add(pending, async () => {
    const found = await findReport(undoing, url)
    if (!found) return !mayCome
    const isGone = deleted(await undoing('DELETE', `/reports/${found.id}`))
    const website = await websiteOf(undoing, found, highest)
    return isGone && (!website?.isNew || takeWebsite(undoing, website.id))
  })
  const reply = await ask('POST', '/reports', { form: { url }, timeoutMs: longestStore })
  mayCome = reply.ok ? reply.status >= 500 || isHtml(reply) : reply.kind !== 'nothing sent'
  if (!reply.ok) {
    note('Writes', name, 'wrong', `No answer: ${reply.why}. It is looked for and taken away, if it is there.`)
    return null
  }
  if (!isSuccess(reply) || isHtml(reply) || isRedirect(reply)) {
    note(
      'Writes',
      name,
      'wrong',
      `${wordsFor(reply)}${reply.status === 422 ? '. Name a page that it can analyse with --url' : ''}.`,
    )
    return null
  }
  const read = readStored(reply)
  const report = read ?? (await findReport(ask, url))
  if (!report) {
    note('Writes', name, 'wrong', 'Answered as done, but no report of that page is in the list.')
    return null
  }
  const { id } = report
  const website = await websiteOf(ask, report, highest)
  undo.forget(pending)
  if (website?.isNew) undo.add(`website ${website.id}`, () => takeWebsite(undoing, website.id))
  undo.add(`report ${id}`, async () => deleted(await undoing('DELETE', `/reports/${id}`)))
  note(
    'Writes',
    name,
    reply.status === 201 && read ? 'as specified' : 'otherwise',
    `${answerWords(reply, read !== undefined)}, after ${Math.max(1, Math.round(reply.ms / 1_000))} s.`,
  )
  return { id, url, websiteId: website?.id ?? null, isNewWebsite: website?.isNew ?? false }
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
async function findReport(ask: Ask, url: string): Promise<ReportRow | null> {
  const mark = `${markName}=${new URL(url).searchParams.get(markName)}`
  for (const wait of looks) {
    await pause(wait)
    for (const search of [{ sort_by: 'id', sort: 'desc', per_page: 25 }, { search: mark }]) {
      const reply = await ask('GET', '/reports', { search })
      const found = reply.ok ? rowsOf(reply.json).find((row) => row.url.includes(mark)) : undefined
      if (found) return found
    }
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

/** The website of our report, by what the report says or by its domain; new is one that came after all that were there before. */
async function websiteOf(
  ask: Ask,
  { website_id: told, url }: Pick<ReportRow, 'website_id' | 'url'>,
  highest: number | null,
): Promise<{ id: number; isNew: boolean } | null> {
  if (told !== null) return { id: told, isNew: highest !== null && told > highest }
  const host = URL.parse(/^https?:\/\//i.test(url) ? url : `https://${url}`)?.host.replace(/^www\./, '')
  const found = (await newestWebsites(ask))?.find(({ domain }) => domain.toLowerCase().replace(/^www\./, '') === host)
  return found ? { id: found.id, isNew: highest !== null && found.id > highest } : null
}

/** Null where that cannot be told. */
async function highestWebsite(ask: Ask): Promise<number | null> {
  return (await newestWebsites(ask))?.reduce((highest, { id }) => Math.max(highest, id), 0) ?? null
}

async function newestWebsites(ask: Ask): Promise<Website[] | null> {
  const reply = await ask('GET', '/websites', { search: { sort_by: 'id', sort: 'desc', per_page: 25 } })
  try {
    return reply.ok ? readPage(Website, reply.json).rows : null
  } catch {
    return null
  }
}
