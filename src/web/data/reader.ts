import { server } from './server.ts'
import { currentKey, hasKey, useSession } from './session.ts'

/**
 * The token of the share link at which the page was loaded, else null. Such a page load reads through the link, even if
 * there is a key, and shows nothing outside of it. A static build has no share links.
 */
export const linkToken =
  import.meta.env.MODE === 'static'
    ? null
    : (/^\/s\/([\w-]+)(?:\/|$)/.exec(globalThis.location?.pathname ?? '')?.[1] ?? null)

/** Returns the path at which the reader finds a resource of the API, null without access to it. */
export function pathForReader(path: string): string | null {
  if (linkToken !== null) return linkVisitorPath(linkToken)(path)
  return hasKey() ? path : visitorPath(path)
}

/** The reader's name. Query keys begin with it, so that nothing one reader can see is ever shown to another. */
export const reader = () => (linkToken !== null ? `link ${linkToken}` : hasKey() ? server : 'visitor')

const isVisitorWith = (key: string | null) => linkToken !== null || key === null

/** Returns true if the reader is a visitor, who can only read shared content. */
export const isVisitor = () => isVisitorWith(currentKey())

/** Returns true if controls that write are shown: not to visitors, nor if the key is known to be read-only. */
export function useCanWrite() {
  const { key, readOnly } = useSession()
  return !readOnly && !isVisitorWith(key)
}

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
