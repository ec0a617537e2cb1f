import type { NewView, ViewChange } from '#contract/forms/view-forms.ts'
import { View } from '#contract/lists/views.ts'
import { readItem, readRows } from '#contract/responses/envelope.ts'
import type { Client } from '#web/data/client.ts'
import { confirmDelete, confirmWrite, createdSince } from '#web/data/confirm-write.ts'

/** The saved views. After a lost response, each write reads whether it was carried out. Throws ApiError only. */
export function serverViews(client: Client) {
  const list = (signal?: AbortSignal) => client.get('/views', (body) => readRows(View, body), { signal })
  const readView = (body: unknown) => readItem(View, body)
  const show = (id: number) => client.get(`/views/${id}`, readView)
  return {
    list,
    create({ name, list: listName, query }: NewView): Promise<View> {
      const isNew = createdSince()
      const isSame = (view: View) => view.name === name && view.list === listName && view.query === query
      const post = client.write('POST', '/views', readView, { form: { name, list: listName, query } })
      return confirmWrite(post, async () => (await list()).find((view) => isSame(view) && isNew(view.created_at)))
    },
    async change(id: number, change: ViewChange) {
      const isChanged = (view: View) =>
        (change.name ?? view.name) === view.name && (change.query ?? view.query) === view.query
      const write = client.call('PUT', `/views/${id}`, { form: change })
      await confirmWrite(write, async () => isChanged(await show(id)))
    },
    remove: (id: number) => confirmDelete(client.call('DELETE', `/views/${id}`), () => show(id)),
    /** Takes the IDs of all views in their new order. */
    async order(ids: number[]) {
      const form = { ids: ids.join(',') }
      await confirmWrite(
        client.call('PUT', '/views/order', { form }),
        async () => (await list()).map(({ id }) => id).join(',') === form.ids,
      )
    },
  }
}
