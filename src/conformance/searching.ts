import { randomBytes } from 'node:crypto'
import { type Context, fetchPage } from './context.ts'
import type { ListKind, Row } from './list-kind.ts'

const plain = (text: string) => text.toLowerCase().replace(/^(https?:\/\/)?(www\.)?/, '')

/** Searches for something that is there, for something that cannot be, and for a sign that databases know. */
export async function searching<T extends Row>(context: Context, kind: ListKind<T>, rows: T[]) {
  const { note } = context
  const name = `${kind.name}: search`
  const [some] = rows
  if (!some) return note('Lists', name, 'not known', 'There is no row to search for.')
  const wanted = hostIn(kind.textOf(some))
  const search = (text: string) => fetchPage(context, kind, { search: text, search_by: kind.searchBy, per_page: 25 })

  const found = await search(wanted)
  if ('why' in found) return note('Lists', name, 'wrong', found.why)
  const strangers = found.page.rows.filter((row) => !plain(kind.textOf(row)).includes(plain(wanted)))
  const none = await search(`none-${randomBytes(6).toString('hex')}`)
  if ('why' in none) return note('Lists', name, 'wrong', none.why)
  if (none.page.rows.length > 0) return note('Lists', name, 'wrong', 'A text that is nowhere finds rows all the same.')
  if (found.page.rows.length === 0)
    return note('Lists', name, 'wrong', `"${wanted}" finds nothing, though it is on the first page.`)
  if (strangers.length > 0)
    return note('Lists', name, 'wrong', `${strangers.length} of the rows found do not have "${wanted}" in them.`)
  const percent = await search('%')
  const isWild = 'page' in percent && percent.page.rows.some((row) => !kind.textOf(row).includes('%'))
  return note(
    'Lists',
    name,
    isWild ? 'otherwise' : 'as specified',
    isWild ? 'Finds what is asked for; % stands for any text.' : 'Finds what is asked for and nothing else.',
  )
}

function hostIn(text: string): string {
  const host = /^(?:https?:\/\/)?([^/?#]+)/i.exec(text)?.[1] ?? text
  return host.replace(/^www\./i, '').slice(0, 100)
}
