import { hasNextPage } from '#contract/envelope.ts'
import { checkSearch, checkSorting } from './filters.ts'
import { type Context, type FetchedPage, fetchPage, type ListKind, type Row } from './list-page.ts'
import { checkInvalidParameter } from './refusals.ts'

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
    isWrongType ? 'otherwise' : 'as specified',
    `${rowsWords(sent.length)}${isWrongType ? `, sent as ${response.type || 'no type at all'}` : ''}.`,
  )
  add('Lists', `${kind.name}: envelope`, 'as specified', `${envelopeOf(first)}.`)
  const totals = page.total === null ? 'none' : 'exact'
  add(
    'Lists',
    `${kind.name}: total`,
    totals === 'none' ? 'otherwise' : 'as specified',
    page.total === null ? 'Not told.' : `${page.total}${page.totalRelation === 'gte' ? ' or more' : ''}.`,
  )
  addRowFindings(context, kind, first)
  if (sent.length > maxRows) {
    add(
      'Lists',
      `${kind.name}: per_page`,
      'wrong',
      `${rowsWords(sent.length)} came where 10 were asked for. Order, search and pages were not looked at.`,
    )
    return { rows: page.rows, sent, paging: 'not known', totals }
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
    ? ', with a link for every page in meta.links'
    : ''
  return 'current_page' in fields && !('meta' in fields)
    ? 'A paginator as it is, with data beside its numbers'
    : `{ ${names.join(', ')} }${inner}`
}

function addRowFindings<T>(
  { add }: Context,
  { name }: Pick<ListKind, 'name'>,
  { page: { unreadable, repeated }, sent }: FetchedPage<T>,
) {
  if (unreadable.length > 0)
    add(
      'Lists',
      `${name}: rows`,
      'wrong',
      `${unreadable.length} of ${rowsWords(sent.length)} cannot be read: no id, or no address to be known by.`,
    )
  if (repeated.length > 0)
    add(
      'Lists',
      `${name}: ids`,
      'otherwise',
      `${rowsWords(repeated.length)} came again on the same page: ${repeated.slice(0, 5).join(', ')}.`,
    )
}

/** `numbered`: any page; `next`: one after the other; `first only`: every page number returns the first page. */
type Paging = 'numbered' | 'next' | 'first only' | 'not known'

/** Checks the second page and the page size. */
async function checkPaging<T extends Row>(context: Context, kind: ListKind<T>, first: FetchedPage<T>): Promise<Paging> {
  const { add } = context
  const name = `${kind.name}: page`
  const second = await fetchPage(context, kind, { per_page: 10, page: 2 })
  await checkPageSize(context, kind, first, second)
  if ('why' in second) {
    add('Lists', name, 'wrong', second.why)
    return 'not known'
  }
  const firstIds = new Set(first.page.rows.map(({ id }) => id))
  const repeated = second.page.rows.filter(({ id }) => firstIds.has(id)).length
  const isFull = first.sent.length > 0 && hasNextPage({ page: 1, per_page: 10 }, first.page)
  const found: Paging = first.page.lastPage === null || first.page.total === null ? 'next' : 'numbered'
  if (second.page.rows.length > 0 && repeated === second.page.rows.length && firstIds.size === repeated) {
    add(
      'Lists',
      name,
      'otherwise',
      'Not looked at by the server: page 2 is page 1 again. Only the first rows can be seen.',
    )
    return 'first only'
  }
  if (repeated > 0) {
    add('Lists', name, 'wrong', `${repeated} of the rows on page 2 were on page 1 already.`)
    return found
  }
  if (second.page.rows.length === 0 && second.sent.length > 0) {
    add('Lists', name, 'not known', 'No row on page 2 can be read.')
    return found
  }
  if (second.page.rows.length === 0) {
    add(
      'Lists',
      name,
      isFull ? 'wrong' : 'not known',
      isFull ? 'Page 2 is empty though there should be more.' : 'There are not enough rows for a second page.',
    )
    return isFull ? 'first only' : found
  }
  add(
    'Lists',
    name,
    'as specified',
    found === 'numbered'
      ? 'Page 2 follows page 1, and the last page is known.'
      : 'Page 2 follows page 1; which is the last is not told.',
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
  if (first.sent.length > 10)
    return add('Lists', name, 'wrong', `${first.sent.length} rows came where 10 were asked for.`)
  const more = await fetchPage(context, kind, { per_page: 25 })
  if ('why' in more) return add('Lists', name, 'wrong', more.why)
  if (more.sent.length > 25)
    return add('Lists', name, 'wrong', `${more.sent.length} rows came where 25 were asked for.`)
  if (more.sent.length > first.sent.length) return add('Lists', name, 'as specified', '10 and 25 are kept to.')
  const hasMore =
    first.page.total === null
      ? 'page' in second && second.page.rows.some(({ id }) => !first.page.rows.some((row) => row.id === id))
      : first.page.total > first.sent.length
  if (hasMore)
    return add('Lists', name, 'wrong', `${more.sent.length} rows came where 25 were asked for and there are more.`)
  return add('Lists', name, 'not known', 'There are not enough rows to tell.')
}
