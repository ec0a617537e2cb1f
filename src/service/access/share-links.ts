import { randomBytes } from 'node:crypto'
import { reportListParams, websiteListParams } from '#contract/lists/list-query.ts'
import { type QueryParams, readQuery } from '#contract/lists/query-params.ts'
import type { ErrorCode } from '#contract/responses/error-codes.ts'
import type { Scope } from '#service/store/lists/scope.ts'
import type { LinkRecord } from '#service/store/share-links/share-links.ts'
import { hashSecret } from './keys.ts'

/** Creates a token of 192 random bits. It alone gives access to the link's target. */
export function createLinkToken(): { token: string; tokenHash: string } {
  const token = randomBytes(24).toString('base64url')
  return { token, tokenHash: hashSecret(token) }
}

export const hashLinkToken = hashSecret

const longDate = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

type LinkState = Pick<LinkRecord, 'revokedAt' | 'expiresAt' | 'isTargetDeleted'>

type LinkEnd = { code: Extract<ErrorCode, 'link_revoked' | 'link_expired' | 'content_deleted'>; sentence: string }

export const contentDeleted: LinkEnd = { code: 'content_deleted', sentence: 'The content of this link was deleted.' }

export const linkRevoked: LinkEnd = { code: 'link_revoked', sentence: 'This link was revoked.' }

/** Returns why a link no longer works, or undefined if it does. */
export function linkEnd({ revokedAt, expiresAt, isTargetDeleted }: LinkState, now = Date.now()): LinkEnd | undefined {
  if (revokedAt !== null) return linkRevoked
  if (expiresAt !== null && Date.parse(expiresAt) <= now)
    return { code: 'link_expired', sentence: `This link expired on ${longDate.format(Date.parse(expiresAt))}.` }
  return isTargetDeleted ? contentDeleted : undefined
}

const nothing: Scope = { kind: 'none' }

/** Returns what can be read through a link. */
export function scopeOfLink({
  kind,
  reportId,
  websiteId,
  list,
  query,
}: Pick<LinkRecord, 'kind' | 'reportId' | 'websiteId' | 'list' | 'query'>): Scope {
  if (kind === 'report') return reportId === null ? nothing : { kind: 'report', reportId }
  if (kind === 'website') return websiteId === null ? nothing : { kind: 'website', websiteId }
  if (list === 'reports')
    return scopeOfQuery(
      reportListParams,
      query,
      ({ search_by: _by, sort_by: _column, sort: _direction, per_page: _size, page: _page, ...filter }) => ({
        kind: 'reports',
        filter,
      }),
    )
  return list === 'websites'
    ? scopeOfQuery(websiteListParams, query, ({ search, privacy }) => ({ kind: 'websites', search, privacy }))
    : nothing
}

/** If a saved filter is no longer valid, shows nothing rather than the unfiltered list. */
function scopeOfQuery<Query extends object>(
  params: QueryParams<Query>,
  saved: string | null,
  scope: (query: Query) => Scope,
): Scope {
  const { query, wrong } = readQuery(params, new URLSearchParams(saved ?? ''))
  return saved === null || wrong.length > 0 ? nothing : scope(query)
}
