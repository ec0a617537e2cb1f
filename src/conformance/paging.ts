import { hasNextPage } from '#contract/envelope.ts'
import { type Context, type FetchedPage, fetchPage } from './context.ts'
import type { ListKind, Row } from './list-kind.ts'

/** `numbered`: pages can be gone to; `next`: one after the other; `first only`: whatever page is asked for, it is the first. */
export type Paging = 'numbered' | 'next' | 'first only' | 'not known'

/** Asks for the second page, and for more rows on a page. */
export async function paging<T extends Row>(
  context: Context,
  kind: ListKind<T>,
  first: FetchedPage<T>,
): Promise<Paging> {
  const { note } = context
  const name = `${kind.name}: page`
  const second = await fetchPage(context, kind, { per_page: 10, page: 2 })
  await lookAtSize(context, kind, first, second)
  if ('why' in second) {
    note('Lists', name, 'wrong', second.why)
    return 'not known'
  }
  const before = new Set(first.page.rows.map(({ id }) => id))
  const again = second.page.rows.filter(({ id }) => before.has(id)).length
  const isFull = first.sent.length > 0 && hasNextPage({ page: 1, per_page: 10 }, first.page)
  const found: Paging = first.page.lastPage === null || first.page.total === null ? 'next' : 'numbered'
  if (second.page.rows.length > 0 && again === second.page.rows.length && before.size === again) {
    note(
      'Lists',
      name,
      'otherwise',
      'Not looked at by the server: page 2 is page 1 again. Only the first rows can be seen.',
    )
    return 'first only'
  }
  if (again > 0) {
    note('Lists', name, 'wrong', `${again} of the rows on page 2 were on page 1 already.`)
    return found
  }
  if (second.page.rows.length === 0 && second.sent.length > 0) {
    note('Lists', name, 'not known', 'No row on page 2 can be read.')
    return found
  }
  if (second.page.rows.length === 0) {
    note(
      'Lists',
      name,
      isFull ? 'wrong' : 'not known',
      isFull ? 'Page 2 is empty though there should be more.' : 'There are not enough rows for a second page.',
    )
    return isFull ? 'first only' : found
  }
  note(
    'Lists',
    name,
    'as specified',
    found === 'numbered'
      ? 'Page 2 follows page 1, and the last page is known.'
      : 'Page 2 follows page 1; which is the last is not told.',
  )
  return found
}

async function lookAtSize<T extends Row>(
  context: Context,
  kind: ListKind<T>,
  first: FetchedPage<T>,
  second: FetchedPage<T> | { why: string },
) {
  const { note } = context
  const name = `${kind.name}: per_page`
  if (first.sent.length > 10)
    return note('Lists', name, 'wrong', `${first.sent.length} rows came where 10 were asked for.`)
  const more = await fetchPage(context, kind, { per_page: 25 })
  if ('why' in more) return note('Lists', name, 'wrong', more.why)
  if (more.sent.length > 25)
    return note('Lists', name, 'wrong', `${more.sent.length} rows came where 25 were asked for.`)
  if (more.sent.length > first.sent.length) return note('Lists', name, 'as specified', '10 and 25 are kept to.')
  const goesOn =
    first.page.total === null
      ? 'page' in second && second.page.rows.some(({ id }) => !first.page.rows.some((row) => row.id === id))
      : first.page.total > first.sent.length
  if (goesOn)
    return note('Lists', name, 'wrong', `${more.sent.length} rows came where 25 were asked for and there are more.`)
  return note('Lists', name, 'not known', 'There are not enough rows to tell.')
}
