import * as z from 'zod/mini'
import { countOrNull, flagOrNull, lenientInteger, orElse } from './lenient.ts'
import { SamplePage } from './website-pages.ts'

/** `GET /api/v1/reports/{id}/inlinks`: how people get to the page of a report within its website. */
export const Inlinks = z.object({
  /** The fewest clicks from the first page of the newest crawl; null without a crawl, or if no link led to the page. */
  click_depth: countOrNull,
  /** Whether a sitemap named the page, but no link led to it; null without a crawl. */
  orphan: flagOrNull,
  /** The number of pages whose newest report links to it, some of which are named. */
  pages: lenientInteger,
  samples: orElse(z.array(SamplePage), []),
})
export type Inlinks = z.infer<typeof Inlinks>
