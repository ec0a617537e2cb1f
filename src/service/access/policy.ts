import { type Privacy, privacies } from '#contract/website.ts'
import type { Scope } from '#service/store/scope.ts'
import type { WebsiteRecord } from '#service/store/website-record.ts'
import { scopeOfLink } from './links.ts'
import type { Reader } from './reader.ts'

const reads = [
  'list reports',
  'read a report',
  'list websites',
  'read a website',
  'list views',
  'list links',
  'export reports',
  'export websites',
] as const
const writes = [
  'create a report',
  'delete a report',
  'change a website',
  'delete a website',
  'change views',
  'make links',
] as const
/** Reading too is for full keys alone: who else has a key, and what everybody did. */
const fullOnly = ['manage keys', 'read the audit'] as const
export type Action = (typeof reads)[number] | (typeof writes)[number] | (typeof fullOnly)[number]

/** Why a reader may not do something; undefined when it may. */
export type Refusal = 'needs a key' | 'key may only read' | 'key is not full'

const isWrite = (action: Action) => (writes as readonly Action[]).includes(action)
const isForFullKeys = (action: Action) => (fullOnly as readonly Action[]).includes(action)

export function refusalOf(reader: Reader, action: Action): Refusal | undefined {
  if (reader.kind !== 'key') return 'needs a key'
  if (reader.key.role === 'full') return undefined
  if (isForFullKeys(action)) return 'key is not full'
  return isWrite(action) ? 'key may only read' : undefined
}

/** What a reader sees of the stored reports and websites. */
export function scopeOf(reader: Reader): Scope {
  if (reader.kind === 'link') return scopeOfLink(reader.link)
  return reader.kind === 'key' ? { kind: 'all' } : { kind: 'none' }
}

export function seesWebsite(reader: Reader, websiteId: number): boolean {
  const scope = scopeOf(reader)
  return scope.kind === 'all' || (scope.kind === 'website' && scope.websiteId === websiteId)
}

/** Of the others nothing is read for people without a key, so that a private website takes as long as none. */
export const openablePrivacies: readonly Privacy[] = [privacies.public, privacies.password]

export type Door = 'open' | 'locked' | 'closed'

/**
 * What someone without a key finds at the address of a website or of one of its reports. `locked` is told, and asks for the
 * password; `closed` is as if there were no such website.
 */
export function doorOf(
  reader: Reader,
  website: Pick<WebsiteRecord, 'id' | 'privacy' | 'passwordHash'> | undefined,
): Door {
  if (website?.privacy === privacies.public) return 'open'
  if (website?.privacy !== privacies.password || website.passwordHash === null) return 'closed'
  return reader.kind === 'unlock' && reader.websiteId === website.id ? 'open' : 'locked'
}

/** What is seen through an open door: the website and its reports, and nothing else. */
export const scopeOfWebsite = ({ id }: Pick<WebsiteRecord, 'id'>): Scope => ({ kind: 'website', websiteId: id })

/** Only a key's holder is told that something was deleted, and what came after it. */
export const mayKnowWhatWasDeleted = (reader: Reader) => reader.kind === 'key'
