import { type Structure } from '#contract/list-query.ts'
import { deepClicks } from '#contract/site-structure.ts'

/** The names of the places of pages in their website. */
export const structureNames: Record<Structure, string> = {
  orphan: 'Orphan pages',
  deep: `Pages more than ${deepClicks} clicks deep`,
}
