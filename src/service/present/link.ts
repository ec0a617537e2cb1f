import type { Link } from '#contract/sharing/links.ts'
import type { LinkRecord } from '#service/store/share-links/share-links.ts'

export function presentLink(record: LinkRecord): Link {
  const { password_hash, snapshot_at: _, visits_count, last_visit_at, is_target_deleted, ...link } = record
  return {
    ...link,
    can_check: link.can_check === 1,
    has_password: password_hash !== null,
    gone: is_target_deleted === 1,
    opens_count: visits_count,
    last_opened_at: last_visit_at,
  }
}
