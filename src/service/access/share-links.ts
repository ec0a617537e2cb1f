import { randomBytes } from 'node:crypto'
import { reportListParams, websiteListParams } from '#contract/lists/list-query.ts'
import { type QueryParams, readQuery } from '#contract/lists/query-params.ts'
import type { ErrorCode } from '#contract/responses/error-codes.ts'
import type { Scope } from '#service/store/lists/scope.ts'
import type { LinkRecord } from '#service/store/share-links/share-links.ts'
import { hashSecret } from './keys.ts'

/** Creates a token of 192 random bits. It alone gives access to the link's target. */
export function createLinkToken(): { token: string; token_hash: string } {
  const token = randomBytes(24).toString('base64url')
  return { token, token_hash: hashSecret(token) }
}

export const hashLinkToken = hashSecret

const longDate = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

type LinkState = Pick<LinkRecord, 'revoked_at' | 'expires_at' | 'is_target_deleted'>

type LinkEnd = { code: Extract<ErrorCode, 'link_revoked' | 'link_expired' | 'content_deleted'>; sentence: string }

export const contentDeleted: LinkEnd = { code: 'content_deleted', sentence: 'The content of this link was deleted.' }

export const linkRevoked: LinkEnd = { code: 'link_revoked', sentence: 'This link was revoked.' }

/** Returns the reason for a link's end, or undefined if it works. */
export function linkEnd(
  { revoked_at, expires_at, is_target_deleted }: LinkState,
  now = Date.now(),
): LinkEnd | undefined {
  if (revoked_at !== null) return linkRevoked
  if (expires_at !== null && Date.parse(expires_at) <= now)
    return { code: 'link_expired', sentence: `This link expired on ${longDate.format(Date.parse(expires_at))}.` }
  return is_target_deleted ? contentDeleted : undefined
}

const nothing: Scope = { kind: 'none' }

export function scopeOfLink({
  id,
  kind,
  report_id,
  website_id,
  list,
  query,
  is_limited,
  shows_clicks,
}: Pick<
  LinkRecord,
  'id' | 'kind' | 'report_id' | 'website_id' | 'list' | 'query' | 'is_limited' | 'shows_clicks'
>): Scope {
  const shown = shows_clicks ? { showsClicks: true } : {}
  if (kind === 'report') return report_id === null ? nothing : { kind: 'report', report_id, ...shown }
  if (kind === 'website') return website_id === null ? nothing : { kind: 'website', website_id, ...shown }
  const holders = [{ link_id: id }]
  const limit = is_limited
    ? { within: { kind: 'granted', holders, right: 'edit', author: null, isGuest: false } as const }
    : {}
  if (list === 'reports')
    return scopeOfQuery(reportListParams, query, (filter) => ({ kind: 'reports', filter, ...limit, ...shown }))
  if (list === 'websites')
    return scopeOfQuery(websiteListParams, query, (filter) => ({ kind: 'websites', filter, ...limit, ...shown }))
  return nothing
}

type ListOptions = 'search_by' | 'sort_by' | 'sort' | 'per_page' | 'page'

/** If a saved filter is no longer valid, shows nothing rather than the unfiltered list. */
function scopeOfQuery<Query extends Record<ListOptions, unknown>>(
  params: QueryParams<Query>,
  saved: string | null,
  scope: (filter: Omit<Query, ListOptions>) => Scope,
): Scope {
  const { query, wrong } = readQuery(params, new URLSearchParams(saved ?? ''))
  if (saved === null || wrong.length > 0) return nothing
  const { search_by: _by, sort_by: _column, sort: _direction, per_page: _size, page: _page, ...filter } = query
  return scope(filter)
}
