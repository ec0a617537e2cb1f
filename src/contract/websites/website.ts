import * as z from 'zod'
import { type QueryParams, wholeNumber } from '../lists/query-params.ts'
import { AnyTime, lenient, lenientWithOther, Name } from '../responses/lenient.ts'
import { Count, Id, Points, Timestamp } from '../values.ts'

/** Access to a website and its reports without a key. */
export const privacies = { public: 0, private: 1, password: 2 } as const
export type Privacy = (typeof privacies)[keyof typeof privacies]
export const privacyValues = Object.values(privacies)

export const privacyLabels: Record<Privacy, string> = { 0: 'Public', 1: 'Private', 2: 'Password' }

/** In Unicode code points. */
export const maxPasswordLength = 128

export const PrivacyValue = z
  .enum(privacies, { error: 'invalid_choice' })
  .meta({ id: 'Privacy', description: '0 is Public, 1 Private, 2 Password.' })

export const Website = z
  .object({
    id: Id,
    domain: z.string(),
    privacy: PrivacyValue,
    has_password: z.boolean(),
    findable: z.boolean(),
    reports_count: Count,
    reports_avg_score: Points.nullable(),
    pages_count: Count,
    pages_counted: Count,
    pages_avg_score: Points.nullable(),
    pages_good: Count,
    pages_decent: Count,
    pages_bad: Count,
    pages_redirect: Count,
    pages_other_url: Count,
    pages_unlikely: Count,
    pages_blocked: Count,
    pages_unclear: Count,
    pages_unread: Count,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({
    id: 'Website',
    description:
      'The password is never returned. `findable` lets search engines list the website. `reports_avg_score` has two decimals. The figures of `pages` are those of the latest report of each URL. `pages_counted` of them are indexable: only these count in `pages_avg_score`, `pages_good`, `pages_decent` and `pages_bad`. The others are counted by their state, except for those whose state isn’t known. `pages_unread` is the number of other URLs that crawls found without reading them, so that they have no report.',
  })
export type Website = z.infer<typeof Website>

/** A website with what our own service has beyond the specification, for readers with a key. */
export const WebsiteWithClient = Website.extend({ client_id: Id.nullable(), at_risk: Count.nullable() }).meta({
  id: 'WebsiteWithClient',
  description:
    'A website, and the client that it belongs to. `at_risk` are the clicks of pages that Google will no longer show, null without its figures.',
})
export type WebsiteWithClient = z.infer<typeof WebsiteWithClient>

/** The days of a website's `trend`; today is the last one. */
export const trendDays = 90
/** The days for which a list of websites says what changed; a week like that of the overview. */
export const changeDays = 7

export const WebsiteRow = WebsiteWithClient.extend({
  not_indexable: Count,
  newly_not_indexable: Count,
  pages_change: z.int().nullable(),
  score_change: z.number().min(-100).max(100).nullable(),
  last_run_at: Timestamp.nullable(),
  next_run_at: Timestamp.nullable(),
  trend: z.array(Points.nullable()),
}).meta({
  id: 'WebsiteRow',
  description: `A website in the list. \`not_indexable\` is \`pages_blocked\`. \`newly_not_indexable\`, \`pages_change\` and \`score_change\` say what changed in the last ${changeDays} days, UTC: the pages that could be indexed before, those that came less those that are gone, and the points that \`pages_avg_score\` gained. Pages that are new are compared with their first report. The changes are null for a website that is new and has nothing to compare. \`last_run_at\`: when its pages were last analysed or crawled. \`next_run_at\` is that of its schedule. \`trend\` has the average score at the end of each of the last ${trendDays} days, today last, and null for days without indexable pages.`,
})
export type WebsiteRow = z.infer<typeof WebsiteRow>

/** The states of pages that don't count in the figures of their website. */
export const uncountedStates = ['redirect', 'other_url', 'unlikely', 'blocked', 'unclear'] as const

export const websiteExample: Website = {
  id: 7,
  domain: 'shop.example',
  privacy: 2,
  has_password: true,
  findable: false,
  reports_count: 12,
  reports_avg_score: 61.33,
  pages_count: 7,
  pages_counted: 5,
  pages_avg_score: 72.4,
  pages_good: 2,
  pages_decent: 2,
  pages_bad: 1,
  pages_redirect: 1,
  pages_other_url: 0,
  pages_unlikely: 0,
  pages_blocked: 1,
  pages_unclear: 0,
  pages_unread: 0,
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
}

export const websiteRowExample: WebsiteRow = {
  ...websiteExample,
  client_id: null,
  at_risk: null,
  not_indexable: 1,
  newly_not_indexable: 1,
  pages_change: 2,
  score_change: -1.6,
  last_run_at: '2026-11-21T09:30:00.000Z',
  next_run_at: '2026-11-23T05:00:00.000Z',
  trend: [null, 74, 74, 72.4],
}

/** Other servers can send the privacy as text, and times in other formats. */
const exceptions = {
  id: Id,
  domain: Name,
  privacy: z.transform((given) => privacyValues.find((value) => given === value || given === String(value)) ?? null),
  created_at: AnyTime,
  updated_at: AnyTime,
}

/** Turns a `password`, which some servers send, into `has_password`. */
const tidyWebsite = z.transform((given) => {
  if (typeof given !== 'object' || !given || !('password' in given)) return given
  const { password, ...website } = given
  return {
    has_password: typeof password === 'string' && !/^([01]?|true|false)$/.test(password) ? true : password,
    ...website,
  }
})

/** A website from any compatible server, as a list shows it. */
export const AnyWebsite = tidyWebsite.pipe(lenient(Website, exceptions))
export type AnyWebsite = z.output<typeof AnyWebsite>

/** The same as a row of the list, with what our own service has beyond the specification. */
export const AnyWebsiteRow = tidyWebsite.pipe(lenient(WebsiteRow, exceptions))
export type AnyWebsiteRow = z.output<typeof AnyWebsiteRow>

/** A website from any compatible server on its own page. */
export const WholeWebsite = tidyWebsite.pipe(lenientWithOther(WebsiteWithClient, exceptions))
export type WholeWebsite = z.output<typeof WholeWebsite>

/**
 * Returns the domain by which a URL belongs to a website: its host without a leading `www.`, with any non-default port.
 * A subdomain is a website of its own.
 */
export function domainOf({ host }: Pick<URL, 'host'>): string {
  const withoutRoot = host.replace(/\.(?=:\d+$|$)/, '')
  return withoutRoot.replace(/^www\.(?=[^:]*\.)/, '')
}

/** The most reports of a page that a website can be set to keep. Beyond them, it keeps the last one of each month. */
export const maxKeptReports = 1_000
/** More expired reports are not counted. */
export const maxCountedExpired = 10_000

export const Retention = z.object({ keep: z.int().nullable(), expired: Count }).meta({
  id: 'Retention',
  description: `How many reports of each page are kept, besides the last one of each month. \`keep\` is null if all are. \`expired\` is the number of reports that would be deleted now, at most ${maxCountedExpired}.`,
})
export type Retention = z.infer<typeof Retention>

/** `keep` counts the reports that would expire. */
export type RetentionQuery = { keep: number | null }
export const retentionParams: QueryParams<RetentionQuery> = { keep: wholeNumber(maxKeptReports, null) }

/** Pages with more clicks from the first page are deep. The baseline has the same number. */
export const deepClicks = 4

export const SiteStructure = z
  .object({
    crawled_at: Timestamp,
    orphan_pages: Count.nullable(),
    no_inlinks_pages: Count.nullable(),
    unreachable_pages: Count.nullable(),
    sitemap_only_pages: Count.nullable(),
    by_script_pages: Count.nullable(),
    deep_pages: Count,
  })
  .meta({
    id: 'SiteStructure',
    description: `Found by crawls. \`crawled_at\` is the end of the last one. No click from the first page leads to orphan pages: no page links to them, only pages that can’t be reached either, or only a sitemap names them. Only links that scripts add lead to \`by_script_pages\`. They’re null if no crawl could look for them because of its limits. Deep pages are more than ${deepClicks} clicks from the first page.`,
  })
export type SiteStructure = z.infer<typeof SiteStructure>
