/** Returns true if a path of the API needs no key. */
const needsNoKey = (path: string) => /^(?:\/checks|\/sign-in|\/shared\/.+)?$/.test(path)

/** Splits the path of an item or a list that visitors may read; undefined for any other path. */
function splitPath(path: string) {
  const [, resource, id, search] = /^\/(reports|websites)(?:\/(\d+))?(?:\?(.*))?$/.exec(path) ?? []
  return resource ? { resource, id, query: new URLSearchParams(search) } : undefined
}

const withQuery = (path: string, query: URLSearchParams) => (query.size > 0 ? `${path}?${query}` : path)

/** Where a visitor finds what a key holder has at `path`, if its website is shared; null if a visitor can't have it. */
export function visitorPath(path: string): string | null {
  if (needsNoKey(path)) return path
  if (/^\/(reports\/\d+\/(history|findings|compare)|websites\/\d+\/(issues|history|what-if))\b/.test(path))
    return `/shared${path}`
  const parts = splitPath(path)
  if (!parts) return null
  const { resource, id, query } = parts
  if (id) return `/shared/${resource}/${id}`
  const website = query.get('website_id')
  query.delete('website_id')
  return resource === 'reports' && /^\d+$/.test(website ?? '')
    ? withQuery(`/shared/websites/${website}/reports`, query)
    : null
}

/** Where a share link's target is; its parts are below it. */
export const linkPath = (token: string) => `/shared/links/${encodeURIComponent(token)}`

/**
 * Returns where the visitor of a share link finds what a key holder has at `path`; null if it is not part of the link.
 * The path has no website: the link names it.
 */
export const linkVisitorPath = (token: string) => (path: string) => {
  if (needsNoKey(path)) return path
  const [, part] = /^\/websites\/\d+\/(issues|history|what-if\?.*)$/.exec(path) ?? []
  if (part) return `${linkPath(token)}/${part}`
  if (path.endsWith('/findings')) return linkPath(token) + path
  const parts = splitPath(path)
  if (!parts || (parts.id && parts.resource === 'websites')) return null
  parts.query.delete('website_id')
  return withQuery(`${linkPath(token)}/${parts.resource}${parts.id ? `/${parts.id}` : ''}`, parts.query)
}
