import type { NewView, ViewChange } from '#contract/forms/view-forms.ts'
import { View } from '#contract/lists/views.ts'
import { readItem, readRows } from '#contract/responses/envelope.ts'
import type { Client } from '#web/data/client.ts'

/** The saved views. Throws ApiError only. */
export const serverViews = (client: Client) => ({
  list: (signal?: AbortSignal) => client.get('/views', (body) => readRows(View, body), { signal }),
  create: ({ name, list, query }: NewView): Promise<View> =>
    client.write('POST', '/views', (body) => readItem(View, body), { form: { name, list, query }, creates: true }),
  change: (id: number, change: ViewChange) => client.call('PUT', `/views/${id}`, { form: change }),
  remove: (id: number) => client.remove(`/views/${id}`),
  /** Takes the IDs of all views in their new order. */
  order: (ids: number[]) => client.call('PUT', '/views/order', { form: { ids: ids.join(',') } }),
})
