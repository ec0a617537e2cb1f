import * as z from 'zod'
import { grouped } from '../format/numbers.ts'
import type { ReportListQuery } from '../lists/list-query.ts'
import { day, type QueryParams, wholeNumber } from '../lists/query-params.ts'
import { Count, Id, maxId, Points, Relation, Score } from '../values.ts'

/**
 * What broke on a website, the worst first: pages can't be indexed any more, a crawl found links that broke, pages lost
 * points, or new pages are blocked, with a report (`new`) or without (`unread`). `new_website`: the website was added.
 */
export const newsKinds = ['not_indexable', 'broken_links', 'worse', 'new', 'unread', 'new_website'] as const
export type NewsKind = (typeof newsKinds)[number]

/** The most websites of the news, entries of a website and pages of an entry. */
export const maxNewsWebsites = 20
export const maxNewsEntries = 12
export const maxNewsPages = 3
/** Safety limit: of more pages that changed, only those that changed last are compared. */
export const maxChangedPages = 10_000
/** The websites of a figure that are named. */
export const maxFigureWebsites = 3

const Average = Points.nullable()

export const NewsPage = z
  .object({
    /** Null, like the score, of a page without a report. */
    report_id: Id.nullable(),
    url: z.string(),
    score: Score.nullable(),
    /**
     * The last report before the period; of a page that is new since then, the first one. Null if there is no other
     * than the latest: a crawl found the change without a report.
     */
    previous_report_id: Id.nullable(),
    previous_score: Score.nullable(),
  })
  .meta({ id: 'NewsPage', description: 'A page with the report that it is compared with.' })
export type NewsPage = z.infer<typeof NewsPage>

export const NewsEntry = z
  .object({
    kind: z.enum(newsKinds),
    /** The check that explains it; null if none does. */
    check: z.string().nullable(),
    check_name: z.string().nullable(),
    /** The fault of the check that all these pages have: empty for one without a name, null if they differ. */
    fault: z.string().nullable(),
    /** The issue, named as a problem by that fault. */
    problem: z.string().nullable(),
    /** The status of all these pages; null if it differs. */
    status: z.int().nullable(),
    /** The numbers of pages by error status, the highest first, where it differs. */
    statuses: z.array(z.object({ status: z.int(), pages: Count })),
    redirects: z.boolean(),
    /** The reason for the indexability of all these pages; null if it differs. */
    indexing_code: z.string().nullable(),
    /** Of `worse`, the average score of these pages before and now. */
    scores: z.object({ before: Score, now: Score }).nullable(),
    /** Of `broken_links` the number of targets. */
    pages: Count,
    relation: Relation,
    /** The deepest folder that has all of these pages; null if they only share the website. */
    folder: z.string().nullable(),
    /** The first day on which one of the pages had it. */
    since: z.iso.date().nullable(),
    /** Those with most clicks first, then those that lost most points. */
    samples: z.array(NewsPage),
    /** The crawls whose comparison shows it. */
    crawls: z.object({ crawl_id: Id, previous_crawl_id: Id }).nullable(),
  })
  .meta({
    id: 'NewsEntry',
    description: `What broke on pages of a website by one cause. \`pages\` is the total of \`/reports\` with the website, \`since\`, \`changed\` set to \`kind\`, and \`check\` or for redirects \`indexability=redirect\`; of \`new\` also with \`indexability=blocked\`. Of \`worse\` it is the number of those in this list that lost most points by \`check\`, as the comparison of their reports says. Of \`unread\` it is the number of new URLs that an error or robots.txt keeps from having a report. Of \`broken_links\` it is the number of targets in the comparison \`crawls\`, of \`new_website\` that of pages. \`samples\` are up to ${maxNewsPages} of the pages.`,
  })
export type NewsEntry = z.infer<typeof NewsEntry>

export const WebsiteNews = z
  .object({
    website_id: Id,
    domain: z.string(),
    /** The average score now, and what it gained or lost. Null without indexable pages now or before. */
    average: Average,
    change: z.number().min(-100).max(100).nullable(),
    /** By their kind, worst first. */
    entries: z.array(NewsEntry),
  })
  .meta({
    id: 'WebsiteNews',
    description: 'What broke on a website. The average of a website that is new is compared with its first reports.',
  })
export type WebsiteNews = z.infer<typeof WebsiteNews>

const Figure = z.object({
  count: Count,
  relation: Relation,
  /** The websites with most of these pages. */
  websites: z.array(z.object({ website_id: Id, domain: z.string(), pages: Count })),
})

export const AssignedIssue = z
  .object({
    website_id: Id,
    domain: z.string(),
    check: z.string(),
    name: z.string().nullable(),
    problem: z.string().nullable(),
    pages: Count,
  })
  .meta({
    id: 'AssignedIssue',
    description:
      'An issue of a website with the number of pages whose finding is assigned to a person. It is the total of `/reports` with the website, `check` and `assignee`.',
  })
export type AssignedIssue = z.infer<typeof AssignedIssue>

export const Overview = z
  .object({
    since: z.iso.date(),
    /** The total of `/reports?since=SINCE&changed=…` for each change. */
    changed: z.object({ better: Figure, worse: Figure, new: Figure, not_indexable: Figure }),
    websites: Count,
    pages: Count,
    good: Count,
    decent: Count,
    bad: Count,
    /** The numbers of pages with scores from 0 to 9, 10 to 19 and so on. The last one includes 100. */
    scores: z.array(Count).length(10),
    /** The clicks of pages that Google will no longer show. Null without its figures. */
    at_risk: Count.nullable(),
    /** The websites of these, those with most clicks first. */
    websites_at_risk: z.object({
      count: Count,
      websites: z.array(z.object({ website_id: Id, domain: z.string(), clicks: Count })).max(maxFigureWebsites),
    }),
    /** The worst website first. Null if the server doesn't send it. */
    news: z.array(WebsiteNews).nullable(),
    /** Null for a service key, which is no person's. */
    mine: z.array(AssignedIssue).nullable().optional(),
  })
  .meta({
    id: 'Overview',
    description: `What changed since a day, UTC, and the indexable pages now. Pages are compared with their last report before that day, or with their first one if they are new since then: of pages that changed, the ${grouped(maxChangedPages)} that did so last. \`scores\` counts pages in steps of ten. \`news\` are up to ${maxNewsWebsites} websites on which something broke, each with up to ${maxNewsEntries} entries. \`mine\` are the issues whose open findings are assigned to the sender, those of most pages first.`,
  })
export type Overview = z.infer<typeof Overview>

/** `since` is a week ago by default. */
export const overviewParams: QueryParams<{ since: string | null; client: number | null }> = {
  since: day,
  client: wholeNumber(maxId, null),
}

/** Returns the query of the list of reports that has the pages of an entry; null if there is none. */
export function newsQuery(
  { kind, check, redirects }: Pick<NewsEntry, 'kind' | 'check' | 'redirects'>,
  { since, website_id }: { since: string; website_id: number },
): Partial<ReportListQuery> | null {
  if (kind === 'broken_links' || kind === 'unread') return null
  if (kind === 'new_website') return { website_id, latest: '1' }
  const indexability = redirects ? ('redirect' as const) : kind === 'new' ? ('blocked' as const) : null
  return { website_id, latest: '1', since, changed: kind, check, indexability }
}
