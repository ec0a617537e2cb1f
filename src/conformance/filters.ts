import { ratings } from '#contract/rating.ts'
import { ratingOfReport, type ReportRow } from '#contract/report-row.ts'
import { type Context, fetchPage } from './context.ts'
import { reportList } from './list-kind.ts'

/** The two filters of the reports: their rating and their website. */
export async function lookAtFilters(context: Context, rows: ReportRow[]) {
  await byResult(context, rows)
  await byWebsite(context, rows)
}

async function byResult(context: Context, rows: ReportRow[]) {
  const { note } = context
  const name = 'reports: filter by result'
  const others: string[] = []
  let seen = 0
  let guessed = 0
  for (const rating of ratings) {
    const got = await fetchPage(context, reportList, { result: rating, per_page: 25 })
    if ('why' in got) return note('Lists', name, 'wrong', got.why)
    const found = got.page.rows.filter((row) => ratingOfReport(row) !== null)
    seen += found.length
    const strangers = found.filter((row) => ratingOfReport(row) !== rating)
    const told = strangers.filter(({ result }) => result !== null)
    guessed += strangers.length - told.length
    if (told.length > 0)
      others.push(`result=${rating} gives ${told.length} of ${found.length} rows that are something else`)
  }
  if (others.length > 0) return note('Lists', name, 'wrong', `${others.join('; ')}.`)
  if (seen === 0)
    return note(
      'Lists',
      name,
      'not known',
      rows.length > 0 ? 'No row says how it is rated.' : 'There is no report to be read.',
    )
  // Where a rating is taken from the score, the server may draw its lines elsewhere.
  if (guessed > 0)
    return note('Lists', name, 'not known', 'The rows do not say how they are rated, and their scores do not tell.')
  return note('Lists', name, 'as specified', 'Each rating gives only its own.')
}

async function byWebsite(context: Context, rows: ReportRow[]) {
  const { note } = context
  const name = 'reports: filter by website_id'
  const ids = [...new Set(rows.map(({ website_id: id }) => id).filter((id) => id !== null))]
  const [id] = ids
  if (id === undefined) return note('Lists', name, 'not known', 'No row says which website it belongs to.')
  const got = await fetchPage(context, reportList, { website_id: id, per_page: 25 })
  if ('why' in got) return note('Lists', name, 'wrong', got.why)
  const strangers = got.page.rows.filter(({ website_id: one }) => one !== id).length
  if (strangers > 0)
    return note(
      'Lists',
      name,
      'wrong',
      `website_id=${id} gives ${strangers} of ${got.page.rows.length} rows that belong to another website.`,
    )
  if (got.page.rows.length === 0)
    return note('Lists', name, 'wrong', `website_id=${id} gives nothing, though the first page has a report of it.`)
  return note(
    'Lists',
    name,
    ids.length > 1 ? 'as specified' : 'not known',
    ids.length > 1 ? 'Gives only the reports of that website.' : 'The first page has reports of one website alone.',
  )
}
