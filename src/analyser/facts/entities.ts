import type { Cut, Ordinal } from '../page-facts.ts'
import type { Handlers } from './walk.ts'

/** A thing described by structured data, with the properties that matter for its type. */
export type Entity = {
  source: 'json-ld' | 'microdata' | 'rdfa'
  types: string[]
  /** Property paths that have a value. */
  has: string[]
  at: Ordinal
}
export type EntityFacts = Cut<Entity>

export function collectEntities() {
  const handlers: Handlers = {}
  return { handlers, finish: (): EntityFacts => ({ items: [], total: 0 }) }
}
