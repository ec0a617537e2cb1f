import { randomBytes } from 'node:crypto'
import type * as z from 'zod'
import { sortDirections } from '#contract/lists/list-query.ts'
import { isSorted } from '#contract/lists/sorted.ts'
import { ratings } from '#contract/reports/rating.ts'
import { ratingOfReport, AnyReportRow } from '#contract/reports/report-row.ts'
import { hasNextPage, type PageOfList, readListPage } from '#contract/responses/envelope.ts'
import { AnyWebsite } from '#contract/websites/website.ts'
import { type HttpResponse, jsonOf, type Send, UnusableError } from './client.ts'
import { fieldChecks, type Kind } from './document.ts'
import type { Check, Verdict } from './result.ts'

/** A page of a list as the dashboard reads it, and its rows as they were sent. */
export type FetchedPage<Row> = { page: PageOfList<Row>; sent: unknown[]; body: unknown; response: HttpResponse }

type Search = Record<string, string | number>

/** Fetches a page of a list. Throws an UnusableError if the dashboard can't read it. */
export async function fetchPage<Row extends { id: number }>(
  send: Send,
  path: `/${Kind}`,
  reader: z.ZodType<Row>,
  search: Search,
): Promise<FetchedPage<Row>> {
  const response = await send('GET', path, { search })
  const body = jsonOf(response)
  try {
    const page = readListPage(reader, body) as PageOfList<Row>
    return { page, sent: Array.isArray(body) ? body : (body as { data: unknown[] }).data, body, response }
  } catch {
    throw new UnusableError('The response is neither { data: […] } nor an array.')
  }
}

type Row = { id: number; score?: number | null; result?: string | null; website_id?: number | null }
type List = {
  textOf: (row: Row) => string
  fetch: (search: Search) => Promise<FetchedPage<Row>>
  send: Send
  path: `/${Kind}`
  searchBy: string
  first: FetchedPage<Row>
}

type Probe = (list: List) => Verdict | Promise<Verdict>

/** What the specification says about lists, one probe each. */
const probesOfEachList: Record<string, Probe> = {
  envelope: ({ first: { body } }) => ['as specified', `${Array.isArray(body) ? 'A bare array' : fieldsIn(body)}.`],
  total: ({ first: { page } }) =>
    page.total === null
      ? ['different', 'No total.']
      : ['as specified', `${page.total}${page.totalRelation === 'gte' ? ' or more' : ''}.`],
  per_page: probePageSize,
  page: probeSecondPage,
  search: probeSearch,
  'invalid value': async ({ send, path }) => {
    const { status } = await send('GET', path, { search: { sort_by: 'no-such-field' } })
    if (status < 300) return ['different', 'Silently replaced.']
    return [status >= 400 && status < 500 ? 'as specified' : 'wrong', `Rejected with ${status}.`]
  },
}

const lists = {
  reports: { reader: AnyReportRow, searchBy: 'url', sorts: ['id', 'url', 'score'] },
  websites: { reader: AnyWebsite, searchBy: 'domain', sorts: ['id', 'domain', 'reports_avg_score', 'reports_count'] },
} as const

const probesOf: Record<Kind, Record<string, Probe>> = {
  reports: { 'filter by result': probeResultFilter, 'filter by website_id': probeWebsiteFilter },
  websites: { password: probePasswords },
}

/** Safety limit: if a page of ten has more rows, every further request would be as large. */
const maxRows = 1_000

/** Checks a list: its rows, pages, order, search and filters. Returns its first page, or undefined. */
export async function checkList(check: Check, send: Send, kind: Kind): Promise<FetchedPage<Row> | undefined> {
  const { searchBy, sorts } = lists[kind]
  const reader = lists[kind].reader as unknown as z.ZodType<Row>
  const fetch = (search: Search) => fetchPage(send, `/${kind}`, reader, search)
  const first = await check('Operations', `GET ${kind}`, async () => {
    const got = await fetch({ per_page: 10 })
    const { type } = got.response
    const rows = rowWords(got.sent.length)
    return /json/.test(type) ? ['as specified', `${rows}.`, got] : ['different', `${rows}, sent as ${type}.`, got]
  })
  if (!first) return undefined
  const { sent, page } = first
  const textOf = (row: Row) => String((row as Record<string, unknown>)[searchBy])
  if (page.unreadable.length > 0)
    await check('Lists', `${kind}: rows`, () => [
      'wrong',
      `${page.unreadable.length} of ${rowWords(sent.length)} are unreadable: they have no id, URL or domain.`,
    ])
  if (page.repeated.length > 0)
    await check('Lists', `${kind}: ids`, () => ['different', `${rowWords(page.repeated.length)} repeated.`])
  if (sent.length > maxRows) {
    await check('Lists', `${kind}: per_page`, () => ['wrong', `${sent.length} rows returned instead of 10.`])
    return first
  }
  const list = { textOf, fetch, send, path: `/${kind}` as const, searchBy, first }
  for (const [name, probe] of Object.entries({ ...probesOfEachList, ...probesOf[kind] }))
    await check('Lists', `${kind}: ${name}`, () => probe(list))
  for (const sort of sorts) await check('Lists', `${kind}: sort_by=${sort}`, () => probeOrder(list, sort))
  for (const [field, differenceOf] of fieldChecks(kind))
    await check('Values', `${kind}: ${field}`, () => probeField(field, differenceOf, sent))
  return first
}

