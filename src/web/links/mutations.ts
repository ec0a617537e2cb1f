import { fieldsOf } from '#contract/forms/form.ts'
import type { NewLinkFields } from '#contract/forms/link-form.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { Link, type LinkListQuery, NewLink } from '#contract/sharing/links.ts'
import { ApiError } from '#web/data/api-error.ts'
import { confirmDelete, confirmWrite, createdSince } from '#web/data/confirm-write.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { linkQueries, listLinks } from '#web/resources/link-queries.ts'

/** Links are loaded again even after a failure, because a write whose response was lost may have been carried out. */
const invalidateLinks = () => void queryClient.invalidateQueries({ queryKey: linkQueries.all() })

const latestLinks: LinkListQuery = { website_id: null, page: 1, per_page: 25 }

/**
 * Creates a share link. Only the response has the link's URL: after a lost response, returns the link without it, as
 * found in the list.
 */
export function createLink(fields: NewLinkFields, client = currentClient()): Promise<NewLink | Link> {
  const isNew = createdSince()
  const options = { form: fieldsOf(fields), hasSecret: true }
  const post = client.write('POST', '/links', (body) => readItem(NewLink, body), options)
  return confirmWrite(post, async () =>
    (await listLinks(client, latestLinks)).rows.find((link) => hasFields(link, fields) && isNew(link.created_at)),
  ).finally(invalidateLinks)
}

const hasFields = (link: Link, fields: NewLinkFields) =>
  link.kind === fields.kind &&
  (fields.kind !== 'report' || link.report_id === fields.report_id) &&
  (fields.kind !== 'website' || link.website_id === fields.website_id) &&
  (fields.kind !== 'view' || link.list === fields.list) &&
  link.mode === fields.mode &&
  link.label === fields.label &&
  link.has_password === (fields.password !== undefined)

/** Revokes a share link. Succeeds if it was already revoked. */
export function revokeLink(id: number) {
  const path = `/links/${id}`
  return confirmDelete(currentClient().call('DELETE', path), async () => {
    const link = await currentClient().get(path, (body) => readItem(Link, body))
    if (link.revoked_at !== null) throw new ApiError('missing')
  }).finally(invalidateLinks)
}
