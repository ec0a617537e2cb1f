import { PageRefused } from './page-refused.ts'
import { sentences } from './sentences.ts'

/** How many more requests may be made for a page's sake; everything fetched beside the page shares one. */
export type Budget = { left: number }

/** @throws PageRefused when nothing is left */
export function spend(budget: Budget): void {
  if (budget.left <= 0) throw new PageRefused(sentences.unreachable, { limit: 'sub-requests' })
  budget.left -= 1
}
