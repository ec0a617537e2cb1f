import type { NewView, ViewChange } from '#contract/forms/view-forms.ts'
import { maxViews, View, ViewsResponse } from '#contract/lists/views.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { ApiError } from '#web/data/api-error.ts'
import type { Client } from '#web/data/client.ts'
import { confirmDelete, confirmWrite, createdSince } from '#web/data/confirm-write.ts'
import { server } from '#web/data/server.ts'
import { storedEntries } from '#web/data/stored-entries.ts'
import { viewStorageWords as words } from './view-storage-words.ts'

/** Where saved views are stored: on the server, for everyone with a key, or in this browser. Throws ApiError only. */
export type ViewStorage = {
  where: 'server' | 'browser'
  list(signal?: AbortSignal): Promise<View[]>
  create(view: NewView): Promise<View>
  change(id: number, change: ViewChange): Promise<void>
  remove(id: number): Promise<void>
  /** Takes the IDs of all views in their new order. */
  order(ids: number[]): Promise<void>
}

/** Views on a server with the `views` extension. After a lost response, each write reads whether it was carried out. */
export function serverViews(client: Client): ViewStorage {
  const list = (signal?: AbortSignal) => client.get('/views', (body) => ViewsResponse.parse(body).data, { signal })
  const readView = (body: unknown) => readItem(View, body)
  const show = (id: number) => client.get(`/views/${id}`, readView)
  return {
    where: 'server',
    list,
    create({ name, list: listName, query }) {
      const isNew = createdSince()
      const isSame = (view: View) => view.name === name && view.list === listName && view.query === query
      const post = client.write('POST', '/views', readView, { form: { name, list: listName, query } })
      return confirmWrite(post, async () => (await list()).find((view) => isSame(view) && isNew(view.created_at)))
    },
    async change(id, change) {
      const isChanged = (view: View) =>
        (change.name ?? view.name) === view.name && (change.query ?? view.query) === view.query
      const write = client.call('PUT', `/views/${id}`, { form: change })
      await confirmWrite(write, async () => isChanged(await show(id)))
    },
    remove: (id) => confirmDelete(client.call('DELETE', `/views/${id}`), () => show(id)),
    async order(ids) {
      const form = { ids: ids.join(',') }
      await confirmWrite(
        client.call('PUT', '/views/order', { form }),
        async () => (await list()).map(({ id }) => id).join(',') === form.ids,
      )
    },
  }
}

const stored = storedEntries('browser', `seo-reports:views:${server}`, View)

/** Throws if the browser's storage is full or disabled, so that nothing looks saved that is not. */
function storeViews(views: View[]) {
  if (!stored.set(views.map((view, index) => ({ ...view, position: index + 1 }))))
    throw new ApiError('invalid', words.notSaved)
}

/** Views in this browser, one list per server. Read from storage each time, because another tab can change them. */
export const browserViews: ViewStorage = {
  where: 'browser',
  list: async () => stored.get(),
  async create(fields) {
    const views = stored.get()
    if (views.length >= maxViews) throw new ApiError('conflict', '', { status: 409, words: words.full(maxViews) })
    const now = new Date().toISOString()
    const id = Math.max(0, ...views.map((view) => view.id)) + 1
    const view: View = { ...fields, id, position: views.length + 1, created_at: now, updated_at: now }
    storeViews([...views, view])
    return view
  },
  async change(id, change) {
    const views = stored.get()
    if (!views.some((view) => view.id === id)) throw new ApiError('missing')
    const changed = { ...change, updated_at: new Date().toISOString() }
    storeViews(views.map((view) => (view.id === id ? { ...view, ...changed } : view)))
  },
  async remove(id) {
    storeViews(stored.get().filter((view) => view.id !== id))
  },
  async order(ids) {
    const views = stored.get()
    const ordered = ids.flatMap((id) => views.find((view) => view.id === id) ?? [])
    if (ordered.length !== views.length) throw new ApiError('conflict')
    storeViews(ordered)
  },
}

/** Calls `listener` when another tab changes the views in this browser. Returns a function that stops it. */
export const watchBrowserViews = stored.watch
