import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ServiceInfo } from '#contract/service-info.ts'
import { type ApiErrorKind, asApiError } from './api-error.ts'
import type { Client } from './client.ts'
import { currentClient } from './current-client.ts'
import { server } from './server.ts'
import { setReadOnly } from './session.ts'

export const serviceInfo = (client: Client, signal?: AbortSignal) =>
  client.get('', (body) => z.parse(ServiceInfo, body), { signal })

/** The errors of servers without a service description. */
const hasNoDescription = new Set<ApiErrorKind>(['missing', 'unreadable', 'forbidden', 'invalid', 'too-large'])

/** The server's version, extensions and the key's role; null on a server that doesn't describe itself. */
export const serviceInfoQuery = () =>
  queryOptions({
    queryKey: [server, 'service'],
    queryFn: async ({ signal }) => {
      try {
        const info = await serviceInfo(currentClient(), signal)
        setReadOnly(info.key?.role === 'read')
        return info
      } catch (error) {
        if (hasNoDescription.has(asApiError(error).kind)) return null
        throw error
      }
    },
  })
