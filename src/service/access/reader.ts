import type { KeyInfo } from '#contract/service-info.ts'
import type { LinkRecord } from '#service/store/links.ts'

/** Who is asking: someone with a key, with a website's password, with a governed link, or with nothing. */
export type Reader =
  | { kind: 'key'; key: KeyInfo }
  | { kind: 'unlock'; websiteId: number }
  | { kind: 'link'; link: LinkRecord }
  | { kind: 'nobody' }

export const nobody: Reader = { kind: 'nobody' }
