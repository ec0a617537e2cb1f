import type { Engine } from '../engine.ts'

/**
 * Lets SQLite walk every list by one index, without reading the rows: it cannot read a virtual column from an index, so
 * `changed` is replaced by the scores that it is computed from. All orders get the time of creation, for ranges of
 * days.
 */
export function coveringLists(engine: Engine): string[] {
  if (engine !== 'sqlite') return []
  const all = {
    created: 'created_at, id, website_id, result',
    website_created: 'website_id, created_at, id, result',
    url: 'url, id, website_id, created_at',
    score: 'score, id, website_id, created_at',
    result_url: 'result, url, id, website_id, created_at',
    website_url: 'website_id, url, id, created_at',
    website_score: 'website_id, score, id, created_at',
    website_result_url: 'website_id, result, url, id, created_at',
  }
  const latest = {
    id: 'id',
    url: 'url, id',
    score: 'score, id',
    website_id: 'website_id, id',
    website_url: 'website_id, url, id',
    website_score: 'website_id, score, id',
    indexability: 'indexability, id',
    created: 'created_at, id',
    website_created: 'website_id, created_at, id',
  }
  return [
    ...Object.entries(all).flatMap(([name, columns]) => [
      `drop index reports_${name}`,
      `create index reports_${name} on reports (${columns})`,
    ]),
    ...Object.entries(latest).flatMap(([name, columns]) => [
      `drop index reports_latest_${name}`,
      `create index reports_latest_${name} on reports (latest, ${withFilters(columns)}) where latest = 1`,
    ]),
    'create index reports_latest_scores on reports (latest, score) where latest = 1',
  ]
}

/** Adds the columns of the filters, which are read from the index. */
function withFilters(columns: string): string {
  const first = columns.split(', ')
  const others = ['website_id', 'result', 'score', 'previous_score', 'indexability', 'page_id', 'created_at']
  return [...first, ...others.filter((name) => !first.includes(name))].join(', ')
}
