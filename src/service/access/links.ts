import { randomBytes } from 'node:crypto'
import { reportListParams, websiteListParams } from '#contract/list-query.ts'
import { type QueryParams, readQuery } from '#contract/query-params.ts'
import type { LinkRecord } from '#service/store/links.ts'
import type { Scope } from '#service/store/scope.ts'
import { hashSecret } from './keys.ts'

/** 192 random bits: whoever knows a token may see what it leads to. */
export function makeLinkToken(): { token: string; tokenHash: string } {
  const token = randomBytes(24).toString('base64url')
  return { token, tokenHash: hashSecret(token) }
}

export const hashLinkToken = hashSecret

const dayInWords = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

type Ending = Pick<LinkRecord, 'revokedAt' | 'expiresAt' | 'isGone'>

/** Why a link opens no more, in a sentence; undefined while it does. */
export function endOfLink({ revokedAt, expiresAt, isGone }: Ending, now = Date.now()): string | undefined {
  if (revokedAt !== null) return 'This link was revoked.'
  if (expiresAt !== null && Date.parse(expiresAt) <= now)
    return `This link ended on ${dayInWords.format(Date.parse(expiresAt))}.`
  return isGone ? 'What this link led to was deleted.' : undefined
}

const nothing: Scope = { kind: 'none' }

/** All that can be reached through a link. */
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
    return scopeOf(reportListParams, query, ({ search, website_id, result }) => ({
      kind: 'reports',
      filter: { search, website_id, result },
    }))
  return list === 'websites'
    ? scopeOf(websiteListParams, query, ({ search, privacy }) => ({ kind: 'websites', search, privacy }))
    : nothing
}

/** A filter that is not understood any more must not open the whole list. */
function scopeOf<Query extends object>(
  params: QueryParams<Query>,
  kept: string | null,
  scope: (query: Query) => Scope,
): Scope {
  const { query, wrong } = readQuery(params, new URLSearchParams(kept ?? ''))
  return kept === null || wrong.length > 0 ? nothing : scope(query)
}
