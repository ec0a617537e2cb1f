import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import {
  Alert,
  type AlertCondition,
  alertListParams,
  type AlertListQuery,
  AlertRule,
  AlertRules,
} from '#contract/alerts.ts'
import { readItem, readPage } from '#contract/envelope.ts'
import { writeQuery } from '#contract/query-params.ts'
import { splitEntries } from '#contract/split-entries.ts'
import { confirmDelete, confirmWrite } from '#web/data/confirm-write.ts'
import { queryClient } from '#web/data/query-client.ts'
import { currentClient, reader } from '#web/data/session.ts'

const listAlerts = (query: AlertListQuery, signal?: AbortSignal) =>
  currentClient().get(`/alerts?${writeQuery(alertListParams, query)}`, (body) => readPage(Alert, body), { signal })

const listRules = (signal?: AbortSignal) =>
  currentClient().get('/alerts/rules', (body) => z.parse(AlertRules, body).data, { signal })

const readRule = (body: unknown) => readItem(AlertRule, body)

const showRule = (id: number) => currentClient().get(`/alerts/rules/${id}`, readRule)

/** Alerts come by themselves, so they are asked for again and again while they are on screen. */
const refetchInterval = 60_000

export const alertQueries = {
  all: () => [reader(), 'alerts'] as const,
  list: (query: AlertListQuery) =>
    queryOptions({
      queryKey: [...alertQueries.all(), 'list', query],
      queryFn: ({ signal }) => listAlerts(query, signal),
      placeholderData: keepPreviousData,
      refetchInterval,
    }),
  /** The number of alerts after the one that was read last, and the ID of the newest. */
  unread: (lastRead: number) =>
    queryOptions({
      queryKey: [...alertQueries.all(), 'unread', lastRead],
      queryFn: async ({ signal }) => {
        const query = { view_id: null, newer_than: lastRead || null, per_page: 10, page: 1 } as const
        const { rows, total } = await listAlerts(query, signal)
        return { count: total ?? rows.length, newest: Math.max(0, ...rows.map(({ id }) => id)) }
      },
      refetchInterval,
    }),
  /** The rules of all views. Needs full access. */
  rules: () => queryOptions({ queryKey: [...alertQueries.all(), 'rules'], queryFn: ({ signal }) => listRules(signal) }),
}

/** What a rule says, as its form sends it. */
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
