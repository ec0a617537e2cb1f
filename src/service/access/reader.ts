import type { KeyInfo } from '#contract/service-info.ts'

/** Who is asking. */
export type Reader = { kind: 'key'; key: KeyInfo } | { kind: 'nobody' }

export const nobody: Reader = { kind: 'nobody' }