const rowWords = (count: number) => (count === 1 ? '1 row' : `${count} rows`)
const fieldsIn = (body: unknown) =>
  `{ ${Object.keys(body as object)
    .slice(0, 6)
    .join(', ')} }`

async function probePageSize({ fetch, first }: List): Promise<Verdict> {
  if (first.sent.length > 10) return ['wrong', `${first.sent.length} rows returned instead of 10.`]
  const { sent } = await fetch({ per_page: 25 })
  if (sent.length > 25) return ['wrong', `${sent.length} rows returned instead of 25.`]
  if (sent.length > first.sent.length) return ['as specified', '10 and 25 work.']
  const known = new Set(first.page.rows.map(({ id }) => id))
  const hasMore =
    first.page.total === null
      ? (await fetch({ per_page: 10, page: 2 })).page.rows.some(({ id }) => !known.has(id))
      : first.page.total > first.sent.length
  if (hasMore) return ['wrong', `${sent.length} rows returned instead of 25, although there are more.`]
  return ['unknown', 'There are too few rows to check.']
}

async function probeSecondPage({ fetch, first }: List): Promise<Verdict> {
  const { page, sent } = await fetch({ per_page: 10, page: 2 })
  const known = new Set(first.page.rows.map(({ id }) => id))
  const repeated = page.rows.filter(({ id }) => known.has(id)).length
  if (page.rows.length === 0) {
    if (sent.length > 0) return ['unknown', 'No row on page 2 is readable.']
    const isMissing = first.sent.length > 0 && hasNextPage({ page: 1, per_page: 10 }, first.page)
    return isMissing
      ? ['wrong', 'Page 2 is empty, although there should be more rows.']
      : ['unknown', 'There are too few rows for a second page.']
  }
  if (repeated === page.rows.length && repeated === known.size)
    return ['different', 'Ignored by the server: page 2 repeats page 1. Only the first rows are reachable.']
  if (repeated > 0) return ['wrong', `${repeated} of the rows on page 2 are also on page 1.`]
  const isLastKnown = first.page.lastPage !== null && first.page.total !== null
  return [
    'as specified',
    `Page 2 follows page 1${isLastKnown ? ', and the last page is known' : '. The last page is unknown'}.`,
  ]
}

async function probeOrder({ fetch }: List, sort: string): Promise<Verdict> {
  const found: (boolean | null)[] = []
  for (const direction of sortDirections) {
    const { page } = await fetch({ sort_by: sort, sort: direction, per_page: 25 })
    const values = page.rows.map((row) => (row as unknown as Record<string, string | number | null>)[sort] ?? null)
    found.push(new Set(values.filter((value) => value !== null)).size < 3 ? null : isSorted(values, direction))
  }
  const [down, up] = found
  if (found.includes(null)) return ['unknown', 'Too few different values to check the order.']
  if (down && up) return ['as specified', 'Both directions.']
  return [
    'wrong',
    `The rows aren't in this order${down || up ? ` with sort=${down ? sortDirections[1] : sortDirections[0]}` : ''}.`,
  ]
}

const withoutPrefix = (text: string) => text.toLowerCase().replace(/^(https?:\/\/)?(www\.)?/, '')

