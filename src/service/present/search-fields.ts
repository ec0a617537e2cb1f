import { noSearchFields, type SearchFields } from '#contract/google/search-data.ts'

/** Presents what Google showed of a page; nothing to readers who don't see it. */
export function presentSearch(
  { clicks, impressions, position, clicks_change, google_index }: Omit<SearchFields, 'ctr'>,
  isShown: boolean,
): SearchFields {
  if (!isShown) return noSearchFields
  const ctr = clicks === null || !impressions ? null : clicks / impressions
  return { clicks, impressions, ctr, position, clicks_change, google_index }
}
