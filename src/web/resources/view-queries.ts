import { queryOptions } from '@tanstack/react-query'
import type { View } from '#contract/lists/views.ts'
import { supports } from '#contract/service-info.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { server } from '#web/data/server.ts'
import { serviceInfoQuery } from '#web/data/service.ts'
import { browserViews, serverViews, type ViewStorage } from './view-storage.ts'

export type SavedViews = { where: ViewStorage['where']; views: View[] }

/** Returns the server's storage if it supports views, otherwise the browser's. */
export async function viewStorage(): Promise<ViewStorage> {
  const info = await queryClient.fetchQuery({ ...serviceInfoQuery(), staleTime: 5 * 60_000 })
  return supports(info, 'views') ? serverViews(currentClient()) : browserViews
}

/** All saved views in their order, and where they are stored. */
export const viewsQuery = () =>
  queryOptions({
    queryKey: [server, 'views'],
    queryFn: async ({ signal }): Promise<SavedViews> => {
      const storage = await viewStorage()
      const views = await storage.list(signal)
      return {
        where: storage.where,
        views: views.toSorted((one, other) => one.position - other.position || one.id - other.id),
      }
    },
  })
