/** Adds what lists of pages that are no longer indexable filter by, so that no row is read to count them. */
export const unindexedPages = (): string[] => [
  'drop index reports_latest_unindexed',
  `create index reports_latest_unindexed
    on reports (latest, previous_indexability, website_id, id, page_id, indexability, created_at)
    where latest = 1 and previous_indexability = 'indexable' and indexability <> 'indexable'`,
]
