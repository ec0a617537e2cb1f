import {
  reportListParams,
  type ReportListQuery,
  websiteListParams,
  type WebsiteListQuery,
} from '#contract/lists/list-query.ts'
import { defaultsOf, type QueryParams, writeQuery } from '#contract/lists/query-params.ts'
import { linkToken } from '#web/data/reader.ts'

function search<Query extends object>(params: QueryParams<Query>, query: Partial<Query> = {}) {
  const written = writeQuery(params, { ...defaultsOf(params), ...query }).toString()
  return written && `?${written}`
}

/** The folder of the dashboard's URL, without a slash at its end; only a static build has one. */
export const base = import.meta.env.MODE === 'static' ? import.meta.env.BASE_URL.slice(0, -1) : ''

const linkPath = (token: string) => `${base}/s/${token}`

/** Reports and their website are below the share link at which the page was loaded. */
const link = linkToken && linkPath(linkToken)

/** Every path of the dashboard. Parameters that a query leaves out have their defaults. */
export const paths = {
  home: () => `${base}/`,
  reports: (query?: Partial<ReportListQuery>) => `${base}/reports${search(reportListParams, query)}`,
  /** Asks before it analyses. Bookmarklets add `url`. */
  newReport: () => `${base}/reports/new`,
  /**
   * `list` is the query of the list it was opened from, empty for the default one; it decides previous and next. With
   * `compare`, the changes since that report.
   */
  report: (id: number, { list, compare }: { list?: string | undefined; compare?: number | undefined } = {}) => {
    const carried = new URLSearchParams({
      ...(list !== undefined && { list: list.replace(/^\?/, '') }),
      ...(compare && { compare: `${compare}` }),
    })
    return `${link || base}/reports/${id}${carried.size > 0 ? `?${carried}` : ''}`
  },
  /** What the HTML alone gives of the page that this tab has analysed and that is being rendered. */
  reportPreview: () => `${base}/reports/preview`,
  /** A report shipped with the dashboard. */
  exampleReport: () => `${base}/reports/example`,
  websites: (query?: Partial<WebsiteListQuery>) => `${base}/websites${search(websiteListParams, query)}`,
  /** The query is that of the website's list of reports. */
  website: (id: number, query?: Partial<ReportListQuery>) =>
    `${link || `${base}/websites/${id}`}${search(reportListParams, query)}`,
  /** Its pages, with filters of their list. */
  websitePages: (id: number, filters: Record<string, string>) =>
    `${base}/websites/${id}?${new URLSearchParams({ tab: 'pages', ...filters })}`,
  websiteIssues: (id: number) => `${base}/websites/${id}?tab=issues`,
  /** Its pages with clicks at risk, above its issues. */
  websiteAtRisk: (id: number) => `${base}/websites/${id}?tab=issues#at-risk`,
  /** The client report of a report, a website or a list; `search` is that of its page. */
  reportDocument(id: number, search = '') {
    const compare = new URLSearchParams(search).get('compare')
    return `${base}/reports/${id}/document${compare ? `?compare=${compare}` : ''}`
  },
  /** `planned` are the checks of a plan, which its introduction announces. */
  websiteDocument: (id: number, planned: readonly string[] = []) =>
    `${base}/websites/${id}/document${planned.length > 0 ? `?fixed=${planned.map(encodeURIComponent).join(',')}` : ''}`,
  listDocument: (list: 'reports' | 'websites', search = '') => `${base}/documents/${list}${search}`,
  /** `compare` is the crawl that it is compared with. */
  crawl: (id: number, crawl: number, { compare }: { compare?: number } = {}) =>
    `${base}/websites/${id}/crawls/${crawl}${compare ? `?compare=${compare}` : ''}`,
  /** The pages of a website beside the same paths of another, which is chosen first if it isn't given. */
  against: (id: number, other?: number) => `${base}/websites/${id}/against${other ? `/${other}` : ''}`,
  crawls: (id: number) => `${base}/websites/${id}?tab=crawls`,
  websitePrivacy: (id: number) => `${base}/websites/${id}/privacy`,
  websiteIdentity: (id: number) => `${base}/websites/${id}/identity`,
  /** Its clicks from Search Console, and its field data. */
  websiteGoogle: (id: number) => `${base}/websites/${id}/google`,
  /** With an ID, the page of that check. */
  checks: (id = '') => `${base}/checks${id && `/${encodeURIComponent(id)}`}`,
  views: () => `${base}/views`,
  /** All share links, or those of one website. */
  links: (websiteId?: number) => `${base}/settings/sharing${websiteId === undefined ? '' : `?website_id=${websiteId}`}`,
  /** Every job and scheduled run, with the filters of their list. */
  runs: (query: { website_id?: string; state?: string; per_page?: number } = {}) => {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    return `${base}/runs${search.size > 0 ? `?${search}` : ''}`
  },
  /** The rows of a redirect map, or the known pages that none names. */
  redirects: (id: number, tab?: 'unnamed') => `${base}/runs/${id}/redirects${tab ? `?tab=${tab}` : ''}`,
  schedules: () => `${base}/runs?tab=schedules`,
  alerts: () => `${base}/alerts`,
  /** The person's own account, key and server. */
  settings: () => `${base}/settings`,
  appearance: () => `${base}/settings/appearance`,
  shortcuts: () => `${base}/settings/shortcuts`,
  sessions: () => `${base}/settings/sessions`,
  people: () => `${base}/settings/people`,
  /** How people can sign in. */
  signInSettings: () => `${base}/settings/sign-in`,
  /** The server’s own client and key at Google. */
  googleSettings: () => `${base}/settings/google`,
  keys: () => `${base}/settings/keys`,
  clients: () => `${base}/settings/clients`,
  /** The websites of a client, or their issues. */
  client: (id: number, tab?: 'issues') => `${base}/clients/${id}${tab ? `?tab=${tab}` : ''}`,
  brand: () => `${base}/settings/brand`,
  trackers: () => `${base}/settings/trackers`,
  activity: () => `${base}/settings/activity`,
  /** All checks, among the settings. */
  settingsChecks: () => `${base}/settings/checks`,
  /** The target of a share link. */
  link: linkPath,
  /** Creates an account by an invitation, or that of the first owner. */
  account: () => `${base}/account`,
  /** Asks for a link to choose a new password, which opens it too. */
  reset: () => `${base}/reset`,
  /** `to` is the path to go on to afterwards. */
  signIn: (to?: string) => `${base}/sign-in${to && to !== `${base}/` ? `?${new URLSearchParams({ to })}` : ''}`,
}
