import type { Engine } from '../engine.ts'

/**
 * Lets PostgreSQL search the indexes of latest reports. It leaves out conditions that the predicate of an index already
 * fulfils, and then reads the whole index if its first column is one of them. SQLite needs that column to choose it.
 */
export function latestWithoutConstants(engine: Engine): string[] {
  if (engine === 'sqlite') return []
  const orders = {
    id: 'id',
    url: 'url, id',
    score: 'score, id',
    website_id: 'website_id, id',
    website_url: 'website_id, url, id',
    website_score: 'website_id, score, id',
    changed: 'changed, id',
    indexability: 'indexability, id',
    created: 'created_at, id',
    website_created: 'website_id, created_at, id',
  }
  return [
    ...Object.entries(orders).flatMap(([name, columns]) => [
      `drop index reports_latest_${name}`,
      `create index reports_latest_${name} on reports (${withFilters(columns)}) where latest = 1`,
    ]),
    'drop index reports_latest_unindexed',
    `create index reports_latest_unindexed on reports (website_id, id, page_id, indexability, created_at)
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
