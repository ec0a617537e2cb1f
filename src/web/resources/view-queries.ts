import { queryOptions } from '@tanstack/react-query'
import type { View } from '#contract/lists/views.ts'
import { isOwnService } from '#contract/service-info.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { server } from '#web/data/server.ts'
import { serviceInfoQuery } from '#web/data/service.ts'
import { serverViews } from './view-storage.ts'

/** All saved views in their order; none on other servers. */
export const viewsQuery = () =>
  queryOptions({
    queryKey: [server, 'views'],
    queryFn: async ({ signal }): Promise<View[]> => {
      const info = await queryClient.fetchQuery({ ...serviceInfoQuery(), staleTime: 5 * 60_000 })
      if (!isOwnService(info)) return []
      const views = await serverViews(currentClient()).list(signal)
      return views.toSorted((one, other) => one.position - other.position || one.id - other.id)
    },
  })
