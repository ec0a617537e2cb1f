import * as z from 'zod'
import { type PageSize, paging } from '../lists/list-query.ts'
import { type QueryParams, wholeNumber } from '../lists/query-params.ts'
import { Count, Id, maxId, Timestamp } from '../values.ts'

/** Conditions of texts of a page that can change to anything. Each lasting change is one of its own. */
export const textConditions = ['title_changed', 'h1_changed', 'canonical_changed'] as const
export type TextCondition = (typeof textConditions)[number]

/**
 * Conditions of a website, which are checked once when a crawl of it ends, against the complete crawl before: links
 * that broke, or new links to broken URLs; another robots.txt; a sitemap with more or fewer URLs; URLs that return a
 * server error now; pages whose canonical tag names another host now; and a smaller share of indexable pages.
 */
export const crawlConditions = [
  'broken_links',
  'robots_changed',
  'sitemap_size',
  'new_5xx',
  'canonical_host',
  'indexable_share',
] as const
export type CrawlCondition = (typeof crawlConditions)[number]

/**
 * Conditions of a website that is connected to Google: pages with clicks in 28 days that Google had in its index and no
 * longer has, and pages that are new among those at risk of losing their clicks.
 */
export const googleConditions = ['google_dropped', 'clicks_at_risk'] as const
export type GoogleCondition = (typeof googleConditions)[number]

/** A condition that is replaced by others. Stored rules and requests can have it, and alerts that were sent. */
export const replacedConditions = { files_changed: ['robots_changed', 'sitemap_size'] } as const
type ReplacedCondition = keyof typeof replacedConditions

/**
 * The conditions of an alert: a page is no longer indexable, loses 10 points or more, becomes Bad, has a new issue of
 * high importance, or has another title, H1 or canonical URL; the number of pages in the view changes; a crawl of its
 * website finds a change; or pages lose the clicks that Google sends them.
 */
export const alertConditions = [
  'not_indexable',
  'score_drop',
  'becomes_bad',
  'new_issue',
  ...textConditions,
  'count_changed',
  ...crawlConditions,
  ...googleConditions,
] as const
export type AlertCondition = (typeof alertConditions)[number]

/** A condition of an alert, which can have been replaced since it was sent. */
const alertedConditions = [...alertConditions, ...(Object.keys(replacedConditions) as ReplacedCondition[])] as const
export type AlertedCondition = (typeof alertedConditions)[number]

/** Puts the conditions that replaced others in their place, each once. */
export const withoutReplaced = (conditions: readonly string[]): string[] => [
  ...new Set(conditions.flatMap((condition) => replacedConditions[condition as ReplacedCondition] ?? condition)),
]

/** The groups in which people choose conditions: what breaks, what is another one now, and figures that change. */
export const conditionGroups = {
  breaks: [
    'not_indexable',
    'becomes_bad',
    'new_issue',
    'broken_links',
    'new_5xx',
    'canonical_host',
    ...googleConditions,
  ],
  changes: [...textConditions, 'robots_changed'],
  figures: ['score_drop', 'count_changed', 'sitemap_size', 'indexable_share'],
} as const satisfies Record<string, readonly AlertCondition[]>
export type ConditionGroup = keyof typeof conditionGroups

export const isTextCondition = (condition: AlertedCondition): condition is TextCondition =>
  (textConditions as readonly AlertedCondition[]).includes(condition)

export const isGoogleCondition = (condition: AlertedCondition): condition is GoogleCondition =>
  (googleConditions as readonly AlertedCondition[]).includes(condition)

export const isCrawlCondition = (condition: AlertedCondition): condition is CrawlCondition | ReplacedCondition =>
  (crawlConditions as readonly AlertedCondition[]).includes(condition) || condition in replacedConditions

/** The change of a sitemap's size for `sitemap_size`, as a share of the earlier one. */
export const minSitemapChange = 0.1
/** Percentage points lost for `indexable_share`. */
export const minShareDrop = 5
/** Points lost by a page for `score_drop`. */
export const minScoreDrop = 10
export const maxMailAddresses = 10
/** The most changes that one alert lists. */
export const maxAlertChanges = 1_000
/** Days for which alerts are kept. */
export const alertDays = 90

