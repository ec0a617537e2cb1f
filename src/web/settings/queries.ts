import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type AuditFilter, auditParams, type AuditQuery, AuditRow } from '#contract/audit.ts'
import { readPage } from '#contract/envelope.ts'
import { KeysResponse } from '#contract/keys.ts'
import { writeQuery } from '#contract/query-params.ts'
import { parseBody } from '#web/data/api-error.ts'
import { currentClient, reader } from '#web/data/session.ts'
import { streamExport } from '#web/list/export-stream.ts'

export async function listKeys(signal?: AbortSignal) {
  const { body } = await currentClient().call('GET', '/keys', { signal })
  return parseBody('/keys', body, () => z.parse(KeysResponse, body).data)
}

export const keysQuery = () => queryOptions({ queryKey: [reader(), 'keys'], queryFn: ({ signal }) => listKeys(signal) })

export const auditQuery = (query: AuditQuery) =>
  queryOptions({
    queryKey: [reader(), 'audit', query],
    queryFn: async ({ signal }) => {
      const search = writeQuery(auditParams, query)
      const path = `/audit${search.size > 0 ? `?${search}` : ''}`
      const { body } = await currentClient().call('GET', path, { signal })
      return parseBody(path, body, () => readPage(AuditRow, body))
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Starts a CSV export of the audit events that match the filter. */
export function exportAudit({ action, actor, from, to }: AuditFilter, signal: AbortSignal) {
  const params = Object.entries({ action, actor, from, to, bom: '1' }).filter(([, value]) => value !== null)
  return streamExport(currentClient(), 'audit', 'csv', new URLSearchParams(params as [string, string][]), signal)
}
