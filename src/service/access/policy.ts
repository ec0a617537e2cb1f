import type { Right } from '#contract/access/people.ts'
import type { KeyInfo, PersonInfo } from '#contract/service-info.ts'
import { type Privacy, privacies } from '#contract/websites/website.ts'
import type { Rights } from '#service/store/access/grants.ts'
import { authorOfPerson } from '#service/store/access/people.ts'
import { everyRow, type Scope } from '#service/store/lists/scope.ts'
import type { LinkRecord } from '#service/store/share-links/share-links.ts'
import type { WebsiteRecord } from '#service/store/websites/websites.ts'
import { scopeOfLink } from './share-links.ts'

/** A key, which is a person's or a service key, or a person in a browser in which they signed in. */
export type SignedIn =
  | { kind: 'key'; key: KeyInfo; person: PersonInfo | null; rights: Rights }
  | { kind: 'session'; session: number; person: PersonInfo; rights: Rights }

/** The sender of a request: signed in, or holds a website's password, a share link, or nothing. */
export type Reader =
  | SignedIn
  | { kind: 'unlock'; website_id: number }
  | { kind: 'link'; link: LinkRecord }
  | { kind: 'visitor' }

export const visitor: Reader = { kind: 'visitor' }

export const isSignedIn = (reader: Reader): reader is SignedIn => reader.kind === 'key' || reader.kind === 'session'

/** The person who does something, or the service key, by the name that lists and the activity show. */
export type Author = { author_id: string; author_name: string }

export function authorOf(reader: SignedIn): Author {
  const named = reader.kind === 'session' ? reader.person : (reader.person ?? reader.key)
  return { author_id: typeof named.id === 'number' ? authorOfPerson(named.id) : named.id, author_name: named.name }
}

export const personIdOf = (reader: Reader): number | null => (isSignedIn(reader) && reader.person?.id) || null

export const isGuest = (reader: Reader) => isSignedIn(reader) && reader.rights.role === 'guest'
/** Owners, and service keys with everything. */
export const isOwner = (reader: Reader) => isSignedIn(reader) && reader.rights.role === 'owner'

/** Returns false for a read-only key, and for a guest. */
export const canWrite = (reader: SignedIn) =>
  (reader.kind === 'session' || reader.key.role === 'full') && reader.rights.role !== 'guest'

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
  'read clients',
  'read own account',
  'list people',
  'read connections',
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
  'manage clients',
  'manage connections',
  'change introductions',
  'change own account',
] as const
/** Actions on the request's own key, which any key can do. */
const ofOwnKey = ['rename own key'] as const
/** Actions on one’s own account, which guests can do too. */
const ofOwnAccount = ['read own account', 'change own account'] as const
/** Actions that need full access, even to read: they show the holders of keys and their activity. */
const fullOnly = ['manage keys', 'manage people', 'read activity', 'manage alert rules'] as const
/** Actions of owners, and of service keys with everything. */
const ownersOnly = [
  'manage people',
  'manage clients',
  'manage connections',
  'change the brand',
  'read metrics',
] as const
/** What doesn’t exist for guests. */
const ofTheTeam = ['manage keys', 'read activity', 'manage alert rules', 'read connections'] as const
export type Action =
  | (typeof reads)[number]
  | (typeof writes)[number]
  | (typeof ofOwnKey)[number]
  | (typeof fullOnly)[number]

/** The reason for refusing an action. */
export type Refusal =
  | 'needs a key'
  | 'key is read-only'
  | 'needs a full-access key'
  | 'needs an owner'
  | 'guests only view'
  | 'is hidden'

const isOneOf = (actions: readonly Action[], action: Action) => actions.includes(action)
/** Returns true for an action that changes something, or that only people who can change it do. */
export const isWrite = (action: string) => [...writes, ...fullOnly].some((write) => write === action)

/** Returns the reason for refusing an action, or undefined. */
export function refusalOf(reader: Reader, action: Action): Refusal | undefined {
  if (!isSignedIn(reader)) return 'needs a key'
  const { role } = reader.rights
  if (role === 'guest' && isOneOf(ofTheTeam, action)) return 'is hidden'
  if (role !== 'owner' && isOneOf(ownersOnly, action)) return 'needs an owner'
  if (canWrite(reader)) return undefined
  if (role === 'guest') return isWrite(action) && !isOneOf(ofOwnAccount, action) ? 'guests only view' : undefined
  if (isOneOf(fullOnly, action)) return 'needs a full-access key'
  return isOneOf(writes, action) ? 'key is read-only' : undefined
}

/** Returns the statuses with which people of some roles are refused an action. */
export const statusesOfRoles = (action: unknown): (403 | 404)[] => [
  ...(ownersOnly.some((one) => one === action) ? [403 as const] : []),
  ...(ofTheTeam.some((one) => one === action) ? [404 as const] : []),
]

/** Returns which stored reports and websites a reader can see or edit. */
export function scopeOf(reader: Reader, right: Right = 'view'): Scope {
  if (reader.kind === 'link') return scopeOfLink(reader.link)
  if (!isSignedIn(reader)) return { kind: 'none' }
  const { [right]: extent, role } = reader.rights
  if (extent === 'everything') return everyRow
  const isNarrowed = reader.person !== null && extent.some((holder) => 'key_id' in holder)
  const author = isNarrowed ? null : { ...authorOf(reader), person_id: personIdOf(reader) }
  return { kind: 'granted', holders: extent, right, author, isGuest: role === 'guest' }
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
export const scopeOfWebsite = ({ id }: Pick<WebsiteRecord, 'id'>) =>
  ({ kind: 'website', website_id: id }) satisfies Scope

/** Decides if a reader learns that a report was deleted, and which one came after it. */
export const canSeeDeletions = (reader: Reader) => isSignedIn(reader)
