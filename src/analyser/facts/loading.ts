import type { Cut, Ordinal } from '../page-facts.ts'
import type { Handlers } from './walk.ts'

/** What the browser must fetch, and what it must wait for before it paints. */
export type LoadingFacts = {
  blocking: Cut<{ kind: 'script' | 'style'; url: string; at: Ordinal }>
}

export function collectLoading() {
  const handlers: Handlers = {}
  return { handlers, finish: (_base: string): LoadingFacts => ({ blocking: { items: [], total: 0 } }) }
}
