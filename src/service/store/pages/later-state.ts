import { type Generated, type RawBuilder, sql } from 'kysely'
import type { Indexability, IndexingCode } from '#contract/reports/indexability.ts'
import { type Rating, ratingOf } from '#contract/reports/rating.ts'

/** The columns of a report for the state of its page that a crawl found since, without a report. */
export type LaterColumns = {
  /** The time when it was found; null if there is none, as are the others. */
  later_at: Generated<string | null>
  later_indexability: Generated<Indexability | null>
  later_code: Generated<IndexingCode | null>
  /** The check that explains the state. */
  later_issue: Generated<string | null>
  /** The status of the URL itself, if it was requested. */
  later_status: Generated<number | null>
  later_score: Generated<number | null>
  /** JSON of `LaterFacts`. */
  later_facts: Generated<string | null>
}

/** Those that lists show. */
export const laterColumns = [
  'later_at',
  'later_indexability',
  'later_code',
  'later_issue',
  'later_status',
  'later_score',
] as const

export const noLater = {
  later_at: null,
  later_indexability: null,
  later_code: null,
  later_issue: null,
  later_status: null,
  later_score: null,
  later_facts: null,
}

/**
 * Selects the reason for the state of a page, `pages` by another name, from its latest report `r` or what a crawl found
 * since. One that robots.txt closed before it was read has no report.
 */
export const indexingCodeOf = (page: string): RawBuilder<IndexingCode | null> =>
  sql`case when ${sql.ref(`${page}.unread`)} = 'robots' then 'robots'
    when r.later_at is null then r.indexing_code else r.later_code end`

type ReportWithState = {
  score: number
  /** Null if it is `score`. */
  page_score: number | null
  result: Rating
  status?: number | null
  indexability: Indexability | null
  later_at?: string | null
  later_indexability?: Indexability | null
  later_status?: number | null
  later_score?: number | null
}

/** Returns the state of the page whose latest report this is: that of the report, or what a crawl found since. */
export function pageOf({ page_score, result, status = null, indexability, ...later }: ReportWithState) {
  const score = page_score ?? later.score
  if (!later.later_at) return { score, result: page_score === null ? result : ratingOf(score), status, indexability }
  const laterScore = later.later_score ?? score
  return {
    score: laterScore,
    result: ratingOf(laterScore),
    status: later.later_status ?? status,
    indexability: later.later_indexability ?? null,
  }
}
