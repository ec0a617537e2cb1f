import { fieldsOf } from '#contract/forms/form.ts'
import type { NewLinkFields } from '#contract/forms/link-form.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { Link, NewLink } from '#contract/sharing/links.ts'
import { asApiError } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { linkQueries } from '#web/resources/link-queries.ts'

/** Links are loaded again even after a failure, because a write whose response was lost may have been carried out. */
const invalidateLinks = () => void queryClient.invalidateQueries({ queryKey: linkQueries.all() })

/**
 * Creates a share link. Only the first response has the link's URL: if it is lost, returns the link without it.
 */
export async function createLink(fields: NewLinkFields, client = currentClient()): Promise<NewLink | Link> {
  const options = { form: fieldsOf(fields), hasSecret: true, creates: true }
  try {
    return await client.write('POST', '/links', (body) => readItem(NewLink, body), options)
  } catch (thrown) {
    const { doneId } = asApiError(thrown)
    if (doneId === null) throw thrown
    return await client.get(`/links/${doneId}`, (body) => readItem(Link, body))
  } finally {
    invalidateLinks()
  }
}

/** Revokes a share link. Succeeds if it was already revoked. */
export const revokeLink = (id: number) => currentClient().remove(`/links/${id}`).finally(invalidateLinks)
