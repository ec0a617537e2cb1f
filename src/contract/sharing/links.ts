import * as z from 'zod'
import { maxId, type PageSize, paging } from '../lists/list-query.ts'
import { type QueryParams, wholeNumber } from '../lists/query-params.ts'
import { viewLists } from '../lists/views.ts'
import { lenientInteger, orElse, orNull } from '../responses/lenient.ts'

/** What a share link shows. */
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

/** The most visits that are kept per link, for how many days, and how many of them are returned. */
export const maxVisits = 1_000
export const visitDays = 400
export const shownVisits = 200

const shape = {
  id: lenientInteger,
  kind: z.enum(linkKinds),
  mode: z.enum(linkModes),
  layout: orElse(z.enum(linkLayouts), 'page'),
  /** The earlier report that a client report compares with. */
  compare_id: orNull(lenientInteger),
  label: orElse(z.string(), ''),
  report_id: orNull(lenientInteger),
  /** The website of the report, or the one that the view is filtered by. */
  website_id: orNull(lenientInteger),
  /** The list and the search parameters of a view; null for other links. */
  list: orNull(z.enum(viewLists)),
  query: orNull(z.string()),
  /** The target in words: a URL, a domain, or a description of the view. */
  title: z.string(),
  /** The name of the key that created it. */
  created_by: orNull(z.string()),
  created_at: z.string(),
  expires_at: orNull(z.string()),
  has_password: orElse(z.boolean(), false),
  /** Whether visitors can check the page again. */
  can_check: orElse(z.boolean(), false),
  revoked_at: orNull(z.string()),
  /** True when the target is deleted and the link no longer works. */
  gone: orElse(z.boolean(), false),
  opens_count: orElse(lenientInteger, 0),
  last_opened_at: orNull(z.string()),
}

/** A share link in `GET /api/v1/links`, without its URL. */
export const Link = z.object(shape)
export type Link = z.infer<typeof Link>

/** The response of `POST /api/v1/links`, the only one with the link's URL. */
export const NewLink = z.object({
  ...shape,
  url: z.string().refine((url) => /^https?:\/\//i.test(url)),
  token: z.string(),
})
export type NewLink = z.infer<typeof NewLink>

export const LinkVisit = z.object({ opened_at: z.string(), client: orElse(z.string(), 'Unknown') })
export type LinkVisit = z.infer<typeof LinkVisit>

/** The response of `GET /api/v1/links/{id}/opens`, newest first. */
export const VisitsResponse = z.object({ data: z.array(LinkVisit) })

/** `website_id` selects links to that website, to its reports and to views filtered by it. */
export type LinkListQuery = { website_id: number | null; per_page: PageSize; page: number }

export const linkListParams: QueryParams<LinkListQuery> = {
  website_id: wholeNumber(maxId, null),
  ...paging(),
}
