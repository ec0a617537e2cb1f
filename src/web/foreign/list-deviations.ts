import { hasNextPage, mostRows, type Page } from '#contract/envelope.ts'
import type { ReportListQuery, WebsiteListQuery } from '#contract/list-query.ts'
import { type Rating, ratingOf, ratingTable } from '#contract/rating.ts'
import { oddListWords as words } from './deviation-words.ts'
import { reportsWords } from '#web/reports/words.ts'
import { websitesWords } from '#web/websites/words.ts'

type Query = ReportListQuery | WebsiteListQuery
/** A report or a website, as far as it is looked at here. */
type Row = {
  id: number
  created_at?: string | null
  result?: Rating | null
  score?: number | null
  website_id?: number | null
}

/** What the server did otherwise than it was asked, a sentence each, judged by what is on this page. */
export function oddities(query: Query, page: Page<Row>): string[] {
  const { rows, sent, current, repeated } = page
  return [
    current !== null && current !== query.page && words.otherPage(query.page, current),
    sizeOf(query, page),
    repeated.length > 0 && words.twice(repeated.length),
    hasOtherRating(query, rows) && words.unrated(ratingTable[(query as ReportListQuery).result!].label),
    hasOtherWebsite(query, rows) && words.otherWebsite,
    sent <= mostRows && !isInOrder(query, rows) && words.unordered(orderOf(query)),
  ].filter((sentence) => typeof sentence === 'string')
}

/** Whether both have the same rows, so that the one is the other once more. */
export const isSamePage = ({ rows }: Page<Row>, other: Page<Row> | undefined) =>
  rows.length > 0 && rows.length === other?.rows.length && rows.every(({ id }, at) => id === other.rows[at]?.id)

function sizeOf(query: Query, page: Page<Row>) {
  const { sent, perPage, repeated, total } = page
  if (sent === 0 && total !== null && total > (query.page - 1) * query.per_page) return words.noneSent(total)
  if (sent > mostRows) return words.cut(sent, query.per_page, mostRows)
  const isShort =
    sent < query.per_page && sent > 0 && (page.lastPage !== null || page.next !== null) && hasNextPage(query, page)
  if (sent - repeated.length > query.per_page || isShort) return words.otherSize(sent, query.per_page)
  return perPage !== null && perPage < query.per_page && sent === perPage && words.otherSize(sent, query.per_page)
}

/** A rating that the server did not send itself may begin elsewhere there: then only one two steps away counts. */
export function hasOtherRating(query: Query, rows: readonly Row[]) {
  const asked = 'result' in query ? query.result : null
  if (asked === null) return false
  const isFar = (score: number) => asked !== 'decent' && ratingOf(score) !== 'decent' && ratingOf(score) !== asked
  return rows.some(({ result = null, score = null }) =>
    result === null ? score !== null && isFar(score) : result !== asked,
  )
}

function hasOtherWebsite(query: Query, rows: readonly Row[]) {
  const asked = 'website_id' in query ? query.website_id : null
  return asked !== null && rows.some(({ website_id = null }) => website_id !== null && website_id !== asked)
}

const orderOf = ({ sort_by, sort }: Query) => ({ ...reportsWords.order, ...websitesWords.order })[sort_by][sort]

type Compare<Value> = (one: Value, other: Value) => number
const asNumbers: Compare<number> = (one, other) => one - other
const byUnits: Compare<string> = (one, other) => (one < other ? -1 : one > other ? 1 : 0)

/** Databases sort text in different ways; each is an order. */
const readings: ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toLowerCase(),
  (text) =>
    text
      .toLowerCase()
      .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
      .replace(/^www\./, ''),
]
const collators = () =>
  [{}, { sensitivity: 'base' as const }, { ignorePunctuation: true }].map(
    (options): Compare<string> => new Intl.Collator('en', options).compare,
  )

/** Absent values may stand anywhere, and so may equals. */
function isInOrder({ sort_by, sort }: Query, rows: readonly Row[]) {
  const along = <Value>(values: (Value | null | undefined)[], compare: Compare<Value>) => {
    const there = values.filter((value) => value !== null && value !== undefined)
    return there.every(
      (value, at) =>
        at === 0 || (sort === 'asc' ? compare(there[at - 1]!, value) <= 0 : compare(there[at - 1]!, value) >= 0),
    )
  }
  const values = rows.map((row) => (row as Record<string, unknown>)[sort_by])
  if (sort_by === 'id' || typeof values.find((value) => value !== null) === 'number') {
    // "Date created" is what the id stands for, and some servers sort by that.
    const byDate =
      sort_by === 'id' &&
      rows.every(({ created_at }) => created_at) &&
      along(
        rows.map(({ created_at }) => created_at),
        byUnits,
      )
    return byDate || along(values as number[], asNumbers)
  }
  const texts = values as string[]
  return [byUnits, ...collators()].some((compare) => readings.some((reading) => along(texts.map(reading), compare)))
}
