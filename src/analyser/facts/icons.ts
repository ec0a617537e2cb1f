import type { Cut, Ordinal } from '../page-facts.ts'
import type { Handlers } from './walk.ts'

export type Icon = { url: string | null; href: string; rel: string; sizes: string | null; type: string | null; at: Ordinal }
/** Icons the head names, in document order. */
export type IconFacts = Cut<Icon>

export function collectIcons() {
  const handlers: Handlers = {}
  return { handlers, finish: (_base: string): IconFacts => ({ items: [], total: 0 }) }
}
