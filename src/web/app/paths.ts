import {
  type ReportListQuery,
  reportListParams,
  type WebsiteListQuery,
  websiteListParams,
} from '#contract/list-query.ts'
import { type QueryParams, readQuery, writeQuery } from '#contract/query-params.ts'

function search<Query extends object>(params: QueryParams<Query>, query: Partial<Query> = {}) {
  const written = writeQuery(params, { ...readQuery(params, new URLSearchParams()).query, ...query }).toString()
  return written && `?${written}`
}

/** The folder that the dashboard stands in, without a slash at its end: only a build for other hosts can stand in one. */
export const base = import.meta.env.MODE === 'static' ? import.meta.env.BASE_URL.slice(0, -1) : ''

let link = ''

/** From now on reports and their website stand under `path`: the page was opened by a link, and shows nothing else. */
export const pathsUnder = (path: string) => void (link = path)

/** Every address of the dashboard. What a query leaves out has its default. */
export const paths = {
  home: () => `${base}/`,
  reports: (query?: Partial<ReportListQuery>) => `${base}/reports${search(reportListParams, query)}`,
  /** `list` is the search of the list it was opened from, empty for the plain one, so that its neighbours are known. */
  report: (id: number, { list }: { list?: string | undefined } = {}) => {
    const carried = list?.replace(/^\?/, '')
    return `${link || base}/reports/${id}${carried === undefined ? '' : `?${new URLSearchParams({ list: carried })}`}`
  },
  websites: (query?: Partial<WebsiteListQuery>) => `${base}/websites${search(websiteListParams, query)}`,
  /** The query is that of the website's own list of reports. */
  website: (id: number, query?: Partial<ReportListQuery>) =>
    `${link || `${base}/websites/${id}`}${search(reportListParams, query)}`,
  websitePrivacy: (id: number) => `${base}/websites/${id}/privacy`,
  /** With an id the page of that check. */
  checks: (id = '') => `${base}/checks${id && `/${encodeURIComponent(id)}`}`,
  views: () => `${base}/views`,
  /** All links that open without a key, or those to one website. */
  links: (websiteId?: number) => `${base}/links${websiteId === undefined ? '' : `?website_id=${websiteId}`}`,
  settings: () => `${base}/settings`,
  keys: () => `${base}/settings/keys`,
  audit: () => `${base}/settings/activity`,
  /** What a link opens, for whoever has it. */
  link: (token: string) => `${base}/s/${token}`,
  /** `to` is where to go on afterwards. */
  signIn: (to?: string) =>
    `${base}/sign-in${to && to !== `${base}/` && to !== `${base}/reports` ? `?${new URLSearchParams({ to })}` : ''}`,
}
