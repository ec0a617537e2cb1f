import type { Indexability, IndexingCode } from './indexability.ts'

/** The reasons of Google Search Console for pages that aren't indexed, in its own words. */
export const googleReasons = {
  robots: 'Blocked by robots.txt',
  robots_unreachable: 'Failed: robots.txt unreachable',
  noindex: 'Excluded by ‘noindex’ tag',
  alternate: 'Alternate page with proper canonical tag',
  redirect: 'Page with redirect',
  soft_404: 'Soft 404',
  not_found: 'Not found (404)',
  unauthorized: 'Blocked due to unauthorized request (401)',
  forbidden: 'Blocked due to access forbidden (403)',
  other_4xx: 'Blocked due to other 4xx issue',
  server_error: 'Server error (5xx)',
} as const
type GoogleReason = keyof typeof googleReasons

const reasonOfCode: Partial<Record<IndexingCode, GoogleReason>> = {
  redirect: 'redirect',
  robots: 'robots',
  robots_error: 'robots_unreachable',
  noindex: 'noindex',
  refresh: 'redirect',
  canonical: 'alternate',
  canonical_unlike: 'alternate',
  canonical_unknown: 'alternate',
  canonical_host: 'alternate',
  canonical_staging: 'alternate',
  canonical_unreadable: 'alternate',
  empty: 'soft_404',
  soft_404: 'soft_404',
}

/** Google treats 410 like 404, and 429 like an error of the server. */
function reasonOfStatus(status: number): GoogleReason | null {
  if (status >= 500 || status === 429) return 'server_error'
  if (status === 404 || status === 410) return 'not_found'
  if (status === 401) return 'unauthorized'
  if (status === 403) return 'forbidden'
  return status >= 400 ? 'other_4xx' : null
}

/** The state of a page. */
export type PageIndexing = {
  indexability: Indexability | null
  indexing_code: IndexingCode | null
  status: number | null
}

/** Returns the reason that Google Search Console will give for a page that it doesn't index; null if none is known. */
export function googleReasonOf({ indexability, indexing_code, status }: PageIndexing): string | null {
  if (indexability === null || indexability === 'indexable' || indexability === 'unclear') return null
  const isStatus = indexing_code === 'status' || (indexing_code === null && indexability === 'blocked')
  const byStatus = isStatus && status !== null ? reasonOfStatus(status) : null
  const reason = byStatus ?? (indexability === 'redirect' ? 'redirect' : reasonOfCode[indexing_code ?? 'open'])
  return reason ? googleReasons[reason] : null
}
