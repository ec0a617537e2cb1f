import { directions } from '#contract/list-query.ts'
import { type Context, type FetchedPage, fetchPage } from './context.ts'
import { paging, type Paging } from './paging.ts'
import type { ListKind, Row } from './list-kind.ts'
import { isOrdered } from './order.ts'
import { searching } from './searching.ts'

/** What is known of a list after looking at it; null where it could not be read. */
export type ListFacts<T> = { rows: T[]; sent: unknown[]; paging: Paging; totals: 'exact' | 'none' } | null

/** More rows than these on a page of ten make every further look as heavy. */
const tooMany = 1_000

/** Looks at a list: its envelope, its pages, its orders and its search. */
export async function lookAtList<T extends Row>(context: Context, kind: ListKind<T>): Promise<ListFacts<T>> {
  const { note } = context
  const first = await fetchPage(context, kind, { per_page: 10 })
  const operation = `GET ${kind.name}`
  if ('why' in first) {
    note('Operations', operation, 'wrong', first.why)
    return null
  }
  const { page, sent, answer } = first
  const isWrongType = !/json/.test(answer.type)
  note(
    'Operations',
    operation,
    isWrongType ? 'otherwise' : 'as specified',
    `${rowsWords(sent.length)}${isWrongType ? `, sent as ${answer.type || 'no type at all'}` : ''}.`,
  )
  note('Lists', `${kind.name}: envelope`, 'as specified', `${envelopeOf(first)}.`)
  const totals = page.total === null ? 'none' : 'exact'
  note(
    'Lists',
    `${kind.name}: total`,
    totals === 'none' ? 'otherwise' : 'as specified',
    page.total === null ? 'Not told.' : `${page.total}${page.totalRelation === 'gte' ? ' or more' : ''}.`,
  )
  noteRows(context, kind, first)
  if (sent.length > tooMany) {
    note(
      'Lists',
      `${kind.name}: per_page`,
      'wrong',
      `${rowsWords(sent.length)} came where 10 were asked for. Order, search and pages were not looked at.`,
    )
    return { rows: page.rows, sent, paging: 'not known', totals }
  }
  const pages = await paging(context, kind, first)
  for (const sort of kind.sorts) await lookAtOrder(context, kind, sort)
  await searching(context, kind, page.rows)
  await lookAtWrongValue(context, kind)
  return { rows: page.rows, sent, paging: pages, totals }
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

function noteRows<T>(
  { note }: Context,
  { name }: Pick<ListKind, 'name'>,
  { page: { unreadable, repeated }, sent }: FetchedPage<T>,
) {
  if (unreadable.length > 0)
    note(
      'Lists',
      `${name}: rows`,
      'wrong',
      `${unreadable.length} of ${rowsWords(sent.length)} cannot be read: no id, or no address to be known by.`,
    )
  if (repeated.length > 0)
    note(
      'Lists',
      `${name}: ids`,
      'otherwise',
      `${rowsWords(repeated.length)} came again on the same page: ${repeated.slice(0, 5).join(', ')}.`,
    )
}

async function lookAtOrder<T extends Row>(context: Context, kind: ListKind<T>, sort: string) {
  const name = `${kind.name}: sort_by=${sort}`
  const found: (boolean | null)[] = []
  for (const direction of directions) {
    const got = await fetchPage(context, kind, { sort_by: sort, sort: direction, per_page: 25 })
    if ('why' in got) return context.note('Lists', name, 'wrong', got.why)
    found.push(
      isOrdered(
        got.page.rows.map((row) => kind.valueOf(row, sort)),
        direction,
      ),
    )
  }
  if (found.includes(null)) return context.note('Lists', name, 'not known', 'The rows differ too little in it to tell.')
  const [down, up] = found
  if (down && up) return context.note('Lists', name, 'as specified', 'Both directions.')
  return context.note(
    'Lists',
    name,
    'wrong',
    down || up
      ? `The rows come in this order one way round, and not with sort=${down ? 'asc' : 'desc'}.`
      : 'The rows do not come in this order.',
  )
}

async function lookAtWrongValue({ ask, note }: Context, { name }: Pick<ListKind, 'name'>) {
  const label = `${name}: a value that is not allowed`
  const reply = await ask('GET', `/${name}`, { search: { sort_by: 'no-such-field' } })
  if (!reply.ok) return note('Lists', label, 'wrong', `No answer: ${reply.why}.`)
  if (reply.status >= 400 && reply.status < 500)
    return note('Lists', label, 'as specified', `Refused with ${reply.status}.`)
  if (reply.status < 300) return note('Lists', label, 'otherwise', 'Taken, and replaced without a word.')
  return note('Lists', label, 'wrong', `Answered with ${reply.status}.`)
}
