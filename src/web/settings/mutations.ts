import { type ApiKey, NewKey } from '#contract/access/keys.ts'
import type { NewKeyFields } from '#contract/forms/access-forms.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { asApiError } from '#web/data/api-error.ts'
import { createClient } from '#web/data/client.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { server } from '#web/data/server.ts'
import { fieldsWithGrants } from '#web/resources/grants.ts'
import { keysQuery, listKeys } from './queries.ts'

/** Keys are loaded again even after a failure, because a write whose response was lost may have been carried out. */
const invalidateKeys = () => void queryClient.invalidateQueries({ queryKey: keysQuery().queryKey })

/**
 * Creates an API key. Only the first response has the key itself, which is never stored nor shown in an error. If that
 * response is lost, returns the key's entry in the list, without the key.
 */
export async function createKey(fields: NewKeyFields): Promise<NewKey | ApiKey> {
  const options = { form: fieldsWithGrants(fields), hasSecret: true, creates: true }
  try {
    return await currentClient().write('POST', '/keys', (body) => readItem(NewKey, body), options)
  } catch (thrown) {
    const { doneId } = asApiError(thrown)
    const created = doneId === null ? undefined : (await listKeys()).find(({ id }) => id === doneId)
    if (!created) throw thrown
    return created
  } finally {
    invalidateKeys()
  }
}

type RevokeOptions = {
  /** Revokes even the last active key with full access, which is otherwise a conflict (409). */
  evenLast: boolean
  /** The secret of the key to revoke, if it is the session's own. */
  ownKey: string | null
}

/** Revokes an API key. Succeeds if it was already revoked. */
export async function revokeKey(id: string, { evenLast, ownKey }: RevokeOptions): Promise<void> {
  // With its own client, no dialog asks for another key when a repeat is rejected.
  const client = ownKey === null ? currentClient() : createClient({ baseUrl: server, key: () => ownKey })
  try {
    await client.remove(`/keys/${id}${evenLast ? '?last=yes' : ''}`)
  } catch (error) {
    // Its own key is rejected once it is revoked.
    if (ownKey === null || asApiError(error).kind !== 'unauthenticated') throw error
  } finally {
    invalidateKeys()
  }
}
