import * as z from 'zod'
import { type PageSize, paging } from '../lists/list-query.ts'
import { type QueryParams, wholeNumber } from '../lists/query-params.ts'
import { viewLists } from '../lists/views.ts'
import { Count, Id, maxId, Timestamp } from '../values.ts'

/** The target of a share link. */
export const linkKinds = ['report', 'website', 'view'] as const
export type LinkKind = (typeof linkKinds)[number]

/**
 * The API's names are older than the product's, and scripts use them: `frozen` is a snapshot, and `opens` are visits.
 */
export const linkModes = ['live', 'frozen'] as const
export type LinkMode = (typeof linkModes)[number]

/** A snapshot shows the report as it was when the link was created, even after its deletion. */
export const isSnapshot = ({ mode }: { mode: LinkMode }) => mode === 'frozen'

/** A report as the dashboard shows it, or as a client report with a cover. */
export const linkLayouts = ['page', 'document'] as const
export type LinkLayout = (typeof linkLayouts)[number]

/** In Unicode code points. */
export const maxLinkLabel = 100

/** Limits of visits: the number kept per link, the days, and the number returned. */
export const maxVisits = 1_000
export const visitDays = 400
export const shownVisits = 200

export const Link = z
  .object({
    id: Id,
    kind: z.enum(linkKinds),
    mode: z.enum(linkModes),
    layout: z.enum(linkLayouts),
    /** The earlier report that a client report compares with. */
    compare_id: Id.nullable(),
    label: z.string(),
    report_id: Id.nullable(),
    /** The website of the report, or the one that the view is filtered by. */
    website_id: Id.nullable(),
    /** The list and the search parameters of a view; null for other links. */
    list: z.enum(viewLists).nullable(),
    query: z.string().nullable(),
    /** The target in words: a URL, a domain, or a description of the view. */
    title: z.string(),
    /** The name of the key that created it. */
    created_by: z.string(),
    created_at: Timestamp,
    expires_at: Timestamp.nullable(),
    has_password: z.boolean(),
    /** True if visitors can check the page again. */
    can_check: z.boolean(),
    /** True if visitors see Google’s clicks. */
    clicks: z.boolean(),
    revoked_at: Timestamp.nullable(),
    /** True when the target is deleted and the link no longer works. */
    gone: z.boolean(),
    opens_count: Count,
    last_opened_at: Timestamp.nullable(),
  })
  .meta({ id: 'Link', description: 'A share link without its URL.' })
export type Link = z.infer<typeof Link>

export const NewLink = Link.extend({ url: z.url().regex(/^https?:\/\//i), token: z.string() }).meta({
  id: 'NewLink',
  description: "The only response that contains the link's URL.",
})
export type NewLink = z.infer<typeof NewLink>

export const LinkVisit = z.object({ opened_at: Timestamp, client: z.string() }).meta({ id: 'LinkVisit' })
export type LinkVisit = z.infer<typeof LinkVisit>

/**
 * `website_id` selects links to that website, to its reports and to views filtered by it, `person_id` those that this
 * person made.
 */
export type LinkListQuery = { website_id: number | null; person_id: number | null; per_page: PageSize; page: number }

export const linkListParams: QueryParams<LinkListQuery> = {
  website_id: wholeNumber(maxId, null),
  person_id: wholeNumber(maxId, null),
  ...paging(),
}
