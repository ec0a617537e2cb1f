import * as z from 'zod'
import { type QueryParams, wholeNumber } from '../lists/query-params.ts'
import { integer, orNull } from '../responses/lenient.ts'

/** The most reports of a page that a website can be set to keep. Beyond them, it keeps the last one of each month. */
export const maxKeptReports = 1_000
/** More expired reports are not counted. */
export const maxCountedExpired = 10_000

/** The response of `/api/v1/websites/{id}/retention`. */
export const Retention = z.object({
  /** How many reports of each page are kept, in addition to one a month. Null: all. */
  keep: orNull(integer),
  /** How many reports would be deleted now with `keep`, or with that of the request. At most `maxCountedExpired`. */
  expired: integer,
})
export type Retention = z.infer<typeof Retention>

/** `keep` counts what would expire with that setting. */
export type RetentionQuery = { keep: number | null }
export const retentionParams: QueryParams<RetentionQuery> = { keep: wholeNumber(maxKeptReports, null) }
