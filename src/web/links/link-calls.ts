import * as z from 'zod/mini'
import { readItem, readPage } from '#contract/envelope.ts'
import { Link, type LinkListQuery, type LinkMode, linkListParams, NewLink, OpeningsAnswer } from '#contract/links.ts'
import { writeQuery } from '#contract/query-params.ts'
import type { ViewList } from '#contract/views.ts'
import { ApiError } from '#web/data/api-error.ts'
import { type Client, understood } from '#web/data/client.ts'
import { confirmDelete, confirmWrite, createdSince } from '#web/data/write-outcome.ts'

export type LinkTarget =
  | { kind: 'report'; id: number }
  | { kind: 'website'; id: number }
  | { kind: 'view'; list: ViewList; query: string }

/** `expiresAt` is an ISO time; null: the link has no end. */
export type LinkWish = {
  target: LinkTarget
  mode: LinkMode
  label: string
  expiresAt: string | null
  password: string | null
}

export async function listLinks(client: Client, query: LinkListQuery, signal?: AbortSignal) {
  const search = writeQuery(linkListParams, query)
  const path = `/links${search.size > 0 ? `?${search}` : ''}`
  const { body } = await client.call('GET', path, { signal })
  return understood(path, body, () => readPage(Link, body))
}

/** The only answer that tells the link's address. A link whose answer was lost comes without it. */
export function createLink(client: Client, wish: LinkWish): Promise<NewLink | Link> {
  const isNew = createdSince()
  async function make() {
    const { body } = await client.call('POST', '/links', { form: formOf(wish) })
    return understood('/links', undefined, () => readItem(NewLink, body), true)
  }
  return confirmWrite(make(), async () =>
    (await listLinks(client, newest)).rows.find((link) => isAsWished(link, wish) && isNew(link.created_at)),
  )
}

const newest: LinkListQuery = { website_id: null, page: 1, per_page: 25 }

const isAsWished = ({ kind, mode, label, has_password: hasPassword, ...link }: Link, { target, ...wish }: LinkWish) =>
  kind === target.kind &&
  (target.kind === 'view' ? link.list === target.list : link[`${target.kind}_id`] === target.id) &&
  mode === wish.mode &&
  label === wish.label &&
  hasPassword === (wish.password !== null)

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

/** What is left out is as if it were absent. */
export function formOf({ target, mode, label, expiresAt, password }: LinkWish): Record<string, string> {
  return {
    kind: target.kind,
    ...(target.kind === 'view'
      ? { list: target.list, query: target.query }
      : { [`${target.kind}_id`]: String(target.id) }),
    mode,
    ...(label && { label }),
    ...(expiresAt && { expires_at: expiresAt }),
    ...(password && { password }),
  }
}
