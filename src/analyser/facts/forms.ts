import type { Cut, Ordinal } from '../page-facts.ts'
import type { Handlers } from './walk.ts'

export type FormFacts = {
  forms: number
  /** Forms that send over http. */
  insecure: Cut<{ url: string; at: Ordinal }>
  /** Fields that need a label, and those of them that have no accessible name. */
  fields: number
  unlabelled: Cut<{ at: Ordinal }>
}

export function collectForms() {
  const handlers: Handlers = {}
  return { handlers, finish: (_base: string): FormFacts => ({ forms: 0, insecure: { items: [], total: 0 }, fields: 0, unlabelled: { items: [], total: 0 } }) }
}
