import * as z from 'zod'
import { Count } from '../values.ts'

/** What Google showed of a page in the 28 days up to the last one that it told. Null: not known. */
export const searchFields = {
  clicks: Count.nullable(),
  impressions: Count.nullable(),
  ctr: z.number().min(0).max(1).nullable(),
  position: z.number().nullable(),
  clicks_change: z.int().nullable(),
  /** The state in Google's index, as Google words it. */
  google_index: z.string().nullable(),
}
export type SearchFields = { [Name in keyof typeof searchFields]: z.infer<(typeof searchFields)[Name]> }

export const noSearchFields: SearchFields = {
  clicks: null,
  impressions: null,
  ctr: null,
  position: null,
  clicks_change: null,
  google_index: null,
}

export const searchFieldsDescription =
  '`clicks` and `impressions` are those of Google in the 28 days up to the last one that it told, or in the period of a file. `ctr` is a part of 1, `position` the average weighed by impressions, and `clicks_change` the clicks less those of the 28 days before. `google_index` is what Google calls `coverageState`, in its own words, as of its last inspection. Null: not known. A page that Google showed without a click has 0 clicks.'

/** The orders by these fields. */
export const searchSorts = ['clicks', 'impressions', 'position'] as const
