import { randomBytes } from 'node:crypto'
import type * as z from 'zod'
import { isSorted } from '#contract/lists/sorted.ts'
import { ratingOfReport, AnyReportRow } from '#contract/reports/report-row.ts'
import { hasNextPage, type PageOfList, readListPage } from '#contract/responses/envelope.ts'
import { AnyWebsite } from '#contract/websites/website.ts'
import { jsonOf, type Send, UnusableError } from './client.ts'
import { fieldVerdicts, isField, type Kind, listParameters } from './document.ts'
import { type Check, rowWords, type Verdict } from './result.ts'

type Rows = { reports: AnyReportRow; websites: AnyWebsite }
const readers: { [K in Kind]: z.ZodType<Rows[K]> } = { reports: AnyReportRow, websites: AnyWebsite }
type Search = Record<string, string | number>
type AnyRow = { id: number } & Record<string, unknown>

/** A page of a list as the dashboard reads it, and its body. */
type FetchedPage<Row> = { page: PageOfList<Row>; body: unknown; type: string }

/** Fetches a page of a list. Throws an UnusableError if the dashboard can't read it. */
export async function fetchPage<K extends Kind>(send: Send, kind: K, search: Search): Promise<FetchedPage<Rows[K]>> {
  const response = await send('GET', `/${kind}`, { search })
  const body = jsonOf(response)
  try {
    return { page: readListPage(readers[kind], body), body, type: response.type }
  } catch {
    throw new UnusableError('The response is neither { data: […] } nor an array.')
  }
}

type List = {
  send: Send
  kind: Kind
  /** The name of the field that the search looks at. */
  searchBy: string
  fetch: (search: Search) => Promise<PageOfList<AnyRow>>
  first: PageOfList<AnyRow>
  body: unknown
}

/** Safety limit: if a page of ten has more rows, every further request would be as large. */
const maxRows = 1_000

/** Checks a list: its rows, pages, order, search and filters. Returns its first page, or undefined. */
export async function checkList<K extends Kind>(check: Check, send: Send, kind: K) {
  const got = await check('Operations', `GET ${kind}`, async () => {
    const page = await fetchPage(send, kind, { per_page: 10 })
    const rows = rowWords(page.page.sent)
    return /json/.test(page.type)
      ? ['as specified', `${rows}.`, page]
      : ['different', `${rows}, sent as ${page.type}.`, page]
  })
  if (!got) return undefined
  const { page: first, body } = got
  const checkPart = (name: string, probe: () => Verdict | Promise<Verdict>) => check('Lists', `${kind}: ${name}`, probe)
  if (first.unreadable.length > 0)
    await checkPart('rows', () => [
      'wrong',
      `${first.unreadable.length} of ${rowWords(first.sent)} are unreadable: they have no id, URL or domain.`,
    ])
  if (first.repeated.length > 0)
    await checkPart('ids', () => ['different', `${rowWords(first.repeated.length)} repeated.`])
  if (first.sent > maxRows) {
    await checkPart('per_page', () => ['wrong', `${first.sent} rows returned instead of 10.`])
    return first
  }
  const parameters = listParameters(kind)
  const fetch = async (search: Search) => (await fetchPage(send, kind, search)).page
  const list: List = { send, kind, searchBy: String(parameters.get('search_by')?.[0]), fetch, first, body }
  for (const [name, probe] of Object.entries(probes)) await checkPart(name, () => probe(list))
  for (const [name, values] of parameters) {
    if (isField(kind, name)) await checkPart(`filter by ${name}`, () => probeFilter(list, name, values))
    if (name === 'sort_by')
      for (const field of values)
        await checkPart(`${name}=${field}`, () => probeOrder(list, String(field), parameters.get('sort') ?? []))
  }
  if (kind === 'websites') await checkPart('password', () => probePasswords(body))
  for (const [field, verdict] of fieldVerdicts(kind, sentRows(body)))
    await check('Values', `${kind}: ${field}`, () => verdict)
  return first
}

const sentRows = (body: unknown) => (Array.isArray(body) ? body : (body as { data: unknown[] }).data) as unknown[]
const idsOf = ({ rows }: PageOfList<AnyRow>) => new Set(rows.map(({ id }) => id))

/** The specification's rules for every list. */
const probes: Record<string, (list: List) => Verdict | Promise<Verdict>> = {
  envelope: ({ body }) => [
    'as specified',
    Array.isArray(body) ? 'A bare array.' : `{ ${Object.keys(Object(body)).slice(0, 6).join(', ')} }.`,
  ],
  total: ({ first: { total, totalRelation } }) =>
    total === null
      ? ['different', 'No total.']
      : ['as specified', `${total}${totalRelation === 'gte' ? ' or more' : ''}.`],
  per_page: probePageSize,
  page: probeSecondPage,
  search: probeSearch,
  'invalid value': async ({ send, kind }) => {
    const { status } = await send('GET', `/${kind}`, { search: { sort_by: 'no-such-field' } })
    if (status < 300) return ['different', 'Silently replaced.']
    return [status >= 400 && status < 500 ? 'as specified' : 'wrong', `Rejected with ${status}.`]
  },
}

