import type { Wish } from '../gathered.ts'
import type { PageFacts } from '../page-facts.ts'

/**
 * What should be asked beside a page, in the order of importance: whoever asks stops where the requests or the time end.
 * Addresses that robots.txt of the page's own host forbids are asked all the same in this list; the asker obeys.
 */
export function planProbes(_facts: PageFacts, _robots: string): Wish[] {
  return []
}
