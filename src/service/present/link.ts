import type { Link } from '#contract/links.ts'
import type { PrivacyFilter } from '#contract/list-query.ts'
import { type Rating, ratingTable } from '#contract/rating.ts'
import type { ViewList } from '#contract/views.ts'
import { type Privacy, privacyLabels } from '#contract/website.ts'
import type { LinkRecord } from '#service/store/links.ts'

export function presentLink(link: LinkRecord): Link {
  return {
    id: link.id,
    kind: link.kind,
    mode: link.mode,
    label: link.label,
    report_id: link.reportId,
    website_id: link.websiteId,
    list: link.list,
    query: link.query,
    title: link.title,
    created_by: link.createdBy,
    created_at: link.createdAt,
    expires_at: link.expiresAt,
    has_password: link.passwordHash !== null,
    revoked_at: link.revokedAt,
    gone: link.isTargetDeleted,
    opens_count: link.opensCount,
    last_opened_at: link.lastOpenedAt,
  }
}

type Filters = { search: string; result?: Rating | null; domain?: string | undefined; privacy?: PrivacyFilter | null }

/** A view in words, such as "Reports · Bad · shop.example · “pricing”". */
export function titleOfView(list: ViewList, { search, result, domain, privacy }: Filters): string {
  const parts = [
    list === 'reports' ? 'Reports' : 'Websites',
    result && ratingTable[result].label,
    privacy && privacyLabels[Number(privacy) as Privacy],
    domain,
    search && `“${search}”`,
  ]
  return parts.filter(Boolean).join(' · ')
}
