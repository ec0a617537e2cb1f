import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { Alert, alertListParams, type AlertListQuery, AlertRule } from '#contract/jobs/alerts.ts'
import { writeQuery } from '#contract/lists/query-params.ts'
import { readItem, readListPage, readRows } from '#contract/responses/envelope.ts'
import { storedValue } from '#web/data/browser-storage.ts'
import { currentClient } from '#web/data/current-client.ts'
import { reader } from '#web/data/reader.ts'
import { server } from '#web/data/server.ts'
import { createStore, useStore } from '#web/ui/store.ts'

const listAlerts = (query: AlertListQuery, signal?: AbortSignal) =>
  currentClient().get(`/alerts?${writeQuery(alertListParams, query)}`, (body) => readListPage(Alert, body), { signal })

export const listRules = (signal?: AbortSignal) =>
  currentClient().get('/alerts/rules', (body) => readRows(AlertRule, body), { signal })

export const readRule = (body: unknown) => readItem(AlertRule, body)

/** Alerts arrive at any time, so they are refetched while on screen. */
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
  /** The number of alerts after the one that was read last, and the ID of the latest. */
  unread: (lastRead: number) =>
    queryOptions({
      queryKey: [...alertQueries.all(), 'unread', lastRead],
      queryFn: async ({ signal }) => {
        const query = {
          view_id: null,
          website_id: null,
          client: null,
          newer_than: lastRead || null,
          per_page: 10,
          page: 1,
        } as const
        const { rows, total } = await listAlerts(query, signal)
        return { count: total ?? rows.length, latest: Math.max(0, ...rows.map(({ id }) => id)) }
      },
      refetchInterval,
    }),
  /** The rules of all views and websites. Needs full access. */
  rules: () => queryOptions({ queryKey: [...alertQueries.all(), 'rules'], queryFn: ({ signal }) => listRules(signal) }),
}

const stored = storedValue('browser', `seo-reports:last-alert:${server}`, z.int(), 0)

/** Module state: the ID of the newest alert that was read in this browser, 0 if none was. */
const lastRead = createStore(stored.get())
stored.watch(() => lastRead.set(stored.get()))

export const useLastRead = () => useStore(lastRead)

/** The number of alerts that are new in this browser. */
export const newAlertsQuery = () => alertQueries.unread(lastRead.get())

/** Counts all alerts up to this one as read. */
export function markRead(id: number) {
  lastRead.set(id)
  stored.set(id)
}
