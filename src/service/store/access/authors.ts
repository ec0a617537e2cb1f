import type { Kysely } from 'kysely'
import type { Right } from '#contract/access/people.ts'
import { domainOf } from '#contract/websites/website.ts'
import { batchesOf } from '../engine.ts'
import { and } from '../lists/list.ts'
import { everyRow, type Scope } from '../lists/scope.ts'
import type { Schema } from '../schema.ts'
import { findKeyWithPerson } from './api-keys.ts'
import { allRights, findRights, type Rights } from './grants.ts'
import { findPerson, personOfAuthor } from './people.ts'
import { isVisible } from './visible.ts'

/**
 * Returns what the author of a job, a schedule or an alert rule can see or edit now: nothing while they are suspended,
 * and everything for a key that is no longer known.
 */
export async function scopeOfAuthor(db: Kysely<Schema>, authorId: string, right: Right = 'view'): Promise<Scope> {
  const personId = personOfAuthor(authorId)
  const rights = personId === null ? await rightsOfKey(db, authorId) : await rightsOfPerson(db, personId)
  if (!rights) return { kind: 'none' }
  const extent = rights[right]
  if (extent === 'everything') return everyRow
  const author = { author_id: authorId, person_id: personId }
  return { kind: 'granted', holders: extent, right, author, isGuest: rights.role === 'guest' }
}

async function rightsOfPerson(db: Kysely<Schema>, id: number): Promise<Rights | null> {
  const person = await findPerson(db, id)
  return person?.state === 'active' ? findRights(db, person) : null
}

async function rightsOfKey(db: Kysely<Schema>, id: string): Promise<Rights | null> {
  const key = await findKeyWithPerson(db, id)
  if (!key) return allRights
  const { person_id, team_role, state } = key
  if (person_id === null || team_role === null) return findRights(db, null, key)
  return state === 'active' ? findRights(db, { id: person_id, team_role }, key) : null
}

/** Returns whether the author of a job can create reports of a URL now. A new website needs a grant of everything. */
export async function canAnalyse(db: Kysely<Schema>, authorId: string, url: Pick<URL, 'host'>): Promise<boolean> {
  const scope = await scopeOfAuthor(db, authorId, 'edit')
  return scope.kind === 'all' || (await domainsWithin(db, scope, [domainOf(url)])).size === 1
}

/** Returns those of the domains that have a website within a scope. */
export async function domainsWithin(
  db: Kysely<Schema>,
  scope: Scope,
  domains: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const batch of batchesOf(domains, 500)) {
    const websites = db.selectFrom('websites as w').select('w.domain').where('w.deleted_at', 'is', null)
    const rows = await websites
      .where('w.domain', 'in', batch)
      .where(and(isVisible(scope, 'websites', 'w')))
      .execute()
    for (const { domain } of rows) found.add(domain)
  }
  return found
}
