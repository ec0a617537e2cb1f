import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { readItem } from '#contract/envelope.ts'
import { fieldsOf } from '#contract/forms/form.ts'
import type { NewKeyFields } from '#contract/forms/key-form.ts'
import { type ApiKey, KeysAnswer, NewKey } from '#contract/keys.ts'
import { ApiError, asApiError } from '#web/data/api-error.ts'
import { understood } from '#web/data/client.ts'
import { confirmDelete, confirmWrite, createdSince } from '#web/data/write-outcome.ts'
import { queryClient } from '#web/data/query-client.ts'
import { currentClient, reader } from '#web/data/session.ts'
import { tryKey } from '#web/session/try-key.ts'

async function listKeys(signal?: AbortSignal) {
  const { body } = await currentClient().call('GET', '/keys', { signal })
  return understood('/keys', body, () => z.parse(KeysAnswer, body).data)
}

export const keysQuery = () => queryOptions({ queryKey: [reader(), 'keys'], queryFn: ({ signal }) => listKeys(signal) })

/** The list is read again even where no answer came: what was asked for may have been done. */
const again = () => void queryClient.invalidateQueries({ queryKey: keysQuery().queryKey })

/** The only answer that tells the key itself: it is neither kept nor shown in an error. A key whose answer was lost comes without it. */
export function makeKey(fields: NewKeyFields): Promise<NewKey | ApiKey> {
  const isNew = createdSince()
  async function make() {
    const { body } = await currentClient().call('POST', '/keys', { form: fieldsOf(fields) })
    return understood('/keys', undefined, () => readItem(NewKey, body), true)
  }
  return confirmWrite(make(), async () =>
    (await listKeys()).find((key) => key.name === fields.name && key.role === fields.role && isNew(key.created_at)),
  ).finally(again)
}

/** `evenLast`: also the last full key that works, which is otherwise a `conflict`. `own`: the key itself, of the one that asks. */
export function revokeKey(id: string, evenLast: boolean, own: string | null) {
  const look = async () => {
    const works =
      own === null ? (await listKeys()).some((key) => key.id === id && key.revoked_at === null) : await stillWorks(own)
    if (!works) throw new ApiError('missing')
  }
  return confirmDelete(currentClient().call('DELETE', `/keys/${id}${evenLast ? '?last=yes' : ''}`), look).finally(again)
}

/** Asks nobody for another key where this one is refused. */
const stillWorks = (key: string) =>
  tryKey(key).then(
    () => true,
    (error) => {
      if (asApiError(error).kind === 'unauthenticated') return false
      throw error
    },
  )
