import type { ApiKey } from '#contract/access/keys.ts'
import type { ApiKeyRecord } from '#service/store/access/api-keys.ts'

/** `currentId` is the ID of the key that sends the request. */
export function presentKey(key: ApiKeyRecord, currentId: string | null): ApiKey {
  return {
    id: key.id,
    name: key.name,
    role: key.role,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    last_used_at: key.lastUsedAt,
    revoked_at: key.revokedAt,
    current: key.id === currentId,
  }
}
