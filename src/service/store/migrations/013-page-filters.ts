/**
 * Makes the indexes of latest reports begin with `latest`, so that SQLite prefers them to those of all reports, and
 * adds those of the reports of a website in a time range.
 */
export function pageFilters(): string[] {
  const orders = [
    ['id', 'id'],
    ['url', 'url, id'],
    ['score', 'score, id'],
    ['website_id', 'website_id, id'],
    ['website_url', 'website_id, url, id'],
    ['website_score', 'website_id, score, id'],
    ['changed', 'changed, id'],
    ['indexability', 'indexability, id'],
    ['created', 'created_at, id'],
  ] as const
  return [
    ...orders.map(([name]) => `drop index reports_latest_${name}`),
    ...[...orders, ['website_created', 'website_id, created_at, id'] as const].map(
      ([name, columns]) =>
        `create index reports_latest_${name} on reports (latest, ${withFilters(columns)}) where latest = 1`,
    ),
    'create index reports_website_created on reports (website_id, created_at, id)',
    'drop index reports_latest_unindexed',
    `create index reports_latest_unindexed on reports (latest, previous_indexability, website_id, id, page_id)
      where latest = 1 and previous_indexability = 'indexable' and indexability <> 'indexable'`,
  ]
}

/** Adds the columns of the filters, which are read from the index. */
function withFilters(columns: string): string {
  const first = columns.split(', ')
  const others = ['website_id', 'result', 'changed', 'indexability', 'page_id']
  const ofRanges = first[0] === 'changed' || first[0] === 'indexability' ? ['created_at'] : []
  return [...first, ...others.filter((name) => !first.includes(name)), ...ofRanges].join(', ')
}
