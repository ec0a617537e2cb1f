import { randomBytes } from 'node:crypto'
import { sortDirections } from '#contract/lists/list-query.ts'
import { ratings } from '#contract/reports/rating.ts'
import { ratingOfReport, type ReportRow } from '#contract/reports/report-row.ts'
import { type Context, fetchPage, type ListKind, reportList, type Row } from './list-page.ts'

/** Checks that a list is sorted by `sort` in both directions. */
export async function checkSorting<T extends Row>(context: Context, kind: ListKind<T>, sort: string) {
  const name = `${kind.name}: sort_by=${sort}`
  const found: (boolean | null)[] = []
  for (const direction of sortDirections) {
    const got = await fetchPage(context, kind, { sort_by: sort, sort: direction, per_page: 25 })
    if ('why' in got) return context.add('Lists', name, 'wrong', got.why)
    found.push(
      isSorted(
        got.page.rows.map((row) => kind.valueOf(row, sort)),
        direction,
      ),
    )
  }
  if (found.includes(null)) return context.add('Lists', name, 'unknown', 'Too few different values to check the order.')
  const [down, up] = found
  if (down && up) return context.add('Lists', name, 'as specified', 'Both directions.')
  return context.add(
    'Lists',
    name,
    'wrong',
    down || up ? `The rows aren't in this order with sort=${down ? 'asc' : 'desc'}.` : "The rows aren't in this order.",
  )
}

type Compare = (one: string | number, other: string | number) => number

const collator = new Intl.Collator('en', { ignorePunctuation: true })
const withoutPrefix = (text: string) => text.replace(/^https?:\/\//i, '').replace(/^www\./i, '')
const byCodePoint: Compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0)

/** Databases sort text differently. Each of these counts as sorted. */
const orders: Compare[] = [
  byCodePoint,
  (one, other) => byCodePoint(String(one).toLowerCase(), String(other).toLowerCase()),
  (one, other) => collator.compare(String(one), String(other)),
  (one, other) => byCodePoint(withoutPrefix(String(one)).toLowerCase(), withoutPrefix(String(other)).toLowerCase()),
]

/** Returns whether the values are sorted, ignoring nulls; null if fewer than three of them differ. */
export function isSorted(values: (string | number | null)[], direction: 'asc' | 'desc'): boolean | null {
  const known = values.filter((value) => value !== null)
  if (new Set(known).size < 3) return null
  const sign = direction === 'asc' ? 1 : -1
  const tried = typeof known[0] === 'number' ? [byCodePoint] : orders
  return tried.some((compare) =>
    known.every((value, index) => index === 0 || sign * compare(known[index - 1] ?? value, value) <= 0),
  )
}

const comparable = (text: string) => text.toLowerCase().replace(/^(https?:\/\/)?(www\.)?/, '')

/** Checks a search for a text on the first page, for a text that cannot exist, and for the wildcard of databases. */
export async function checkSearch<T extends Row>(context: Context, kind: ListKind<T>, rows: T[]) {
  const { add } = context
  const name = `${kind.name}: search`
  const [first] = rows
  if (!first) return add('Lists', name, 'unknown', 'There are no rows to search for.')
  const wanted = hostIn(kind.textOf(first))
  const search = (text: string) => fetchPage(context, kind, { search: text, search_by: kind.searchBy, per_page: 25 })

  const found = await search(wanted)
  if ('why' in found) return add('Lists', name, 'wrong', found.why)
  const wrong = found.page.rows.filter((row) => !comparable(kind.textOf(row)).includes(comparable(wanted)))
  const none = await search(`none-${randomBytes(6).toString('hex')}`)
  if ('why' in none) return add('Lists', name, 'wrong', none.why)
  if (none.page.rows.length > 0)
    return add('Lists', name, 'wrong', 'A search for text that no row contains still returns rows.')
  if (found.page.rows.length === 0)
    return add('Lists', name, 'wrong', `A search for "${wanted}" returns nothing, although the first page contains it.`)
  if (wrong.length > 0)
    return add('Lists', name, 'wrong', `${wrong.length} of the rows found don't contain "${wanted}".`)
  const percent = await search('%')
  const isWild = 'page' in percent && percent.page.rows.some((row) => !kind.textOf(row).includes('%'))
  return add('Lists', name, isWild ? 'different' : 'as specified', isWild ? 'Works, but % matches any text.' : 'Works.')
}

function hostIn(text: string): string {
  const host = /^(?:https?:\/\/)?([^/?#]+)/i.exec(text)?.[1] ?? text
  return host.replace(/^www\./i, '').slice(0, 100)
}

/** Checks the filters of the list of reports: by rating and by website. */
export async function checkFilters(context: Context, rows: ReportRow[]) {
  await checkResultFilter(context, rows)
  await checkWebsiteFilter(context, rows)
}

async function checkResultFilter(context: Context, rows: ReportRow[]) {
  const { add } = context
  const name = 'reports: filter by result'
  const mistakes: string[] = []
  let rated = 0
  let derived = 0
  for (const rating of ratings) {
    const got = await fetchPage(context, reportList, { result: rating, per_page: 25 })
    if ('why' in got) return add('Lists', name, 'wrong', got.why)
    const found = got.page.rows.filter((row) => ratingOfReport(row) !== null)
    rated += found.length
    const others = found.filter((row) => ratingOfReport(row) !== rating)
    const wrong = others.filter(({ result }) => result !== null)
    derived += others.length - wrong.length
    if (wrong.length > 0)
      mistakes.push(`result=${rating} returns ${wrong.length} of ${found.length} rows with another rating`)
  }
  if (mistakes.length > 0) return add('Lists', name, 'wrong', `${mistakes.join('; ')}.`)
  if (rated === 0)
    return add('Lists', name, 'unknown', rows.length > 0 ? 'No row has a rating.' : 'There are no readable reports.')
  // A rating derived from the score can be wrong if the server's limits differ.
  if (derived > 0)
    return add('Lists', name, 'unknown', "The rows have no rating, and it can't be derived from their scores.")
  return add('Lists', name, 'as specified', 'Each rating returns only its own reports.')
}

async function checkWebsiteFilter(context: Context, rows: ReportRow[]) {
  const { add } = context
  const name = 'reports: filter by website_id'
  const ids = [...new Set(rows.map(({ website_id: id }) => id).filter((id) => id !== null))]
  const [id] = ids
  if (id === undefined) return add('Lists', name, 'unknown', 'No row has a website_id.')
  const got = await fetchPage(context, reportList, { website_id: id, per_page: 25 })
  if ('why' in got) return add('Lists', name, 'wrong', got.why)
  const wrong = got.page.rows.filter(({ website_id: one }) => one !== id).length
  if (wrong > 0)
    return add(
      'Lists',
      name,
      'wrong',
      `website_id=${id} returns ${wrong} of ${got.page.rows.length} rows from another website.`,
    )
  if (got.page.rows.length === 0)
    return add(
      'Lists',
      name,
      'wrong',
      `website_id=${id} returns nothing, although the first page has one of its reports.`,
    )
  return add(
    'Lists',
    name,
    ids.length > 1 ? 'as specified' : 'unknown',
    ids.length > 1 ? 'Returns only reports of that website.' : 'The first page only has reports of one website.',
  )
}
