import { type ApiKey, NewKey } from '#contract/access/keys.ts'
import type { NewKeyFields } from '#contract/forms/access-forms.ts'
import { fieldsOf } from '#contract/forms/form.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { ApiError, asApiError } from '#web/data/api-error.ts'
import { confirmDelete, confirmWrite, createdSince } from '#web/data/confirm-write.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { tryKey } from '#web/session/try-server.ts'
import { keysQuery, listKeys } from './queries.ts'

/** Keys are loaded again even after a failure, because a write whose response was lost may have been carried out. */
const invalidateKeys = () => void queryClient.invalidateQueries({ queryKey: keysQuery().queryKey })

/**
 * Creates an API key. Only the response has the key itself, which is never stored nor shown in an error: after a lost
 * response, returns the key's entry in the list, without it.
 */
export function createKey(fields: NewKeyFields): Promise<NewKey | ApiKey> {
  const isNew = createdSince()
  const options = { form: fieldsOf(fields), hasSecret: true }
  const post = currentClient().write('POST', '/keys', (body) => readItem(NewKey, body), options)
  return confirmWrite(post, async () =>
    (await listKeys()).find((key) => key.name === fields.name && key.role === fields.role && isNew(key.created_at)),
  ).finally(invalidateKeys)
}

type RevokeOptions = {
  /** Revokes even the last active key with full access, which is otherwise a conflict (409). */
  evenLast: boolean
  /** The secret of the key to revoke, if it is the session's own. */
  ownKey: string | null
}

/** Revokes an API key. Succeeds if it was already revoked. */
export function revokeKey(id: string, { evenLast, ownKey }: RevokeOptions) {
  const readBack = async () => {
    const isActive =
      ownKey === null
        ? (await listKeys()).some((key) => key.id === id && key.revoked_at === null)
        : await isAccepted(ownKey)
    if (!isActive) throw new ApiError('missing')
  }
  const path = `/keys/${id}${evenLast ? '?last=yes' : ''}`
  return confirmDelete(currentClient().call('DELETE', path), readBack).finally(invalidateKeys)
}

/** Whether the server accepts a key. Does not prompt for a new key if it is rejected. */
const isAccepted = (key: string) =>
  tryKey(key).then(
    () => true,
    (error) => {
      if (asApiError(error).kind === 'unauthenticated') return false
      throw error
    },
  )
