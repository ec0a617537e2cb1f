import type { Generated, GeneratedAlways } from 'kysely'
import type { ViewList } from '#contract/lists/views.ts'
import type { LinkKind, LinkLayout, LinkMode } from '#contract/sharing/links.ts'

export type LinksTable = {
  id: GeneratedAlways<number>
  token_hash: string
  kind: LinkKind
  mode: LinkMode
  label: string
  report_id: number | null
  website_id: number | null
  list: ViewList | null
  query: string | null
  title: string
  password_hash: string | null
  snapshot_at: string | null
  created_by: string
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  visits_count: Generated<number>
  last_visit_at: string | null
  /** The presented report, or the client report, as packed JSON. */
  snapshot: Buffer | null
  layout: Generated<LinkLayout>
  /** The earlier report that a client report compares with. Null: the one before. */
  compare_id: Generated<number | null>
  /** 1 if visitors can check the page again. */
  can_check: Generated<0 | 1>
  last_check_at: Generated<string | null>
  /** On the day of the last check, in UTC. */
  checks_that_day: Generated<number>
  /** The report of the last check. */
  checked_report_id: Generated<number | null>
}

export type LinkVisitsTable = { id: GeneratedAlways<number>; link_id: number; visited_at: string; client: string }
