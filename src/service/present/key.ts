import type { ApiKey } from '#contract/access/keys.ts'
import type { ApiKeyRecord } from '#service/store/access/api-keys.ts'

/** `currentId` is the ID of the key that sends the request. */
export function presentKey(key: ApiKeyRecord, currentId: string | null): ApiKey {
  const { secret_hash: _secret, renewed_for_days: _days, ...shown } = key
  return { ...shown, current: key.id === currentId }
}
