import { queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { server } from './server.ts'
import { serviceInfo } from './service-calls.ts'
import { currentClient } from './session.ts'

/** What this server is and whose key is used; null on a server that does not say. */
export const serviceInfoQuery = () =>
  queryOptions({
    queryKey: [server, 'service'],
    queryFn: async ({ signal }) => {
      try {
        return await serviceInfo(currentClient(), signal)
      } catch (error) {
        if (error instanceof ApiError && (error.kind === 'missing' || error.kind === 'not-understood')) return null
        throw error
      }
    },
  })
