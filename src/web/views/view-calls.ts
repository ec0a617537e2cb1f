import * as z from 'zod/mini'
import { readItem } from '#contract/envelope.ts'
import { View, ViewsAnswer } from '#contract/views.ts'
import { type Client, understood } from '#web/data/client.ts'
import { confirmDelete, confirmWrite, createdSince } from '#web/data/write-outcome.ts'
import type { NewView } from '#contract/forms/view-forms.ts'
import type { ViewKeeper } from './view-keeper.ts'

/** The views that the server keeps, where `GET /api/v1` names `views`. What becomes of a change whose answer is lost is read. */
export function viewsOnServer(client: Client): ViewKeeper {
  async function list(signal?: AbortSignal) {
    const { body } = await client.call('GET', '/views', { signal })
    return understood('/views', body, () => z.parse(ViewsAnswer, body).data)
  }
  async function show(id: number) {
    const path = `/views/${id}`
    const { body } = await client.call('GET', path)
    return understood(path, body, () => readItem(View, body))
  }
  async function make(form: NewView) {
    const { body } = await client.call('POST', '/views', { form })
    return understood('/views', body, () => readItem(View, body), true)
  }
  return {
    where: 'server',
    list,
    create({ name, list: of, query }) {
      const isNew = createdSince()
      const isSame = (view: View) => view.name === name && view.list === of && view.query === query
      return confirmWrite(make({ name, list: of, query }), async () =>
        (await list()).find((view) => isSame(view) && isNew(view.created_at)),
      )
    },
    async change(id, change) {
      const isSo = (view: View) =>
        (change.name ?? view.name) === view.name && (change.query ?? view.query) === view.query
      await confirmWrite(client.call('PUT', `/views/${id}`, { form: change }), async () => isSo(await show(id)))
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
