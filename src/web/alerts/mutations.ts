import type { AlertCondition, AlertRule } from '#contract/jobs/alerts.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { alertQueries, readRule } from './queries.ts'

/** The fields of an alert rule, as its form sends them. */
export type RuleFields = { conditions: AlertCondition[]; mail_to: string; webhook_url: string }

const formOf = ({ conditions, mail_to, webhook_url }: RuleFields): Record<string, string> => ({
  conditions: conditions.join(','),
  mail_to,
  webhook_url: webhook_url.trim(),
})

const outdate = () => void queryClient.invalidateQueries({ queryKey: alertQueries.rules().queryKey })

export function createRule(viewId: number, fields: RuleFields): Promise<AlertRule> {
  const form = { view_id: `${viewId}`, ...formOf(fields) }
  return currentClient()
    .write('POST', '/alerts/rules', readRule, { form, hasSecret: true, creates: true })
    .finally(outdate)
}

export const changeRule = (id: number, fields: RuleFields): Promise<AlertRule> =>
  currentClient()
    .write('PUT', `/alerts/rules/${id}`, readRule, { form: formOf(fields), hasSecret: true })
    .finally(outdate)

export const removeRule = (id: number) => currentClient().remove(`/alerts/rules/${id}`).finally(outdate)
