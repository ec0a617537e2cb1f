import * as z from 'zod/mini'
import { lenientInteger, orElse, orNull } from './lenient.ts'
import { maxId, maxPage, type PageSize, pageSizes } from './list-query.ts'
import { numberChoice, type QueryParams, wholeNumber } from './query-params.ts'
import { viewLists } from './views.ts'

/** What a governed link leads to. */
export const linkKinds = ['report', 'website', 'view'] as const
export type LinkKind = (typeof linkKinds)[number]

/** A frozen link shows the report as it was when the link was made, even when the report itself is deleted. */
export const linkModes = ['live', 'frozen'] as const
export type LinkMode = (typeof linkModes)[number]

/** In Unicode code points. */
export const maxLinkLabel = 100

/** So many openings of a link are kept, and so long; so many are told. */
export const maxVisits = 1_000
export const visitDays = 400
export const shownVisits = 200

const shape = {
  id: lenientInteger,
  kind: z.enum(linkKinds),
  mode: z.enum(linkModes),
  label: orElse(z.string(), ''),
  report_id: orNull(lenientInteger),
  /** Of a report the website it belongs to, of a view the one it is narrowed to, if it is. */
  website_id: orNull(lenientInteger),
  /** Of a view: which list, and its search parameters. */
  list: orNull(z.enum(viewLists)),
  query: orNull(z.string()),
  /** What it leads to, for people: a URL, a domain, or a view in words. */
  title: z.string(),
  /** The name of the key that made it. */
  created_by: orNull(z.string()),
  created_at: z.string(),
  expires_at: orNull(z.string()),
  has_password: orElse(z.boolean(), false),
  revoked_at: orNull(z.string()),
  /** What it led to was deleted: it opens no more. */
  gone: orElse(z.boolean(), false),
  opens_count: orElse(lenientInteger, 0),
  last_opened_at: orNull(z.string()),
}

/** A link as those with a key see it, in `GET /api/v1/links`; its address is never told again. */
export const Link = z.object(shape)
export type Link = z.infer<typeof Link>

/** What `POST /api/v1/links` answers: the only time that a link's address is known. */
export const NewLink = z.object({
  ...shape,
  url: z.string().check(z.refine((url) => /^https?:\/\//i.test(url))),
  token: z.string(),
})
export type NewLink = z.infer<typeof NewLink>

export const LinkVisit = z.object({ opened_at: z.string(), client: orElse(z.string(), 'Unknown') })
export type LinkVisit = z.infer<typeof LinkVisit>

/** What `GET /api/v1/links/{id}/opens` answers, the newest first. */
export const VisitsAnswer = z.object({ data: z.array(LinkVisit) })

/** `website_id`: links to that website, to its reports and to lists that are narrowed to it. */
export type LinkListQuery = { website_id: number | null; per_page: PageSize; page: number }

export const linkListParams: QueryParams<LinkListQuery> = {
  website_id: wholeNumber(maxId, null),
  per_page: numberChoice(pageSizes, 10),
  page: wholeNumber(maxPage, 1),
}
