import * as z from 'zod/mini'
import { readItem } from '#contract/envelope.ts'
import { View, ViewsAnswer } from '#contract/views.ts'
import { type Client, understood } from './client.ts'
import { gone } from './gone.ts'
import type { ViewKeeper } from './view-keeper.ts'

/** The views that the server keeps, where `GET /api/v1` names `views`. */
export const viewsOnServer = (client: Client): ViewKeeper => ({
  where: 'server',
  async list(signal) {
    const { body } = await client.call('GET', '/views', { signal })
    return understood('/views', body, () => z.parse(ViewsAnswer, body).data)
  },
  async create({ name, list, query }) {
    const { body } = await client.call('POST', '/views', { form: { name, list, query } })
    return understood('/views', body, () => readItem(View, body), true)
  },
  async change(id, change) {
    await client.call('PUT', `/views/${id}`, { form: change })
  },
  remove: (id) => gone(client.call('DELETE', `/views/${id}`).then(() => {})),
  async order(ids) {
    await client.call('PUT', '/views/order', { form: { ids: ids.join(',') } })
  },
})
