import * as z from 'zod'
import { fieldFields, fieldFieldsDescription } from '../google/field-data.ts'
import { searchFields, searchFieldsDescription } from '../google/search-data.ts'
import { AnyScore, AnyTime, lenient, Name, readScore, readText } from '../responses/lenient.ts'
import { Id, Score, Timestamp } from '../values.ts'
import { indexabilities, indexingCodes } from './indexability.ts'
import { type Rating, ratingOf, ratings } from './rating.ts'
import { engines } from './rendering.ts'

/** A report as a list shows it. */
export const ReportRow = z
  .object({
    id: Id,
    url: z.url(),
    website_id: Id,
    /** Null if the reader can’t see the other reports of the page. */
    page_id: Id.nullable(),
    domain: z.string(),
    title: z.string().nullable(),
    /** Null for a page without one, if the list has only latest reports, as is the rating. */
    score: Score.nullable(),
    result: z.enum(ratings).nullable(),
    engine: z.enum(engines),
    previous_score: Score.nullable(),
    /** `score` minus `previous_score`; null if there is no older report of the URL. */
    change: z.int().min(-100).max(100).nullable(),
    latest: z.boolean().nullable(),
    /** The status of the URL itself: 301 if it redirects. Null in reports that still have to be rescored. */
    status: z.int().nullable(),
    redirects_to: z.string().nullable(),
    redirect_statuses: z.string().nullable(),
    indexability: z.enum(indexabilities).nullable(),
    indexing_code: z.enum(indexingCodes).nullable(),
    indexed_url: z.string().nullable(),
    counted: z.boolean(),
    main_issue: z.string().nullable(),
    main_issue_name: z.string().nullable(),
    ...searchFields,
    ...fieldFields,
    created_at: Timestamp,
  })
  .meta({
    id: 'ReportRow',
    description:
      'A row of a report list. `page_id` is the ID of its page, which all reports of the same URL have, and null if the reader can\'t see those. `previous_score` is the score of the previous report of the same URL, `change` the difference. `engine` is `rendered` if the page was rendered in a browser. `status` is that of the URL itself, `redirects_to` the end of its redirects, and `redirect_statuses` their statuses, such as "301, 302", or "script" for one by script. `indexing_code` is the reason for `indexability`, and `indexed_url` the URL that Google will index instead, or that a page blocked by its canonical tag asks it to index. Only `counted` pages, those that are `indexable`, count in a website\'s figures. `latest` is true if there is no newer report of the URL, and null if the reader can\'t see that. `main_issue` is the ID of the check that explains why a page isn\'t `indexable`, or of its worst issue, `main_issue_name` its name. Only latest reports have Google’s figures: ' +
      `${searchFieldsDescription} ${fieldFieldsDescription}`,
  })
export type ReportRow = z.infer<typeof ReportRow>

export const reportRowExample: ReportRow = {
  id: 482,
  url: 'https://shop.example/pricing',
  website_id: 7,
  page_id: 31,
  domain: 'shop.example',
  title: 'Prices',
  score: 74,
  result: 'decent',
  engine: 'http',
  previous_score: 69,
  change: 5,
  latest: true,
  status: 200,
  redirects_to: null,
  redirect_statuses: null,
  indexability: 'indexable',
  indexing_code: 'open',
  indexed_url: null,
  counted: true,
  main_issue: 'title-present',
  main_issue_name: 'Title tag',
  clicks: 120,
  impressions: 4800,
  ctr: 0.025,
  position: 7.4,
  clicks_change: -38,
  google_index: 'Submitted and indexed',
  lcp: 2300,
  inp: 180,
  cls: 0.05,
  field_scope: 'origin',
  created_at: '2026-11-21T09:30:00.000Z',
}

/** Other servers send scores with decimals, ratings in capitals, URLs without a scheme and times in other formats. */
export const exceptionsOfReport = {
  id: Id,
  url: Name,
  score: AnyScore,
  result: z.transform((given) => ratings.find((rating) => rating === readText(given)?.trim().toLowerCase()) ?? null),
  previous_score: AnyScore,
  change: z.number().nullable(),
  engine: z.string().nullable(),
  created_at: AnyTime,
}

/** Some servers send the score in `result` instead of `score`. */
export const scoreInResult = z.transform((given) => {
  const row = given as { score?: unknown; result?: unknown } | null | undefined
  return typeof row === 'object' && row && readScore(row.score) === null ? { ...row, score: row.result } : given
})

/** A row from any compatible server. Read its rating with {@link ratingOfReport}. */
export const AnyReportRow = scoreInResult.pipe(lenient(ReportRow, exceptionsOfReport))
export type AnyReportRow = z.output<typeof AnyReportRow>

/** Returns the rating that the server sent, or that of its score; null if it sent neither. */
export const ratingOfReport = ({ result, score }: Pick<AnyReportRow, 'result' | 'score'>) =>
  result ?? (score === null ? null : ratingOf(score))

/**
 * Returns true if some of the rows have another rating than `rating`. For rows without a rating only a score two
 * ratings away counts, because other servers may set other limits.
 */
export function hasOtherRating(
  rating: Rating,
  rows: readonly Partial<Pick<AnyReportRow, 'result' | 'score'>>[],
): boolean {
  const isFar = (score: number) => rating !== 'decent' && ratingOf(score) !== 'decent' && ratingOf(score) !== rating
  return rows.some(({ result = null, score = null }) =>
    result === null ? score !== null && isFar(score) : result !== rating,
  )
}