async function probePageSize({ fetch, first }: List): Promise<Verdict> {
  if (first.sent > 10) return ['wrong', `${first.sent} rows returned instead of 10.`]
  const { sent } = await fetch({ per_page: 25 })
  if (sent > 25) return ['wrong', `${sent} rows returned instead of 25.`]
  if (sent > first.sent) return ['as specified', '10 and 25 work.']
  const known = idsOf(first)
  const hasMore =
    first.total === null
      ? (await fetch({ per_page: 10, page: 2 })).rows.some(({ id }) => !known.has(id))
      : first.total > first.sent
  if (hasMore) return ['wrong', `${sent} rows returned instead of 25, although there are more.`]
  return ['unknown', 'There are too few rows to check.']
}

async function probeSecondPage({ fetch, first }: List): Promise<Verdict> {
  const second = await fetch({ per_page: 10, page: 2 })
  const known = idsOf(first)
  const repeated = second.rows.filter(({ id }) => known.has(id)).length
  if (second.rows.length === 0) {
    if (second.sent > 0) return ['unknown', 'No row on page 2 is readable.']
    return first.sent > 0 && hasNextPage({ page: 1, per_page: 10 }, first)
      ? ['wrong', 'Page 2 is empty, although there should be more rows.']
      : ['unknown', 'There are too few rows for a second page.']
  }
  if (repeated === second.rows.length && repeated === known.size)
    return ['different', 'Ignored by the server: page 2 repeats page 1. Only the first rows are reachable.']
  if (repeated > 0) return ['wrong', `${repeated} of the rows on page 2 are also on page 1.`]
  const isLastKnown = first.lastPage !== null && first.total !== null
  return [
    'as specified',
    `Page 2 follows page 1${isLastKnown ? ', and the last page is known' : '. The last page is unknown'}.`,
  ]
}

async function probeOrder({ fetch }: List, field: string, directions: (string | number)[]): Promise<Verdict> {
  const wrong: (string | number)[] = []
  for (const sort of directions) {
    const { rows } = await fetch({ sort_by: field, sort, per_page: 25 })
    const values = rows
      .map((row) => row[field])
      .filter((value) => typeof value === 'string' || typeof value === 'number')
    if (new Set(values).size < 3) return ['unknown', 'Too few different values to check the order.']
    if (!isSorted(values, sort === 'asc' ? 'asc' : 'desc')) wrong.push(sort)
  }
  if (wrong.length === 0) return ['as specified', 'Both directions.']
  return ['wrong', `The rows aren't in this order${wrong.length < directions.length ? ` with sort=${wrong[0]}` : ''}.`]
}

/** Searches for a text on the first page, for a text that cannot exist, and for the wildcard of databases. */
async function probeSearch({ fetch, searchBy, first: { rows } }: List): Promise<Verdict> {
  if (!rows[0]) return ['unknown', 'There are no rows to search for.']
  const textOf = (row: AnyRow) => String(row[searchBy])
  const search = async (text: string) =>
    (await fetch({ search: text, search_by: searchBy, per_page: 25 })).rows.map(textOf)
  const wanted = /^(?:https?:\/\/)?(?:www\.)?([^/?#]*)/.exec(textOf(rows[0]).toLowerCase())?.[1] ?? ''
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

/** Filters by each value that the document lists, or else by the value of a row on the first page. */
async function probeFilter({ fetch, first }: List, name: string, listed: (string | number)[]): Promise<Verdict> {
  // Some servers send no rating, and then it is that of the score. It can be wrong if the server's limits differ.
  const valueOf = (row: AnyRow) =>
    name === 'result' ? ratingOfReport({ result: null, score: null, ...row }) : row[name]
  const hasValue = (row: AnyRow) => (valueOf(row) ?? null) !== null
  const known = new Set(first.rows.filter(hasValue).map(valueOf))
  const values = listed.length > 0 ? listed : [...known].slice(0, 1).map(Number)
  const mistakes: string[] = []
  let [compared, derived] = [0, 0]
  for (const value of values) {
    const { rows } = await fetch({ [name]: value, per_page: 25 })
    const others = rows.filter((row) => hasValue(row) && valueOf(row) !== value)
    const wrong = others.filter((row) => row[name] !== null).length
    compared += rows.filter(hasValue).length
    derived += others.length - wrong
    if (wrong > 0) mistakes.push(`${name}=${value} returns ${wrong} of ${rows.length} rows with another ${name}`)
    if (rows.length === 0 && listed.length === 0) mistakes.push(`${name}=${value} returns nothing, but matches a row`)
  }
  if (mistakes.length > 0) return ['wrong', `${mistakes.join('; ')}.`]
  if (compared === 0) return ['unknown', `No row has a ${name}.`]
  if (derived > 0) return ['unknown', `The rows have no ${name}, and it can't be derived from their scores.`]
  return listed.length === 0 && known.size === 1
    ? ['unknown', `All rows on the first page have the same ${name}.`]
    : ['as specified', 'Returns only matching rows.']
}

/** A password in a list is an error; `has_password`, or `password` as a flag, shows whether there is one. */
function probePasswords(body: unknown): Verdict {
  const rows = sentRows(body).map((row): Record<string, unknown> => Object(row))
  if (rows.some(({ password }) => typeof password === 'string' && !/^([01]?|true|false)$/.test(password)))
    return ['wrong', 'The list contains the password or a hash of it, which must never be sent.']
  if (rows.some((row) => 'has_password' in row)) return ['as specified', 'has_password shows whether there is one.']
  return ['different', rows.some((row) => 'password' in row) ? 'password shows it.' : 'Unknown whether there is one.']
}
