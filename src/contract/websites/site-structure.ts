import * as z from 'zod'
import { Count, Timestamp } from '../values.ts'

/** Pages with more clicks from the first page are deep. A migration has the same number. */
export const deepClicks = 4

export const SiteStructure = z
  .object({ crawled_at: Timestamp, orphan_pages: Count.nullable(), deep_pages: Count })
  .meta({
    id: 'SiteStructure',
    description: `Found by crawls. \`crawled_at\` is the end of the last one. Orphan pages are in a sitemap, but no link leads to them; null if no crawl could look for them because of its limits. Deep pages are more than ${deepClicks} clicks from the first page.`,
  })
export type SiteStructure = z.infer<typeof SiteStructure>
