import * as z from 'zod'
import { deepClicks } from '../websites/site-structure.ts'
import {
  BrokenLink,
  CheckPages,
  DuplicateGroup,
  HistoryDay,
  MovedWebsite,
  Overview,
  overviewParams,
  PageGroup,
  SamplePage,
  SharedCause,
  WebsiteIssue,
} from '../websites/website-pages.ts'
import type { Operation, Paths } from './operation.ts'
import { parametersOf } from './parameters.ts'
import { Count, Id, itemOf, named, Timestamp, wholeListOf } from './schemas.ts'

const points = z.number().gte(0)
const average = z.number().gte(0).lte(100)
const day = z.iso.date()

const SentSample = named(
  'SamplePage',
  z.strictObject({ ...SamplePage.shape, report_id: Id }),
  'A page as of its latest report.',
)
const SentCause = named(
  'SharedCause',
  z.strictObject({ ...SharedCause.shape, pages: Count }),
  'A cause that pages share for an issue, such as a link in the footer.',
)
const SentBrokenLink = named(
  'BrokenLink',
  z.strictObject({ ...BrokenLink.shape, pages: Count, samples: z.array(SentSample) }),
  'A broken link to a page of the website, the number of pages that link to it, and some of them. At most 200 links of each page are known.',
)
export const SentIssue = named(
  'WebsiteIssue',
  z.strictObject({
    ...WebsiteIssue.shape,
    pages: Count,
    waived_pages: Count,
    points,
    sample: SentSample.nullable(),
    causes: z.array(SentCause),
    links: z.array(SentBrokenLink),
  }),
  'A check with an issue in the latest reports of `pages` pages, which lose `points` points by it in total. `waived_pages` is the number of other pages, where the issue is waived.',
)
const SentDuplicates = named(
  'DuplicateGroup',
  z.strictObject({ ...DuplicateGroup.shape, pages: Count, samples: z.array(SentSample) }),
  'Pages with the same text.',
)
const SentStructure = named(
  'SiteStructure',
  z.strictObject({
    crawled_at: Timestamp,
    orphan_pages: Count.nullable(),
    deep_pages: Count,
  }),
  `Found by crawls. \`crawled_at\` is the end of the last one. Orphan pages are in a sitemap, but no link leads to them; null if no crawl could look for them because of its limits. Deep pages are more than ${deepClicks} clicks from the first page.`,
)
const IssueList = named(
  'WebsiteIssueList',
  z.strictObject({
    data: z.array(SentIssue),
    duplicates: z.array(SentDuplicates),
    structure: SentStructure.nullable(),
    status: z.literal(200),
  }),
)
const GroupList = wholeListOf(
  'PageGroupList',
  named('PageGroup', z.strictObject({ ...PageGroup.shape, pages: Count, average }), 'Pages of a folder or URL shape.'),
)
export const SentDay = named(
  'HistoryDay',
  z.strictObject({
    ...HistoryDay.shape,
    date: day,
    pages: Count,
    average: average.nullable(),
    good: Count,
    decent: Count,
    bad: Count,
  }),
  'The pages of a website at the end of a day on which something changed.',
)
const HistoryList = wholeListOf('WebsiteHistoryList', SentDay)

const change = z.number().gte(-100).lte(100)
const SentMoved = named(
  'MovedWebsite',
  z.strictObject({ ...MovedWebsite.shape, website_id: Id, pages: Count, average, change }),
)
const ListCount = z.strictObject({ count: Count, relation: z.enum(['eq', 'gte']) })
const SentOverview = named(
  'Overview',
  z.strictObject({
    ...Overview.shape,
    since: day,
    changed: z.strictObject({ better: ListCount, worse: ListCount, new: ListCount, not_indexable: ListCount }),
    websites: Count,
    pages: Count,
    good: Count,
    decent: Count,
    bad: Count,
    scores: z.array(Count).length(10),
    rose: z.array(SentMoved),
    fell: z.array(SentMoved),
  }),
  'What changed since a day, and the state of the pages now. `scores` counts pages in steps of ten.',
)
const SentCheckPages = named(
  'CheckPages',
  z.strictObject({ ...CheckPages.shape, pages: Count, websites: Count, total: Count }),
)

type Reads = Pick<Operation, 'tag' | 'access'> & Partial<Pick<Operation, 'lockable' | 'extension' | 'refusals'>>

const issues = (id: string, reads: Reads): Operation => ({
  id,
  summary: 'List the issues of a website',
  extension: 'issues',
  ...reads,
  responses: {
    200: {
      description: 'Based on its latest reports. Issues that cost the most points come first.',
      schema: IssueList,
    },
  },
})
const history = (id: string, reads: Reads): Operation => ({
  id,
  summary: 'Get the history of a website',
  extension: 'website_history',
  ...reads,
  responses: { 200: { description: 'Days on which pages changed, oldest first.', schema: HistoryList } },
})

const withKey = { tag: 'Extensions', access: 'read' } as const
const shared = { tag: 'Without a key', access: 'none', lockable: true, extension: 'shared' } as const
const linked = { ...shared, extension: 'links', refusals: [410] } as const

const SentInlinks = named(
  'Inlinks',
  z.strictObject({
    click_depth: Count.nullable(),
    orphan: z.boolean().nullable(),
    pages: Count,
    samples: z.array(SentSample),
  }),
  'How people get to a page within its website. `click_depth` and `orphan` are from the newest crawl that found the page, and null without one. An orphan page has no click depth. `pages` link to it. At most 200 links of each page are known.',
)

/** The paths that show the pages of a website, or of all. */
export const websitePagesPaths: Paths = {
  '/api/v1/websites/{id}/issues': { get: issues('listIssues', withKey) },
  '/api/v1/websites/{id}/groups': {
    get: {
      id: 'listPageGroups',
      summary: 'List the page groups of a website',
      extension: 'groups',
      ...withKey,
      responses: { 200: { description: 'Folders and URL shapes, largest first.', schema: GroupList } },
    },
  },
  '/api/v1/websites/{id}/history': { get: history('showWebsiteHistory', withKey) },
  '/api/v1/reports/{id}/inlinks': {
    get: {
      id: 'showInlinks',
      summary: "List the links to a report's page",
      extension: 'inlinks',
      ...withKey,
      responses: { 200: { description: 'The links.', schema: itemOf('InlinksItem', SentInlinks, 200) } },
    },
  },
  '/api/v1/overview': {
    get: {
      id: 'showOverview',
      summary: 'Get what changed since a date',
      extension: 'overview',
      ...withKey,
      parameters: parametersOf(overviewParams, { since: 'The first day, UTC. A week ago by default.' }),
      responses: { 200: { description: 'The overview.', schema: itemOf('OverviewItem', SentOverview, 200) } },
    },
  },
  '/api/v1/checks/{check}/pages': {
    get: {
      id: 'countCheckPages',
      summary: 'Count the pages with an issue',
      extension: 'check_pages',
      ...withKey,
      responses: {
        200: { description: 'Based on the latest reports.', schema: itemOf('CheckPagesItem', SentCheckPages, 200) },
      },
    },
  },
  '/api/v1/shared/websites/{id}/issues': { get: issues('listSharedIssues', shared) },
  '/api/v1/shared/websites/{id}/history': { get: history('showSharedWebsiteHistory', shared) },
  '/api/v1/shared/links/{token}/issues': { get: issues('listLinkedIssues', linked) },
  '/api/v1/shared/links/{token}/history': { get: history('showLinkedWebsiteHistory', linked) },
}
