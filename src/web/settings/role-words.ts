import type { KeyRole } from '#contract/service-info.ts'

/** What a key can do. */
export const roleWords = { full: 'Full access', read: 'Read-only' } satisfies Record<KeyRole, string>
