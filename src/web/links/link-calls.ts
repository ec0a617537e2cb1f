import * as z from 'zod/mini'
import { readItem, readPage } from '#contract/envelope.ts'
import { fieldsOf } from '#contract/forms/form.ts'
import type { NewLinkFields } from '#contract/forms/link-form.ts'
import { Link, type LinkListQuery, linkListParams, NewLink, OpeningsAnswer } from '#contract/links.ts'
import { writeQuery } from '#contract/query-params.ts'
import { ApiError } from '#web/data/api-error.ts'
import { type Client, understood } from '#web/data/client.ts'
import { confirmDelete, confirmWrite, createdSince } from '#web/data/write-outcome.ts'

export async function listLinks(client: Client, query: LinkListQuery, signal?: AbortSignal) {
  const search = writeQuery(linkListParams, query)
  const path = `/links${search.size > 0 ? `?${search}` : ''}`
  const { body } = await client.call('GET', path, { signal })
  return understood(path, body, () => readPage(Link, body))
}

/** The only answer that tells the link's address. A link whose answer was lost comes without it. */
export function createLink(client: Client, fields: NewLinkFields): Promise<NewLink | Link> {
  const isNew = createdSince()
  async function make() {
    const { body } = await client.call('POST', '/links', { form: fieldsOf(fields) })
    return understood('/links', undefined, () => readItem(NewLink, body), true)
  }
  return confirmWrite(make(), async () =>
    (await listLinks(client, newest)).rows.find((link) => hasFields(link, fields) && isNew(link.created_at)),
  )
}

const newest: LinkListQuery = { website_id: null, page: 1, per_page: 25 }

const hasFields = (link: Link, fields: NewLinkFields) =>
  link.kind === fields.kind &&
  (fields.kind !== 'report' || link.report_id === fields.report_id) &&
  (fields.kind !== 'website' || link.website_id === fields.website_id) &&
  (fields.kind !== 'view' || link.list === fields.list) &&
  link.mode === fields.mode &&
  link.label === fields.label &&
  link.has_password === (fields.password !== undefined)

export function revokeLink(client: Client, id: number) {
  const path = `/links/${id}`
  return confirmDelete(client.call('DELETE', path), async () => {
    const { body } = await client.call('GET', path)
    if (understood(path, body, () => readItem(Link, body)).revoked_at !== null) throw new ApiError('missing')
  })
}

export async function openingsOf(client: Client, id: number, signal?: AbortSignal) {
  const path = `/links/${id}/opens`
  const { body } = await client.call('GET', path, { signal })
  return understood(path, body, () => z.parse(OpeningsAnswer, body).data)
}
