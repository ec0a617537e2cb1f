import { expect, it } from 'vitest'
import { googleReasonOf, googleReasons, type PageIndexing } from './google-reasons.ts'
import type { IndexingCode } from './indexability.ts'

const blocked = (indexing_code: IndexingCode, status = 200): PageIndexing => ({
  indexability: 'blocked',
  indexing_code,
  status,
})

it.each<[PageIndexing, string | null]>([
  [blocked('robots'), googleReasons.robots],
  [blocked('noindex'), googleReasons.noindex],
  [blocked('status', 404), googleReasons.not_found],
  [blocked('status', 410), googleReasons.not_found],
  [blocked('status', 401), googleReasons.unauthorized],
  [blocked('status', 403), googleReasons.forbidden],
  [blocked('status', 418), googleReasons.other_4xx],
  [blocked('status', 429), googleReasons.server_error],
  [blocked('status', 503), googleReasons.server_error],
  [blocked('robots_error'), googleReasons.robots_unreachable],
  [blocked('canonical_host'), googleReasons.alternate],
  [blocked('canonical_unreadable'), googleReasons.alternate],
  [{ indexability: 'other_url', indexing_code: 'canonical', status: 200 }, googleReasons.alternate],
  [{ indexability: 'redirect', indexing_code: 'redirect', status: 301 }, googleReasons.redirect],
  [{ indexability: 'redirect', indexing_code: null, status: 302 }, googleReasons.redirect],
  [{ indexability: 'unlikely', indexing_code: 'soft_404', status: 200 }, googleReasons.soft_404],
  [{ indexability: 'unlikely', indexing_code: 'empty', status: 200 }, googleReasons.soft_404],
  // A crawl that couldn't read a page stores its status alone.
  [{ indexability: 'blocked', indexing_code: null, status: 503 }, googleReasons.server_error],
  [{ indexability: 'indexable', indexing_code: 'open', status: 200 }, null],
  [{ indexability: 'unclear', indexing_code: 'scripts', status: 200 }, null],
  [{ indexability: null, indexing_code: null, status: 200 }, null],
  [blocked('unverified'), null],
])('Search Console says of %j: %s', (page, reason) => {
  expect(googleReasonOf(page)).toBe(reason)
})
