import type { Cut, PageFacts } from '../page-facts.ts'
import { fit } from './fit.ts'

/** Bytes that a report's facts may take when they are compressed; what was found in them may take as many as the rest of 200 KB. */
const limit = 120_000
/** Lists from which the addresses to ask were chosen before this; of later readers none needs more than their beginning. */
const beginning = { links: 150, images: 100 }

/**
 * Facts as they are judged and stored. A usual page loses the tail of two long lists; one made to fill the
 * store loses more. The answer itself is kept as it is: its headers were limited when it came.
 */
export function storable({ response, timings, charset, document, ...facts }: PageFacts): PageFacts {
  const whole = { response, timings, charset, document }
  const rest = { ...facts, links: start(facts.links, beginning.links), images: start(facts.images, beginning.images) }
  return { ...whole, ...fit(rest, Math.max(limit / 2, limit - JSON.stringify(whole).length)) }
}

const start = <T extends Cut<unknown>>(list: T, amount: number): T => ({ ...list, items: list.items.slice(0, amount) })
