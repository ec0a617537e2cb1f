import type { Link } from '#contract/sharing/links.ts'
import type { LinkRecord } from '#service/store/share-links/share-links.ts'

export function presentLink(link: LinkRecord): Link {
  return {
    id: link.id,
    kind: link.kind,
    mode: link.mode,
    layout: link.layout,
    compare_id: link.compareId,
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
    can_check: link.canCheck,
    revoked_at: link.revokedAt,
    gone: link.isTargetDeleted,
    opens_count: link.visitsCount,
    last_opened_at: link.lastVisitAt,
  }
}
