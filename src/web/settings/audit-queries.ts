import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type AuditFilter, auditParams, type AuditQuery, AuditRow } from '#contract/audit.ts'
import { readPage } from '#contract/envelope.ts'
import { writeQuery } from '#contract/query-params.ts'
import { understood } from '#web/data/client.ts'
import { streamExport } from '#web/list/export-calls.ts'
import { currentClient, reader } from '#web/data/session.ts'

export const auditQuery = (query: AuditQuery) =>
  queryOptions({
    queryKey: [reader(), 'audit', query],
    queryFn: async ({ signal }) => {
      const search = writeQuery(auditParams, query)
      const path = `/audit${search.size > 0 ? `?${search}` : ''}`
      const { body } = await currentClient().call('GET', path, { signal })
      return understood(path, body, () => readPage(AuditRow, body))
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The notes that a filter leaves, as a CSV that is being sent. */
export function exportAudit({ action, actor, from, to }: AuditFilter, signal: AbortSignal) {
  const given = Object.entries({ action, actor, from, to, bom: '1' }).filter(([, value]) => value !== null) as [
    string,
    string,
  ][]
  return streamExport(currentClient(), 'audit', 'csv', new URLSearchParams(given), signal)
}
