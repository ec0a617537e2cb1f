import type { Cut, Ordinal } from '../page-facts.ts'
import type { Handlers } from './walk.ts'

export type NotedLink = { url: string; text: string; at: Ordinal }

/** Links that some check has a word to say about, counted over all links of the page. */
export type LinkNotes = {
  internal: number
  external: number
  /** Links whose text says nothing about where they lead. */
  generic: Cut<NotedLink>
  nofollowInternal: Cut<NotedLink>
  insecureInternal: Cut<NotedLink>
  /** Addresses that only the author's machine can open. */
  localhost: Cut<NotedLink>
}

const none = { items: [], total: 0 }

export function collectLinkNotes() {
  const handlers: Handlers = {}
  const finish = (_base: string, _finalUrl: string, _text: string, _lang: string | null): LinkNotes => ({ internal: 0, external: 0, generic: none, nofollowInternal: none, insecureInternal: none, localhost: none })
  return { handlers, finish }
}
