import type { Finding } from './define-check.ts'
import type { Twin } from './page-facts.ts'

/** The other pages, each with the report that says so. */
export const twinEvidence = (twins: readonly (Twin & { similarity?: number })[]): Finding[] =>
  twins.map(({ id, url, similarity }) => ({ url, note: similarity === undefined ? `Report ${id}` : `${Math.floor(similarity * 100)} % alike, report ${id}` }))
