import { queryOptions } from '@tanstack/react-query'
import type { View } from '#contract/views.ts'
import { queryClient } from '#web/data/query-client.ts'
import { server } from '#web/data/server.ts'
import { serviceInfoQuery } from '#web/data/service.ts'
import { currentClient } from '#web/data/session.ts'
import { viewsInBrowser } from './view-browser.ts'
import { viewsOnServer } from './view-calls.ts'
import type { ViewKeeper } from './view-keeper.ts'

export type SavedViews = { where: ViewKeeper['where']; views: View[] }

/** The server where it keeps views, else this browser. */
export async function keeperOfViews(): Promise<ViewKeeper> {
  const info = await queryClient.fetchQuery({ ...serviceInfoQuery(), staleTime: 5 * 60_000 })
  return info?.extensions.includes('views') ? viewsOnServer(currentClient()) : viewsInBrowser
}

/** The saved views in their order, and where they are kept. */
export const viewsQuery = () =>
  queryOptions({
    queryKey: [server, 'views'],
    queryFn: async ({ signal }): Promise<SavedViews> => {
      const keeper = await keeperOfViews()
      const views = await keeper.list(signal)
      return {
        where: keeper.where,
        views: views.toSorted((one, other) => one.position - other.position || one.id - other.id),
      }
    },
  })
