import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '#web/data/api-error.ts'
import { listChecks } from './check-calls.ts'
import { server } from '#web/data/server.ts'
import { currentClient, hasKey } from '#web/data/session.ts'

/** The texts of all checks and the rule set they belong to, for everybody; null on a server that has none to show. */
export const checksQuery = () =>
  queryOptions({
    queryKey: [server, 'checks'],
    queryFn: async ({ signal }) => {
      try {
        return await listChecks(currentClient(), { signal, anonymous: !hasKey() })
      } catch (error) {
        if (error instanceof ApiError && (error.kind === 'missing' || error.kind === 'unauthenticated')) return null
        throw error
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
