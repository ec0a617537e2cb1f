import { needsNoKey, splitPath, withQuery } from './visitor-paths.ts'

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