/** Searches for a text on the first page, for a text that cannot exist, and for the wildcard of databases. */
async function probeSearch({ fetch, textOf, searchBy, first: { page } }: List): Promise<Verdict> {
  const [row] = page.rows
  if (!row) return ['unknown', 'There are no rows to search for.']
  const wanted = withoutPrefix(textOf(row)).split(/[/?#]/, 1)[0] ?? ''
  const search = async (text: string) =>
    (await fetch({ search: text, search_by: searchBy, per_page: 25 })).page.rows.map(textOf)
  const found = await search(wanted)
  if ((await search(`none-${randomBytes(6).toString('hex')}`)).length > 0)
    return ['wrong', 'A search for text that no row contains still returns rows.']
  if (found.length === 0)
    return ['wrong', `A search for "${wanted}" returns nothing, although the first page contains it.`]
  const others = found.filter((text) => !text.toLowerCase().includes(wanted)).length
  if (others > 0) return ['wrong', `${others} of the rows found don't contain "${wanted}".`]
  return (await search('%')).some((text) => !text.includes('%'))
    ? ['different', 'Works, but % matches any text.']
    : ['as specified', 'Works.']
}

async function probeResultFilter({ fetch, first }: List): Promise<Verdict> {
  const mistakes: string[] = []
  let [rated, derived] = [0, 0]
  for (const rating of ratings) {
    const rows = (await fetch({ result: rating, per_page: 25 })).page.rows as AnyReportRow[]
    const known = rows.filter((row) => ratingOfReport(row) !== null)
    const others = known.filter((row) => ratingOfReport(row) !== rating)
    const wrong = others.filter(({ result }) => result !== null).length
    rated += known.length
    derived += others.length - wrong
    if (wrong > 0) mistakes.push(`result=${rating} returns ${wrong} of ${known.length} rows with another rating`)
  }
  if (mistakes.length > 0) return ['wrong', `${mistakes.join('; ')}.`]
  if (rated === 0)
    return ['unknown', first.page.rows.length > 0 ? 'No row has a rating.' : 'There are no readable reports.']
  // A rating derived from the score can be wrong if the server's limits differ.
  if (derived > 0) return ['unknown', "The rows have no rating, and it can't be derived from their scores."]
  return ['as specified', 'Each rating returns only its own reports.']
}

async function probeWebsiteFilter({ fetch, first }: List): Promise<Verdict> {
  const ids = new Set(first.page.rows.map(({ website_id: id }) => id ?? null).filter((id) => id !== null))
  const [id] = ids
  if (id === undefined) return ['unknown', 'No row has a website_id.']
  const { rows } = (await fetch({ website_id: id, per_page: 25 })).page
  const others = rows.filter(({ website_id: one }) => one !== id).length
  if (others > 0) return ['wrong', `website_id=${id} returns ${others} of ${rows.length} rows from another website.`]
  if (rows.length === 0)
    return ['wrong', `website_id=${id} returns nothing, although the first page has one of its reports.`]
  return ids.size > 1
    ? ['as specified', 'Returns only reports of that website.']
    : ['unknown', 'The first page only has reports of one website.']
}

/** A password in a list is an error; `has_password`, or `password` as a flag, shows whether there is one. */
function probePasswords({ first: { sent } }: List): Verdict {
  const rows = sent.map((row) => ({ ...(row as object) }) as Record<string, unknown>)
  if (rows.some(({ password }) => typeof password === 'string' && !/^([01]?|true|false)$/.test(password)))
    return ['wrong', 'The list contains the password or a hash of it, which must never be sent.']
  if (rows.some((row) => 'has_password' in row)) return ['as specified', 'has_password shows whether there is one.']
  return ['different', rows.some((row) => 'password' in row) ? 'password shows it.' : 'Unknown whether there is one.']
}

/** Compares a field of all rows with our OpenAPI document. */
export function probeField(
  field: string,
  differenceOf: (value: unknown) => string | null,
  sent: readonly unknown[],
): Verdict {
  const rows = sent.filter((row): row is Record<string, unknown> => typeof row === 'object' && row !== null)
  const values = rows.map((row) => row[field])
  const missing = values.filter((value) => value === undefined).length
  const known = values.filter((value) => value !== undefined)
  const different = known.filter((value) => differenceOf(value) !== null)
  const [example] = different
  const words = [
    missing > 0 && `missing in ${missing} of ${rowWords(values.length)}`,
    different.length > 0 &&
      `${differenceOf(example)} in ${different.length} of ${rowWords(values.length)}, such as ${(JSON.stringify(example) ?? '').slice(0, 40)}`,
  ].filter((word) => word !== false)
  if (words.length === 0)
    return known.length === 0 ? ['unknown', 'There are no rows.'] : ['as specified', 'As documented.']
  return ['different', `${words.join('; ').replace(/^./, (letter) => letter.toUpperCase())}.`]
}
