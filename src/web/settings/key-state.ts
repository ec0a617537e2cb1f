import type { ApiKey } from '#contract/keys.ts'

export type KeyState = 'works' | 'expired' | 'revoked'

export function keyState(
  { revoked_at, expires_at }: Pick<ApiKey, 'revoked_at' | 'expires_at'>,
  now = Date.now(),
): KeyState {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && Date.parse(expires_at) <= now ? 'expired' : 'works'
}
