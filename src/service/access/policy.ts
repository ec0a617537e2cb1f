import type { KeyInfo } from '#contract/service-info.ts'
import { type Privacy, privacies } from '#contract/websites/website.ts'
import type { Scope } from '#service/store/lists/scope.ts'
import type { LinkRecord } from '#service/store/share-links/share-links.ts'
import type { WebsiteRecord } from '#service/store/websites/websites.ts'
import { scopeOfLink } from './share-links.ts'

/** The sender of a request: holds a key, a website's password, a share link, or nothing. */
export type Reader =
  | { kind: 'key'; key: KeyInfo }
  | { kind: 'unlock'; website_id: number }
  | { kind: 'link'; link: LinkRecord }
  | { kind: 'visitor' }

export const visitor: Reader = { kind: 'visitor' }

const reads = [
  'list reports',
  'read a report',
  'list websites',
  'read a website',
  'list views',
  'list links',
  'list waivers',
  'list jobs',
  'list schedules',
  'list alerts',
  'read metrics',
  'export reports',
  'export websites',
  'read the brand',
] as const
const writes = [
  'create a report',
  'delete a report',
  'create a website',
  'change a website',
  'change an identity',
  'delete a website',
  'change views',
  'create links',
  'change waivers',
  'change findings',
  'change jobs',
  'change schedules',
  'change the brand',
  'change introductions',
] as const
/** Actions on the request's own key, which any key can do. */
const ofOwnKey = ['rename own key'] as const
/** Actions that need full access, even to read: they show the holders of keys and their activity. */
const fullOnly = ['manage keys', 'read activity', 'manage alert rules'] as const
export type Action =
  | (typeof reads)[number]
  | (typeof writes)[number]
  | (typeof ofOwnKey)[number]
  | (typeof fullOnly)[number]

/** The reason for refusing an action. */
export type Refusal = 'needs a key' | 'key is read-only' | 'needs a full-access key'

const isWrite = (action: Action) => (writes as readonly Action[]).includes(action)
const needsFullKey = (action: Action) => (fullOnly as readonly Action[]).includes(action)

/** Returns the reason for refusing an action, or undefined. */
export function refusalOf(reader: Reader, action: Action): Refusal | undefined {
  if (reader.kind !== 'key') return 'needs a key'
  if (reader.key.role === 'full') return undefined
  if (needsFullKey(action)) return 'needs a full-access key'
  return isWrite(action) ? 'key is read-only' : undefined
}

/** Returns which stored reports and websites a reader can see. */
export function scopeOf(reader: Reader): Scope {
  if (reader.kind === 'link') return scopeOfLink(reader.link)
  return reader.kind === 'key' ? { kind: 'all' } : { kind: 'none' }
}

export function canSeeWebsite(reader: Reader, websiteId: number): boolean {
  const scope = scopeOf(reader)
  return scope.kind === 'all' || (scope.kind === 'website' && scope.website_id === websiteId)
}

/** Websites with another privacy are not read for visitors, so that a private one takes as long as a missing one. */
export const visiblePrivacies: readonly Privacy[] = [privacies.public, privacies.password]

export type WebsiteAccess = 'open' | 'locked' | 'hidden'

/**
 * Returns the access of a reader without a key to a website and its reports. `locked` asks for the password; `hidden`
 * looks as if there were no such website.
 */
export function websiteAccess(
  reader: Reader,
  website: Pick<WebsiteRecord, 'id' | 'privacy' | 'password_hash'> | undefined,
): WebsiteAccess {
  if (website?.privacy === privacies.public) return 'open'
  if (website?.privacy !== privacies.password || website.password_hash === null) return 'hidden'
  return reader.kind === 'unlock' && reader.website_id === website.id ? 'open' : 'locked'
}

/** The scope of an open website: itself and its reports. */
export const scopeOfWebsite = ({ id }: Pick<WebsiteRecord, 'id'>): Scope => ({ kind: 'website', website_id: id })

/** Decides if a reader learns that a report was deleted, and which one came after it. */
export const canSeeDeletions = (reader: Reader) => reader.kind === 'key'
