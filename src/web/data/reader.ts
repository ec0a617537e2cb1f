import type { PathOf } from './client.ts'
import { server } from './server.ts'
import { hasKey, useSession } from './session.ts'
import { visitorPath } from './visitor-paths.ts'

/** How a visitor reads without a key. `always` holds for a share link, which is used even if there is a key. */
export type VisitorAccess = { name: string; pathOf: PathOf; always?: true }

// Until a share link is opened, a visitor sees what the privacy of websites allows.
let access: VisitorAccess = {
  name: 'visitor',
  pathOf: visitorPath,
}

/** The access of a visitor; undefined for a reader with a key. */
export const visitorAccess = () => (access.always || !hasKey() ? access : undefined)

/** From now on, reads without a key use this access. A page load has one reader only. */
export const readAsVisitor = (next: VisitorAccess) => void (access = next)

/** Who reads. Query keys begin with it, so that nothing one reader can see is ever shown to another. */
export const reader = () => visitorAccess()?.name ?? server

/** Returns true if the reader is a visitor, who can read what was shared and nothing else. */
export const isVisitor = () => visitorAccess() !== undefined

/** Returns true if controls that write are shown: not to visitors, nor if the key is known to be read-only. */
export const useCanWrite = () => !useSession().readOnly && !isVisitor()
