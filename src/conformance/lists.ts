import { hasNextPage } from '#contract/responses/envelope.ts'
import { checkInvalidParameter } from './error-responses.ts'
import { checkSearch, checkSorting } from './filters.ts'
import { type Context, type FetchedPage, fetchPage, type ListKind, type Row } from './list-page.ts'

/** How a list behaves; null if it could not be read. */
export type ListFacts<T> = { rows: T[]; sent: unknown[]; paging: Paging; totals: 'exact' | 'none' } | null

/** Safety limit: if a page of ten has more rows, every further request would be as large. */
const maxRows = 1_000

/** Checks a list: its envelope, pages, sorting and search. */
export async function checkList<T extends Row>(context: Context, kind: ListKind<T>): Promise<ListFacts<T>> {
  const { add } = context
  const first = await fetchPage(context, kind, { per_page: 10 })
  const operation = `GET ${kind.name}`
  if ('why' in first) {
    add('Operations', operation, 'wrong', first.why)
    return null
  }
  const { page, sent, response } = first
  const isWrongType = !/json/.test(response.type)
  add(
    'Operations',
    operation,
    isWrongType ? 'different' : 'as specified',
    `${rowsWords(sent.length)}${isWrongType ? `, sent ${response.type ? `as ${response.type}` : 'without a content type'}` : ''}.`,
  )
  add('Lists', `${kind.name}: envelope`, 'as specified', `${envelopeOf(first)}.`)
  const totals = page.total === null ? 'none' : 'exact'
  add(
    'Lists',
    `${kind.name}: total`,
    totals === 'none' ? 'different' : 'as specified',
    page.total === null ? 'No total.' : `${page.total}${page.totalRelation === 'gte' ? ' or more' : ''}.`,
  )
  addRowLines(context, kind, first)
  if (sent.length > maxRows) {
    add(
      'Lists',
      `${kind.name}: per_page`,
      'wrong',
      `${rowsWords(sent.length)} returned instead of 10. Order, search and pages weren't checked.`,
    )
    return { rows: page.rows, sent, paging: 'unknown', totals }
  }
  const paging = await checkPaging(context, kind, first)
  for (const sort of kind.sorts) await checkSorting(context, kind, sort)
  await checkSearch(context, kind, page.rows)
  await checkInvalidParameter(context, kind)
  return { rows: page.rows, sent, paging, totals }
}

const rowsWords = (count: number) => (count === 1 ? '1 row' : `${count} rows`)

function envelopeOf({ body }: FetchedPage<unknown>): string {
  if (Array.isArray(body)) return 'A bare array'
  const fields = body as Record<string, unknown>
  const names = ['data', 'links', 'meta'].filter((name) => name in fields)
  const inner = Array.isArray((fields['meta'] as { links?: unknown } | undefined)?.links)
    ? ', with a link per page in meta.links'
    : ''
  return 'current_page' in fields && !('meta' in fields)
    ? 'A bare paginator, with data beside its numbers'
    : `{ ${names.join(', ')} }${inner}`
}

function addRowLines<T>(
  { add }: Context,
  { name }: Pick<ListKind, 'name'>,
  { page: { unreadable, repeated }, sent }: FetchedPage<T>,
) {
  if (unreadable.length > 0)
    add(
      'Lists',
      `${name}: rows`,
      'wrong',
      `${unreadable.length} of ${rowsWords(sent.length)} are unreadable: they have no id, URL or domain.`,
    )
  if (repeated.length > 0)
    add(
      'Lists',
      `${name}: ids`,
      'different',
      `${rowsWords(repeated.length)} repeated on the same page: ${repeated.slice(0, 5).join(', ')}.`,
    )
}

/** `numbered`: any page; `next`: one after the other; `first only`: every page number returns the first page. */
type Paging = 'numbered' | 'next' | 'first only' | 'unknown'

/** Checks the second page and the page size. */
async function checkPaging<T extends Row>(context: Context, kind: ListKind<T>, first: FetchedPage<T>): Promise<Paging> {
  const { add } = context
  const name = `${kind.name}: page`
  const second = await fetchPage(context, kind, { per_page: 10, page: 2 })
  await checkPageSize(context, kind, first, second)
  if ('why' in second) {
    add('Lists', name, 'wrong', second.why)
    return 'unknown'
  }
  const firstIds = new Set(first.page.rows.map(({ id }) => id))
  const repeated = second.page.rows.filter(({ id }) => firstIds.has(id)).length
  const isFull = first.sent.length > 0 && hasNextPage({ page: 1, per_page: 10 }, first.page)
  const found: Paging = first.page.lastPage === null || first.page.total === null ? 'next' : 'numbered'
  if (second.page.rows.length > 0 && repeated === second.page.rows.length && firstIds.size === repeated) {
    add('Lists', name, 'different', 'Ignored by the server: page 2 repeats page 1. Only the first rows are reachable.')
    return 'first only'
  }
  if (repeated > 0) {
    add('Lists', name, 'wrong', `${repeated} of the rows on page 2 are also on page 1.`)
    return found
  }
  if (second.page.rows.length === 0 && second.sent.length > 0) {
    add('Lists', name, 'unknown', 'No row on page 2 is readable.')
    return found
  }
  if (second.page.rows.length === 0) {
    add(
      'Lists',
      name,
      isFull ? 'wrong' : 'unknown',
      isFull ? 'Page 2 is empty, although there should be more rows.' : 'There are too few rows for a second page.',
    )
    return isFull ? 'first only' : found
  }
  add(
    'Lists',
    name,
    'as specified',
    found === 'numbered'
      ? 'Page 2 follows page 1, and the last page is known.'
      : 'Page 2 follows page 1. The last page is unknown.',
  )
  return found
}

async function checkPageSize<T extends Row>(
  context: Context,
  kind: ListKind<T>,
  first: FetchedPage<T>,
  second: FetchedPage<T> | { why: string },
) {
  const { add } = context
  const name = `${kind.name}: per_page`
  if (first.sent.length > 10) return add('Lists', name, 'wrong', `${first.sent.length} rows returned instead of 10.`)
  const more = await fetchPage(context, kind, { per_page: 25 })
  if ('why' in more) return add('Lists', name, 'wrong', more.why)
  if (more.sent.length > 25) return add('Lists', name, 'wrong', `${more.sent.length} rows returned instead of 25.`)
  if (more.sent.length > first.sent.length) return add('Lists', name, 'as specified', '10 and 25 work.')
  const hasMore =
    first.page.total === null
      ? 'page' in second && second.page.rows.some(({ id }) => !first.page.rows.some((row) => row.id === id))
      : first.page.total > first.sent.length
  if (hasMore)
    return add('Lists', name, 'wrong', `${more.sent.length} rows returned instead of 25, although there are more.`)
  return add('Lists', name, 'unknown', 'There are too few rows to check.')
}
