import { type ReportListQuery, reportListParams, type WebsiteListQuery, websiteListParams } from '#contract/list-query.ts'
import { type QueryParams, readQuery, writeQuery } from '#contract/query-params.ts'

function search<Query extends object>(params: QueryParams<Query>, query: Partial<Query> = {}) {
  const written = writeQuery(params, { ...readQuery(params, new URLSearchParams()).query, ...query }).toString()
  return written && `?${written}`
}

let link = ''

/** From now on reports and their website stand under `path`: the page was opened by a link, and shows nothing else. */
export const pathsUnder = (path: string) => void (link = path)

/** Every address of the dashboard. What a query leaves out has its default. */
export const paths = {
  home: () => '/',
  reports: (query?: Partial<ReportListQuery>) => `/reports${search(reportListParams, query)}`,
  /** `list` is the search of the list it was opened from, empty for the plain one, so that its neighbours are known. */
  report: (id: number, { list }: { list?: string | undefined } = {}) => {
    const carried = list?.replace(/^\?/, '')
    return `${link}/reports/${id}${carried === undefined ? '' : `?${new URLSearchParams({ list: carried })}`}`
  },
  websites: (query?: Partial<WebsiteListQuery>) => `/websites${search(websiteListParams, query)}`,
  /** The query is that of the website's own list of reports. */
  website: (id: number, query?: Partial<ReportListQuery>) => `${link || `/websites/${id}`}${search(reportListParams, query)}`,
  websitePrivacy: (id: number) => `/websites/${id}/privacy`,
  /** With an id the page of that check. */
  checks: (id = '') => `/checks${id && `/${encodeURIComponent(id)}`}`,
  views: () => '/views',
  /** All links that open without a key, or those to one website. */
  links: (websiteId?: number) => `/links${websiteId === undefined ? '' : `?website_id=${websiteId}`}`,
  settings: () => '/settings',
  keys: () => '/settings/keys',
  audit: () => '/settings/activity',
  /** What a link opens, for whoever has it. */
  link: (token: string) => `/s/${token}`,
  /** `to` is where to go on afterwards. */
  signIn: (to?: string) => `/sign-in${to && to !== '/' && to !== '/reports' ? `?${new URLSearchParams({ to })}` : ''}`,
}