/** `none`: the rule has no such recipient. */
export const deliveryStates = ['none', 'pending', 'sent', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Only for full keys, because the URL of a webhook is a secret. */
export const AlertRule = z
  .object({
    id: Id,
    /** The place: exactly one of them is set. */
    view_id: Id.nullable(),
    website_id: Id.nullable(),
    conditions: z.array(z.enum(alertConditions)),
    mail_to: z.array(z.string()),
    webhook_url: z.url().nullable(),
    webhook_secret: z.string().nullable(),
    paused: z.boolean(),
    created_by: z.string().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({
    id: 'AlertRule',
    description:
      'When and where alerts about a saved view or a website are sent. `paused` is true while its author can’t see the website, and then none are. `webhook_secret` verifies the header `SEO-Reports-Signature: t=TIME,v1=SIGNATURE`, whose signature is the HMAC-SHA256 of `TIME.BODY` in hexadecimal.',
  })
export type AlertRule = z.infer<typeof AlertRule>

export const AlertChange = z.object({
  condition: z.enum(alertedConditions),
  /** The URL of the page, of a broken target, or of a changed file; null for `count_changed`. */
  url: z.string().nullable(),
  report_id: Id.nullable(),
  /** The report before the change. This and the fields below are null in alerts from before they were added. */
  previous_report_id: Id.nullable(),
  /** The check with the new issue, or the one that explains the change; null if none does. */
  check: z.string().nullable(),
  check_name: z.string().nullable(),
  /** Which fault of the check the page has, empty for one without a name. */
  fault: z.string().nullable(),
  /** The issue, named as a problem by the fault. It isn't stored. */
  problem: z.string().nullable(),
  /** The reason for the indexability, of `not_indexable`. */
  indexing_code: z.string().nullable(),
  before: z.number().nullable(),
  after: z.number().nullable(),
  /**
   * The title, H1 or canonical URL, empty if there was none. Of `robots_changed`, the removed and the added lines, or
   * if they aren't known, only the rules that block more URLs as `after_text`. Of `google_dropped`, the state in
   * Google's index, and of `clicks_at_risk`, the cause as `after_text`; `after` are their clicks. For other conditions,
   * `after_text` is the canonical URL if that explains the change, else both are null.
   */
  before_text: z.string().nullable(),
  after_text: z.string().nullable(),
  /** The status of the URL itself, the end of its redirects and their statuses: "301, 302". */
  status: z.int().nullable(),
  redirects_to: z.string().nullable(),
  redirect_statuses: z.string().nullable(),
  /** The crawl that found the change, its website, and the crawl that it was compared with. */
  crawl_id: Id.nullable(),
  previous_crawl_id: Id.nullable(),
  website_id: Id.nullable(),
})
export type AlertChange = z.infer<typeof AlertChange>

export const Alert = z
  .object({
    id: Id,
    /** Null if the alert is about a website, or the view was deleted. */
    view_id: Id.nullable(),
    /** Null if the alert is about a view, or the website was deleted. */
    website_id: Id.nullable(),
    /** The name of the view, or the domain of the website. */
    view_name: z.string(),
    url: z.url(),
    total: Count,
    changes: z.array(AlertChange),
    mail: z.enum(deliveryStates),
    webhook: z.enum(deliveryStates),
    created_at: Timestamp,
  })
  .meta({
    id: 'Alert',
    description: `One message about a saved view or a website. \`changes\` has the first ${maxAlertChanges} of \`total\`. \`before\` and \`after\` are the scores of the reports \`previous_report_id\` and \`report_id\`, or for \`count_changed\` numbers of pages. For \`broken_links\`, \`url\` is the target, \`status\` its status and \`after\` the number of new broken links to it; in older alerts, \`files_changed\` is another \`robots.txt\` or sitemap, as \`after_text\` says. For \`robots_changed\`, \`after\` is the number of URLs that it newly blocks, and \`after_text\` the rules that block them, one a line; for \`sitemap_size\`, \`before\` and \`after\` are numbers of URLs; for \`new_5xx\`, \`status\` is that of \`url\`; for \`canonical_host\`, \`after_text\` is the canonical URL; for \`indexable_share\`, \`before\` and \`after\` are percentages. For all of them, \`crawl_id\` and \`previous_crawl_id\` are the crawls that were compared. \`before_text\` and \`after_text\` are titles, H1s or canonical URLs. \`url\` opens the view or the website in the dashboard.`,
  })
export type Alert = z.infer<typeof Alert>

export type AlertListQuery = {
  view_id: number | null
  website_id: number | null
  client: number | null
  newer_than: number | null
  per_page: PageSize
  page: number
}

/** Newest first. */
export const alertListParams: QueryParams<AlertListQuery> = {
  view_id: wholeNumber(maxId, null),
  website_id: wholeNumber(maxId, null),
  client: wholeNumber(maxId, null),
  newer_than: wholeNumber(maxId, null),
  ...paging(),
}
export const alertRuleListParams: QueryParams<{ view_id: number | null; website_id: number | null }> = {
  view_id: wholeNumber(maxId, null),
  website_id: wholeNumber(maxId, null),
}
