import * as z from 'zod'
import { lenientInteger, momentOrNull, orNull } from '../responses/lenient.ts'

/** Pages with more clicks from the first page are deep. A migration has the same number. */
export const deepClicks = 4

/**
 * What the last crawl found about a website. `orphan_pages` is null if it didn't look for them, because of its limits.
 */
export const SiteStructure = z.object({
  crawled_at: momentOrNull,
  orphan_pages: orNull(lenientInteger),
  deep_pages: lenientInteger,
})
export type SiteStructure = z.infer<typeof SiteStructure>
