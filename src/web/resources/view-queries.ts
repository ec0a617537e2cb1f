import { queryOptions } from '@tanstack/react-query'
import type { NewView, ViewChange } from '#contract/forms/view-forms.ts'
import { View } from '#contract/lists/views.ts'
import { readItem, readRows } from '#contract/responses/envelope.ts'
import { isOwnService } from '#contract/service-info.ts'
import type { Client } from '#web/data/client.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { server } from '#web/data/server.ts'
import { serviceInfoQuery } from '#web/data/service.ts'

/** Reads and changes the saved views of our own service. Throws ApiError only. */
export const serverViews = (client: Client) => ({
  list: (signal?: AbortSignal) => client.get('/views', (body) => readRows(View, body), { signal }),
  create: ({ name, list, query }: NewView): Promise<View> =>
    client.write('POST', '/views', (body) => readItem(View, body), { form: { name, list, query }, creates: true }),
  change: (id: number, change: ViewChange) => client.call('PUT', `/views/${id}`, { form: change }),
  remove: (id: number) => client.remove(`/views/${id}`),
  /** Takes the IDs of all views in their new order. */
  order: (ids: number[]) => client.call('PUT', '/views/order', { form: { ids: ids.join(',') } }),
})

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
