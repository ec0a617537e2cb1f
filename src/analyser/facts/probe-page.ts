import type { Header } from '../gathered.ts'
import type { RobotsDirective } from '../page-facts.ts'

/** What another page says about itself and about its other versions. */
export type LinkedPage = { canonicals: string[]; directives: RobotsDirective[]; alternates: { hreflang: string; url: string }[] }

/** Reads the head of a page from its first bytes; null when the answer is no HTML. */
export const readLinkedPage = (_bytes: Uint8Array, _headers: Header[], _url: string, _truncated: boolean): LinkedPage | null => null
