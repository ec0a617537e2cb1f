import type { LinkTarget } from '#contract/forms/link-form.ts'
import { readViewQuery, type ViewList } from '#contract/views.ts'

/** What is passed on, its address, whole, and what people call it. */
export type Shareable = { url: string; name: string } & (
  | { kind: 'report'; id: number; /** Whose privacy decides who may open the address. */ websiteId: number | null }
  | { kind: 'website'; id: number }
  | { kind: 'view'; list: ViewList }
)

export const websiteOf = (shared: Shareable) =>
  shared.kind === 'report' ? shared.websiteId : shared.kind === 'website' ? shared.id : null

/** The same for a link that opens without a key; of a view what the address says of its filters and order. */
export function targetOf(shared: Shareable): LinkTarget {
  if (shared.kind === 'report') return { kind: 'report', report_id: shared.id }
  if (shared.kind === 'website') return { kind: 'website', website_id: shared.id }
  const { query } = readViewQuery(shared.list, new URL(shared.url).searchParams)
  return { kind: 'view', list: shared.list, query }
}
