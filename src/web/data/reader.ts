import { ApiError } from './api-error.ts'
import { pathForVisitor, pathThroughLink, pathWithKey, type SharedResource } from './resource-paths.ts'
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

/** Returns the path at which the reader finds a resource. Throws `missing` without access to it. */
export function pathFor(resource: SharedResource): string {
  const path =
    linkToken !== null
      ? pathThroughLink(linkToken, resource)
      : hasKey()
        ? pathWithKey(resource)
        : pathForVisitor(resource)
  if (path === null) throw new ApiError('missing')
  return path
}

/** The reader's name. Query keys begin with it, so that nothing one reader can see is ever shown to another. */
export const reader = () => (linkToken !== null ? `link ${linkToken}` : hasKey() ? server : 'visitor')

const isVisitorWith = (key: string | null) => linkToken !== null || key === null

/**
 * Returns true if the reader is a visitor, who can only read shared content. It stays the same for as long as a page is
 * mounted: the frame mounts another one when the key appears or goes.
 */
export const isVisitor = () => isVisitorWith(currentKey())

/** Returns true if controls that write are shown: not to visitors, nor if the key is known to be read-only. */
export function useCanWrite() {
  const { key, readOnly } = useSession()
  return !readOnly && !isVisitorWith(key)
}
