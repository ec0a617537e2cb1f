import { createStore, useStore } from '#web/ui/store.ts'
import { ApiError } from './api-error.ts'
import { pathForVisitor, pathThroughLink, pathWithKey, type SharedResource } from './resource-paths.ts'
import { server } from './server.ts'
import { type Credential, currentCredential, currentPersonId, useSession } from './session.ts'

/**
 * The token of the share link at which the page was loaded, else null. Such a page load reads through the link, even if
 * there is a key, and shows nothing outside of it. A static build has no share links.
 */
export const linkToken =
  import.meta.env.MODE === 'static'
    ? null
    : (/^\/s\/([\w-]+)(?:\/|$)/.exec(globalThis.location?.pathname ?? '')?.[1] ?? null)

/**
 * The public or password website that this page load reads as a visitor, although the reader is signed in: they have no
 * grant for it. Null: none. Other pages are loaded again, and read as the person.
 */
const visited = createStore<number | null>(null)

/** From now on, this page load reads as a visitor of a website. */
export const visitWebsite = (id: number) => visited.set(id)
export const visitedWebsite = () => visited.get()
export const useIsVisiting = () => useStore(visited, (id) => id !== null)

/** Returns the path at which the reader finds a resource. Throws `missing` without access to it. */
export function pathFor(resource: SharedResource): string {
  const path =
    linkToken !== null
      ? pathThroughLink(linkToken, resource)
      : isVisitor()
        ? pathForVisitor(resource)
        : pathWithKey(resource)
  if (path === null) throw new ApiError('missing')
  return path
}

/** The reader's name. Query keys begin with it, so that nothing one reader can see is ever shown to another. */
export function reader() {
  if (linkToken !== null) return `link ${linkToken}`
  if (isVisitor()) return 'visitor'
  const person = currentPersonId()
  return person === null ? server : `${server} person ${person}`
}

const isVisitorWith = (credential: Credential | null) =>
  linkToken !== null || visited.get() !== null || credential === null

/**
 * Returns true if the reader is a visitor, who can only read shared content. It stays the same for as long as a page is
 * mounted: the frame mounts another one when the person appears or goes, or begins to visit a website.
 */
export const isVisitor = () => isVisitorWith(currentCredential())

/** Returns true if controls that write are shown: not to visitors, nor if the key is known to be read-only. */
export function useCanWrite() {
  const { credential, readOnly } = useSession()
  return !readOnly && !isVisitorWith(credential)
}
