import * as z from 'zod'
import type { ExportColumns } from '../lists/exports.ts'
import { maxSearchLength, paging, sortDirections } from '../lists/list-query.ts'
import { choice, type QueryOf, range, text, unpaged } from '../lists/query-params.ts'
import { Count, Id, Timestamp } from '../values.ts'
import { JobError, jobUrlStates } from './job.ts'
import { mapFaults } from './redirect-map.ts'

/**
 * What a redirect map's row turned out to be. The first one that applies:
 *
 * - `loop`: the redirects lead back to a URL before.
 * - `chain`: the expected URL is reached, by two or more redirects; or there are more than we follow.
 * - `refused`: the server or its robots.txt doesn't let us in, such as 401, 403 or 429.
 * - `unreachable`: there is no valid response.
 * - `not_found`: the last response is 404 or 410.
 * - `server_error`: the last response is 500 or above.
 * - `as_expected`: the expected URL is reached by one redirect, or by none if it is the old one.
 * - `no_redirect`: the old URL returns a page of its own.
 * - `home_page`: the redirects end at a home page.
 * - `elsewhere`: they end at another page.
 */
export const redirectResults = [
  'as_expected',
  'chain',
  'elsewhere',
  'home_page',
  'no_redirect',
  'not_found',
  'loop',
  'refused',
  'server_error',
  'unreachable',
] as const
export type RedirectResult = (typeof redirectResults)[number]

/** A response with a redirect. `to` is null if it leads to no URL. */
export const RedirectHop = z.object({ url: z.string(), status: z.int(), to: z.string().nullable() })
export type RedirectHop = z.infer<typeof RedirectHop>

/** In percent. */
const Likeness = z.int().min(0).max(100)

export const RedirectMapRow = z
  .object({
    /** The line of the map. */
    line: z.int().min(1),
    url: z.string(),
    expected: z.string(),
    map_fault: z.enum(mapFaults).nullable(),
    state: z.enum(jobUrlStates),
    result: z.enum(redirectResults).nullable(),
    hops: z.array(RedirectHop),
    /** The URL and the status of the last response. */
    final_url: z.string().nullable(),
    status: z.int().nullable(),
    /** Why there is no last response. */
    reason: z.string().nullable(),
    /** The titles in the last reports of the old page and of the one that is reached. */
    old_title: z.string().nullable(),
    new_title: z.string().nullable(),
    title_likeness: Likeness.nullable(),
    text_likeness: Likeness.nullable(),
    canonical: z.string().nullable(),
    checked_at: Timestamp.nullable(),
    error: JobError.nullable(),
  })
  .meta({
    id: 'RedirectMapRow',
    description:
      'A row of a redirect map. `hops` are the redirects from the old URL on. `final_url` and `status` are those of the response after them. `map_fault` is `chain` or `loop` if the map itself redirects the expected URL again. The titles, their likeness and that of the main texts, in percent, are those of the last reports. So is `canonical`, the canonical URL of the page that is reached. All are null without reports. `result` is null until a row is checked, and if it can’t be: `error` says why. It is the first of these that applies. `loop`: the redirects lead back to a URL before. `chain`: the expected URL is reached by two or more redirects, or there are more than we follow. `refused`: the server or its robots.txt doesn’t let us in. `unreachable`: no valid response. `not_found`: 404 or 410. `server_error`: 500 or above. `as_expected`: the expected URL is reached directly. `no_redirect`: the old URL returns a page of its own. `home_page`: another page is reached, a home page. `elsewhere`: any other page.',
  })
export type RedirectMapRow = z.infer<typeof RedirectMapRow>

/** How many rows have each result. */
export const ResultCounts = z.record(z.enum(redirectResults), Count)
export type ResultCounts = z.infer<typeof ResultCounts>

/** The orders of rows. Missing values are last in both directions. */
export const redirectSorts = [
  'line',
  'url',
  'expected',
  'result',
  'hops',
  'final_url',
  'status',
  'title_likeness',
  'text_likeness',
] as const
export type RedirectSort = (typeof redirectSorts)[number]

/** `other` and `none`: the page that is reached names another canonical URL, or none. */
export const canonicalFilters = ['own', 'other', 'none'] as const

export const redirectListParams = {
  /** Text to find in the old, the expected and the final URL. */
  search: text(maxSearchLength),
  result: choice(redirectResults, null),
  map_fault: choice(mapFaults, null),
  hops: range,
  title_likeness: range,
  text_likeness: range,
  canonical: choice(canonicalFilters, null),
  sort_by: choice(redirectSorts, 'line'),
  sort: choice(sortDirections, 'asc'),
  ...paging(25),
}
export type RedirectListQuery = QueryOf<typeof redirectListParams>
export type UnpagedRedirects = Omit<RedirectListQuery, 'page' | 'per_page'>

/** The parameters of the exported map. */
export const redirectExportParams = /* @__PURE__ */ unpaged<RedirectListQuery>(redirectListParams)

export const redirectExportColumns: ExportColumns<RedirectMapRow> = [
  ['Line', ({ line }) => line],
  ['Old URL', ({ url }) => url],
  ['Expected URL', ({ expected }) => expected],
  ['Result', ({ result, error }) => result ?? error?.message ?? null],
  ['Redirects', ({ hops, result }) => (result === null ? null : hops.length)],
  ['Hops', ({ hops }) => hops.map(({ url, status }) => `${status} ${url}`).join(' > ')],
  ['Final URL', ({ final_url }) => final_url],
  ['Status', ({ status }) => status],
  ['Reason', ({ reason }) => reason],
  ['Fault in the map', ({ map_fault }) => map_fault],
  ['Old title', ({ old_title }) => old_title],
  ['New title', ({ new_title }) => new_title],
  ['Title likeness', ({ title_likeness }) => title_likeness],
  ['Text likeness', ({ text_likeness }) => text_likeness],
  ['Canonical', ({ canonical }) => canonical],
  ['Checked', ({ checked_at }) => checked_at],
]

/** A page of the websites of a map's old URLs that no row names, neither as the old nor as the expected URL. */
export const UnnamedPage = z
  .object({
    id: Id,
    website_id: Id,
    url: z.string(),
    title: z.string().nullable(),
    status: z.int().nullable(),
    inlinks: Count,
    report_id: Id.nullable(),
    /** The time since which crawls no longer find it. */
    gone_at: Timestamp.nullable(),
  })
  .meta({
    id: 'UnnamedPage',
    description:
      'A page that the history of a website knows, and that no row of a redirect map names or reaches. `gone_at` is set if crawls no longer find it.',
  })
export type UnnamedPage = z.infer<typeof UnnamedPage>

/** Those with the most inlinks first. */
export const unnamedParams = { ...paging(25) }
export type UnnamedQuery = QueryOf<typeof unnamedParams>

export const unnamedExportColumns: ExportColumns<UnnamedPage> = [
  ['URL', ({ url }) => url],
  ['Title', ({ title }) => title],
  ['Status', ({ status }) => status],
  ['Inlinks', ({ inlinks }) => inlinks],
  ['Gone since', ({ gone_at }) => gone_at],
]
