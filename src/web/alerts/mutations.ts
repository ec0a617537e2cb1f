import { splitEntries } from '#contract/format/split-entries.ts'
import type { AlertCondition, AlertRule } from '#contract/jobs/alerts.ts'
import { confirmDelete, confirmWrite } from '#web/data/confirm-write.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { alertQueries, listRules, readRule, showRule } from './queries.ts'

/** The fields of an alert rule, as its form sends them. */
export type RuleFields = { conditions: AlertCondition[]; mail_to: string; webhook_url: string }

const formOf = ({ conditions, mail_to, webhook_url }: RuleFields): Record<string, string> => ({
  conditions: conditions.join(','),
  mail_to,
  webhook_url: webhook_url.trim(),
})

const isSame = (rule: AlertRule, { conditions, mail_to, webhook_url }: RuleFields) =>
  rule.conditions.toSorted().join() === conditions.toSorted().join() &&
  rule.mail_to.join() === splitEntries(mail_to).join() &&
  rule.webhook_url === storedUrl(webhook_url.trim())

/** Returns a URL as the server stores it. */
function storedUrl(text: string): string | null {
  const url = URL.parse(text)
  if (url) url.hash = ''
  return url && url.href
}

const outdate = () => void queryClient.invalidateQueries({ queryKey: alertQueries.rules().queryKey })

/** Creates the alerts of a view. After a lost response, looks them up. */
export function createRule(viewId: number, fields: RuleFields): Promise<AlertRule> {
  const form = { view_id: `${viewId}`, ...formOf(fields) }
  const post = currentClient().write('POST', '/alerts/rules', readRule, { form, hasSecret: true })
  const readBack = async () => (await listRules()).find((rule) => rule.view_id === viewId && isSame(rule, fields))
  return confirmWrite(post, readBack).finally(outdate)
}

export async function changeRule(id: number, fields: RuleFields): Promise<AlertRule> {
  const options = { form: formOf(fields), hasSecret: true }
  const put = currentClient().write('PUT', `/alerts/rules/${id}`, readRule, options)
  const readBack = async () => {
    const rule = await showRule(id)
    return isSame(rule, fields) && rule
  }
  return confirmWrite(put, readBack).finally(outdate)
}

export const removeRule = (id: number) =>
  confirmDelete(currentClient().call('DELETE', `/alerts/rules/${id}`), () => showRule(id)).finally(outdate)
