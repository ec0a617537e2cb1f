import type { Header } from '../gathered.ts'
import type { Cut, Ordinal } from '../page-facts.ts'
import { cutList, plain } from './text.ts'
import type { Handlers } from './walk.ts'

/** A version of the page in another language, by link element or Link header. */
export type Alternate = {
  source: 'link' | 'header'
  hreflang: string
  href: string
  /** Resolved; null when it is no http(s) address. */
  url: string | null
  absolute: boolean
  inHead: boolean
  at: Ordinal | null
}
export type AlternateFacts = Cut<Alternate>

export function collectAlternates(_headers: Header[]) {
  const alternates = cutList<Alternate>()
  const handlers: Handlers = {}
  return { handlers, finish: (_base: string, _finalUrl: string): AlternateFacts => plain(alternates) }
}
