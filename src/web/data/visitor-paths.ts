/** Paths that need no key. */
const open = /^(?:\/checks|\/sign-in|\/shared\/.+)?$/
const read = /^\/(reports|websites)(?:\/(\d+))?(?:\?(.*))?$/

/** Where a visitor finds what a key holder has at `path`, if its website is shared; null if a visitor can't have it. */
export function visitorPath(path: string): string | null {
  if (open.test(path)) return path
  const [, resource, id, search] = read.exec(path) ?? []
  if (!resource) return null
  if (id) return `/shared/${resource}/${id}`
  const query = new URLSearchParams(search)
  const website = query.get('website_id')
  query.delete('website_id')
  return resource === 'reports' && /^\d+$/.test(website ?? '')
    ? withQuery(`/shared/websites/${website}/reports`, query)
    : null
}

/** Where a share link's target is; its parts are below it. */
export const linkPath = (token: string) => `/shared/links/${encodeURIComponent(token)}`

/** The same for a share link, which knows its own website. */
export const linkVisitorPath = (token: string) => (path: string) => {
  if (open.test(path)) return path
  const [, resource, id, search] = read.exec(path) ?? []
  const query = new URLSearchParams(search)
  query.delete('website_id')
  if (!resource || (id && resource === 'websites')) return null
  return withQuery(`${linkPath(token)}/${resource}${id ? `/${id}` : ''}`, query)
}

const withQuery = (path: string, query: URLSearchParams) => (query.size > 0 ? `${path}?${query}` : path)
