import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type AuditFilter, auditParams, type AuditQuery, AnyAuditRow } from '#contract/access/audit.ts'
import { ApiKey } from '#contract/access/keys.ts'
import { Invitation, Person, Session } from '#contract/access/people.ts'
import { writeQuery } from '#contract/lists/query-params.ts'
import { readListPage, readRows } from '#contract/responses/envelope.ts'
import { currentClient } from '#web/data/current-client.ts'
import { reader } from '#web/data/reader.ts'
import { streamExport } from '#web/list/write-export.ts'

export const listKeys = (signal?: AbortSignal) =>
  currentClient().get('/keys', (body) => readRows(ApiKey, body), { signal })

export const keysQuery = () => queryOptions({ queryKey: [reader(), 'keys'], queryFn: ({ signal }) => listKeys(signal) })

export const sessionsQuery = () =>
  queryOptions({
    queryKey: [reader(), 'sessions'],
    queryFn: ({ signal }) => currentClient().get('/me/sessions', (body) => readRows(Session, body), { signal }),
    staleTime: 0,
  })

export const peopleQueries = {
  all: () => [reader(), 'people'] as const,
  people: () =>
    queryOptions({
      queryKey: [...peopleQueries.all(), 'list'],
      queryFn: ({ signal }) => currentClient().get('/people', (body) => readRows(Person, body), { signal }),
    }),
  invitations: () =>
    queryOptions({
      queryKey: [...peopleQueries.all(), 'invitations'],
      queryFn: ({ signal }) =>
        currentClient().get('/people/invitations', (body) => readRows(Invitation, body), { signal }),
    }),
}

export const auditQuery = (query: AuditQuery) =>
  queryOptions({
    queryKey: [reader(), 'audit', query],
    queryFn: ({ signal }) => {
      const search = writeQuery(auditParams, query)
      const path = `/audit${search.size > 0 ? `?${search}` : ''}`
      return currentClient().get(path, (body) => readListPage(AnyAuditRow, body), { signal })
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Starts a CSV export of the audit events that match the filter. */
export function exportAudit({ action, actor, from, to }: AuditFilter, signal: AbortSignal) {
  const params = Object.entries({ action, actor, from, to, bom: '1' }).filter(([, value]) => value !== null)
  return streamExport(currentClient(), 'audit', 'csv', new URLSearchParams(params as [string, string][]), signal)
}
