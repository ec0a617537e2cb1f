import * as z from 'zod'
import { groupKinds } from '../lists/page-groups.ts'
import { day, type QueryParams } from '../lists/query-params.ts'
import { categories, importances } from '../reports/analysis.ts'
import { countOrNull, flagOrNull, lenientInteger, orElse, orNull } from '../responses/lenient.ts'
import { SiteStructure } from './site-structure.ts'

/** One page, by its latest report. */
export const SamplePage = z.object({ report_id: lenientInteger, url: z.string(), title: orNull(z.string()) })
export type SamplePage = z.infer<typeof SamplePage>

/** What pages share about an issue, such as a link in the footer. */
export const SharedCause = z.object({ key: z.string(), label: z.string(), pages: lenientInteger })
export type SharedCause = z.infer<typeof SharedCause>

/** A link to a page of the website that doesn't work. `pages` have it, some of which are named. */
export const BrokenLink = z.object({ url: z.string(), pages: lenientInteger, samples: z.array(SamplePage) })
export type BrokenLink = z.infer<typeof BrokenLink>

/** A check that the latest reports of some pages of a website fail, or have a warning of. */
export const WebsiteIssue = z.object({
  check: z.string(),
  name: orNull(z.string()),
  importance: orElse(z.enum(importances), 'low'),
  category: orNull(z.enum(categories)),
  pages: lenientInteger,
  /** The number of other pages, on which a waiver covers the issue. */
  waived_pages: orElse(lenientInteger, 0),
  /** The points that these pages lose by it in total. */
  points: z.number(),
  sample: orNull(SamplePage),
  /** The most common causes, each shared by at least two pages. */
  causes: orElse(z.array(SharedCause), []),
  /** The broken internal links on most pages, whether or not these pages have the issue. */
  links: orElse(z.array(BrokenLink), []),
})
export type WebsiteIssue = z.infer<typeof WebsiteIssue>

export const duplicateKinds = ['title', 'description', 'body'] as const
export type DuplicateKind = (typeof duplicateKinds)[number]

/** Pages of a website with the same text. */
export const DuplicateGroup = z.object({
  kind: z.enum(duplicateKinds),
  pages: lenientInteger,
  /** Some of the pages, the newest report first. */
  samples: z.array(SamplePage),
})
export type DuplicateGroup = z.infer<typeof DuplicateGroup>

/** The response of `GET /api/v1/websites/{id}/issues`. Issues are sorted by the points lost, groups by their pages. */
export const WebsiteIssues = z.object({
  data: z.array(WebsiteIssue),
  duplicates: orElse(z.array(DuplicateGroup), []),
  /** Null before the first crawl. */
  structure: orNull(SiteStructure),
})
export type WebsiteIssues = z.infer<typeof WebsiteIssues>

/** Pages of a website in a folder, or with URLs of one shape. `group` is the value of the list parameter. */
export const PageGroup = z.object({
  group: z.string(),
  kind: z.enum(groupKinds),
  pages: lenientInteger,
  average: z.number(),
  /** The check that costs these pages the most points in total. */
  worst_check: orNull(z.string()),
  worst_check_name: orNull(z.string()),
})
export type PageGroup = z.infer<typeof PageGroup>

/** The response of `GET /api/v1/websites/{id}/groups`, the largest groups first. */
export const PageGroups = z.object({ data: z.array(PageGroup) })

/** The pages of a website at the end of a day. */
export const HistoryDay = z.object({
  date: z.string(),
  pages: lenientInteger,
  average: orNull(z.number()),
  good: lenientInteger,
  decent: lenientInteger,
  bad: lenientInteger,
})
export type HistoryDay = z.infer<typeof HistoryDay>

/** The response of `GET /api/v1/websites/{id}/history`: the days on which something changed, the oldest first. */
export const WebsiteHistory = z.object({ data: z.array(HistoryDay) })

/** The number of reports in a list. `gte`: the list can have more. */
const ListCount = z.object({ count: lenientInteger, relation: z.enum(['eq', 'gte']) })

export const MovedWebsite = z.object({
  website_id: lenientInteger,
  domain: z.string(),
  pages: lenientInteger,
  average: z.number(),
  /** How much the average changed. */
  change: z.number(),
})
export type MovedWebsite = z.infer<typeof MovedWebsite>

/** The response of `GET /api/v1/overview`: what changed since a day, and how pages are now. */
export const Overview = z.object({
  /** The day, in UTC. */
  since: z.string(),
  /** The total of `/reports?latest=1&from=SINCE&changed=…` for each change. */
  changed: z.object({ better: ListCount, worse: ListCount, new: ListCount, not_indexable: ListCount }),
  websites: lenientInteger,
  pages: lenientInteger,
  good: lenientInteger,
  decent: lenientInteger,
  bad: lenientInteger,
  /** The numbers of pages with scores from 0 to 9, 10 to 19 and so on. The last one includes 100. */
  scores: z.array(lenientInteger),
  /** The websites whose average rose or fell most, each with the largest change first. */
  rose: z.array(MovedWebsite),
  fell: z.array(MovedWebsite),
})
export type Overview = z.infer<typeof Overview>

/** `since` is a week ago by default. */
export const overviewParams: QueryParams<{ since: string | null }> = { since: day }

/** The response of `GET /api/v1/checks/{check}/pages`: the pages with an issue, by their latest reports. */
export const CheckPages = z.object({
  pages: lenientInteger,
  websites: lenientInteger,
  /** The number of all pages. */
  total: lenientInteger,
})
export type CheckPages = z.infer<typeof CheckPages>

/** `GET /api/v1/reports/{id}/inlinks`: how people get to the page of a report within its website. */
export const Inlinks = z.object({
  /** The fewest clicks from the first page of the newest crawl; null without a crawl, or if no link led to the page. */
  click_depth: countOrNull,
  /** Whether a sitemap named the page, but no link led to it; null without a crawl. */
  orphan: flagOrNull,
  /** The number of pages whose latest report links to it, some of which are named. */
  pages: lenientInteger,
  samples: orElse(z.array(SamplePage), []),
})
export type Inlinks = z.infer<typeof Inlinks>
