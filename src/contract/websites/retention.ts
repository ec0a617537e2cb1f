import * as z from 'zod'
import { type QueryParams, wholeNumber } from '../lists/query-params.ts'
import { Count } from '../values.ts'

/** The most reports of a page that a website can be set to keep. Beyond them, it keeps the last one of each month. */
export const maxKeptReports = 1_000
/** More expired reports are not counted. */
export const maxCountedExpired = 10_000

export const Retention = z.object({ keep: z.int().nullable(), expired: Count }).meta({
  id: 'Retention',
  description: `How many reports of each page are kept, besides the last one of each month. \`keep\` is null if all are. \`expired\` is the number of reports that would be deleted now, at most ${maxCountedExpired}.`,
})
export type Retention = z.infer<typeof Retention>

/** `keep` counts what would expire with that setting. */
export type RetentionQuery = { keep: number | null }
export const retentionParams: QueryParams<RetentionQuery> = { keep: wholeNumber(maxKeptReports, null) }
