import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { readItem } from '#contract/envelope.ts'
import { KeysAnswer, NewKey } from '#contract/keys.ts'
import type { KeyRole } from '#contract/service-info.ts'
import { understood } from './client.ts'
import { gone } from './gone.ts'
import { queryClient } from './query-client.ts'
import { currentClient, reader } from './session.ts'

/** `expiresAt` is an ISO time; null: the key has no end. */
export type KeyWish = { name: string; role: KeyRole; expiresAt: string | null }

export const keysQuery = () =>
  queryOptions({
    queryKey: [reader(), 'keys'],
    queryFn: async ({ signal }) => {
      const { body } = await currentClient().call('GET', '/keys', { signal })
      return understood('/keys', body, () => z.parse(KeysAnswer, body).data)
    },
  })

/** The list is read again even where no answer came: what was asked for may have been done. */
const again = () => void queryClient.invalidateQueries({ queryKey: keysQuery().queryKey })

/** The only answer that tells the key itself: it is neither kept nor shown in an error. */
export async function makeKey({ name, role, expiresAt }: KeyWish): Promise<NewKey> {
  try {
    const { body } = await currentClient().call('POST', '/keys', { form: { name, role, ...(expiresAt && { expires_at: expiresAt }) } })
    return understood('/keys', undefined, () => readItem(NewKey, body), true)
  } finally {
    again()
  }
}

/** `evenLast`: also the last full key that works, which is otherwise a `conflict`. */
export async function revokeKey(id: string, evenLast: boolean) {
  await gone(currentClient().call('DELETE', `/keys/${id}${evenLast ? '?last=yes' : ''}`).then(() => {})).finally(again)
}
