import { catalogue } from '#analyser/catalogue.ts'
import { counted } from '#contract/format/numbers.ts'
import type { AlertChange } from '#contract/jobs/alerts.ts'
import { viewUrlOf } from '#contract/lists/views.ts'
import type { AlertRecord } from '#service/store/alerts/alerts.ts'
import type { EvaluatedReport } from '#service/store/alerts/changes.ts'
import type { PageChange } from './page-changes.ts'

const nameById = new Map(catalogue.map(({ check }) => [check.id, check.name]))

export const alertChangeOf = (
  { condition, check, before, after }: PageChange,
  { id, url }: EvaluatedReport,
): AlertChange => ({
  condition,
  url,
  report_id: id,
  check: check || null,
  check_name: nameById.get(check) ?? null,
  before,
  after,
})

export const countChange = ({ before, after }: { before: number; after: number }): AlertChange => ({
  condition: 'count_changed',
  url: null,
  report_id: null,
  check: null,
  check_name: null,
  before,
  after,
})

/** The most changes that a message lists. The dashboard shows all. */
const maxLines = 50

const sentences: Record<AlertChange['condition'], (change: AlertChange) => string> = {
  not_indexable: ({ url }) => `No longer indexable: ${url}`,
  score_drop: ({ url, before, after }) => `Score dropped from ${before} to ${after}: ${url}`,
  becomes_bad: ({ url, after }) => `Now rated Bad (${after}): ${url}`,
  new_issue: ({ url, check_name, check }) => `New issue “${check_name ?? check}”: ${url}`,
  count_changed: ({ before, after }) => `Number of pages changed from ${before} to ${after}.`,
}

/** Returns the subject and the text of the message about an alert. */
export function messageOf(alert: AlertRecord, origin: string): { subject: string; text: string } {
  const { changes, total, view_name } = alert
  const subject = `${counted(total, 'change')}: ${view_name}`
  const lines = changes.slice(0, maxLines).map((change) => sentences[change.condition](change))
  if (total > lines.length) lines.push(`And ${total - lines.length} more.`)
  return { subject, text: [subject, '', ...lines, '', viewUrlOf(alert, origin)].join('\n') }
}
