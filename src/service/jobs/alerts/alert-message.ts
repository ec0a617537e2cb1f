import { catalogue } from '#analyser/catalogue.ts'
import type { AlertFault } from '#contract/alerts.ts'
import { viewUrlOf } from '#contract/views.ts'
import type { AlertRecord } from '#service/store/alerts/alerts.ts'
import type { EvaluatedReport } from '#service/store/alerts/faults.ts'
import type { PageFault } from './page-faults.ts'

const nameById = new Map(catalogue.map(({ check }) => [check.id, check.name]))

export const faultOf = ({ condition, check, before, after }: PageFault, { id, url }: EvaluatedReport): AlertFault => ({
  condition,
  url,
  report_id: id,
  check: check || null,
  check_name: nameById.get(check) ?? null,
  before,
  after,
})

export const countFault = ({ before, after }: { before: number; after: number }): AlertFault => ({
  condition: 'count_changed',
  url: null,
  report_id: null,
  check: null,
  check_name: null,
  before,
  after,
})

/** Faults that a message lists. The dashboard has all. */
const maxLines = 50

const sentences: Record<AlertFault['condition'], (fault: AlertFault) => string> = {
  not_indexable: ({ url }) => `No longer indexable: ${url}`,
  score_drop: ({ url, before, after }) => `Score dropped from ${before} to ${after}: ${url}`,
  becomes_bad: ({ url, after }) => `Now rated Bad (${after}): ${url}`,
  new_issue: ({ url, check_name, check }) => `New issue “${check_name ?? check}”: ${url}`,
  count_changed: ({ before, after }) => `The view has ${after} pages, ${before} before.`,
}

/** Returns the subject and the text of the message about an alert. */
export function messageOf(alert: AlertRecord, origin: string): { subject: string; text: string } {
  const { faults, total, viewName } = alert
  const subject = `${total} ${total === 1 ? 'alert' : 'alerts'}: ${viewName}`
  const lines = faults.slice(0, maxLines).map((fault) => sentences[fault.condition](fault))
  if (total > lines.length) lines.push(`And ${total - lines.length} more.`)
  return { subject, text: [subject, '', ...lines, '', viewUrlOf(alert, origin)].join('\n') }
}
