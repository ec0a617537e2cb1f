import type { Cut, Ordinal } from '../page-facts.ts'
import type { Handlers } from './walk.ts'

/** Ids that several elements have; `at` is the second of them. */
export type IdFacts = { repeated: Cut<{ id: string; count: number; at: Ordinal }> }

export function collectIds() {
  const handlers: Handlers = {}
  return { handlers, finish: (): IdFacts => ({ repeated: { items: [], total: 0 } }) }
}
