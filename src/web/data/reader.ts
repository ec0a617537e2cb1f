import type { PathOf } from './client.ts'
import { server } from './server.ts'
import { hasKey, useSession } from './session.ts'

/** The way a visitor reads without a key. `always` holds for a share link, which is used even if there is a key. */
export type VisitorAccess = { name: string; pathOf: PathOf; always?: true }

// Until a share link is opened, a visitor's access depends on the privacy of websites.
let access: VisitorAccess = {
  name: 'visitor',
  pathOf: visitorPath,
}

/** The access of a visitor; undefined for a reader with a key. */
export const visitorAccess = () => (access.always || !hasKey() ? access : undefined)

/** From now on, reads without a key use this access. A page load has one reader only. */
export const readAsVisitor = (next: VisitorAccess) => void (access = next)

/** The reader's name. Query keys begin with it, so that nothing one reader can see is ever shown to another. */
export const reader = () => visitorAccess()?.name ?? server

/** Returns true if the reader is a visitor, who can only read shared content. */
export const isVisitor = () => visitorAccess() !== undefined

/** Returns true if controls that write are shown: not to visitors, nor if the key is known to be read-only. */
export const useCanWrite = () => !useSession().readOnly && !isVisitor()

/** Returns true if a path of the API needs no key. */
const needsNoKey = (path: string) => /^(?:\/checks|\/sign-in|\/shared\/.+)?$/.test(path)

/** Splits the path of an item or a list that visitors may read; undefined for any other path. */
function splitPath(path: string) {
  const [, resource, id, search] = /^\/(reports|websites)(?:\/(\d+))?(?:\?(.*))?$/.exec(path) ?? []
  return resource ? { resource, id, query: new URLSearchParams(search) } : undefined
}

const withQuery = (path: string, query: URLSearchParams) => (query.size > 0 ? `${path}?${query}` : path)

/** The path at which visitors find the same resource, if its website is shared; null if they can't have it. */
export function visitorPath(path: string): string | null {
  if (needsNoKey(path)) return path
  if (
    /^\/(reports\/\d+\/(history|findings|compare|screenshot)|websites\/\d+\/(issues|duplicates|history|what-if))\b/.test(
      path,
    )
  )
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

/** The path of a share link's target. Its parts are below it. */
export const linkPath = (token: string) => `/shared/links/${encodeURIComponent(token)}`

/**
 * Returns a share link's path for a key holder's `path`; null if it is not part of the link. The path has no website:
 * the link names it.
 */
export const linkVisitorPath = (token: string) => (path: string) => {
  if (needsNoKey(path)) return path
  const [, part] = /^\/websites\/\d+\/(issues|duplicates|history|what-if\?.*)$/.exec(path) ?? []
  if (part) return `${linkPath(token)}/${part}`
  if (/(findings|\.webp)$/.test(path)) return linkPath(token) + path
  const parts = splitPath(path)
  if (!parts || (parts.id && parts.resource === 'websites')) return null
  parts.query.delete('website_id')
  return withQuery(`${linkPath(token)}/${parts.resource}${parts.id ? `/${parts.id}` : ''}`, parts.query)
}
