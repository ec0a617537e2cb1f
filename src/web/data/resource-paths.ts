/** What visitors can read too, if its website is shared or a link leads to it. Anything else needs a key. */
export type SharedResource =
  | { list: 'reports' | 'websites'; query: URLSearchParams }
  | { report: number; part?: 'history' | 'findings' | 'screenshot.webp' | `compare/${number}` }
  | { website: number; part?: 'issues' | 'duplicates' | 'history' | 'changes' | `what-if?fixed=${string}` }

const withQuery = (path: string, query: URLSearchParams) => (query.size > 0 ? `${path}?${query}` : path)

const withoutWebsite = ([...query]: URLSearchParams) =>
  new URLSearchParams(query.filter(([name]) => name !== 'website_id'))

/** The path of the API for readers with a key. */
export function pathWithKey(resource: SharedResource): string {
  if ('list' in resource) return withQuery(`/${resource.list}`, resource.query)
  const path = 'report' in resource ? `/reports/${resource.report}` : `/websites/${resource.website}`
  return resource.part ? `${path}/${resource.part}` : path
}

/** The path for visitors without a link, or null. Of the lists, they have the reports of one website. */
export function pathForVisitor(resource: SharedResource): string | null {
  if (!('list' in resource)) return `/shared${pathWithKey(resource)}`
  const website = resource.query.get('website_id')
  return resource.list === 'reports' && website
    ? withQuery(`/shared/websites/${encodeURIComponent(website)}/reports`, withoutWebsite(resource.query))
    : null
}

/** The path of a share link's target. Its parts are below it. */
export const linkPath = (token: string) => `/shared/links/${encodeURIComponent(token)}`

/** The path for visitors with a link, or null. It has no website, because the link names it. */
export function pathThroughLink(token: string, resource: SharedResource): string | null {
  const link = linkPath(token)
  if ('list' in resource) return withQuery(`${link}/${resource.list}`, withoutWebsite(resource.query))
  if ('website' in resource) return resource.part ? `${link}/${resource.part}` : null
  const { part } = resource
  return !part || part === 'findings' || part === 'screenshot.webp' ? link + pathWithKey(resource) : null
}

const keyless = new Set(['', '/checks', '/session', '/account', '/account/offer', '/password-resets', '/sign-in'])
const keylessParts = /^\/(password-resets\/|shared\/|sign-in\/providers\/\d+\/start$)/

/** Returns true if a path needs no key. */
export const needsNoKey = (path: string) => keyless.has(path) || keylessParts.test(path)
