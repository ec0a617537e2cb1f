import { everything, type Grant, type Me } from '#contract/access/people.ts'
import { isSignedIn, personIdOf, type Reader } from '#service/access/policy.ts'
import { presentOwnAccount } from '#service/present/people.ts'
import { listGrants } from '#service/store/access/grants.ts'
import { findPerson } from '#service/store/access/people.ts'
import type { Store } from '#service/store/database.ts'
import { featuresOf } from '../routes/service.ts'

type Deps = { db: Store['db']; hasBrowser: boolean; canMail: boolean }

/** Returns who sends a request. */
export async function meOf(reader: Reader, deps: Deps): Promise<Me> {
  const id = personIdOf(reader)
  const person = id === null ? undefined : await findPerson(deps.db, id)
  return {
    person: person ? presentOwnAccount(person) : null,
    key: reader.kind === 'key' ? reader.key : null,
    team_role: person?.team_role ?? null,
    grants: await grantsOf(reader, deps.db),
    features: featuresOf(deps),
  }
}

/** Returns the grants of a person, or of a service key that has some of its own. */
async function grantsOf(reader: Reader, db: Store['db']): Promise<Grant[]> {
  if (!isSignedIn(reader) || (reader.person?.team_role ?? 'owner') === 'owner') {
    const limit = isSignedIn(reader) && reader.kind === 'key' && reader.rights.role !== 'owner'
    return limit ? listGrants(db, { key_id: reader.key.id }) : [everything]
  }
  const ofPerson = await listGrants(db, { person_id: reader.person?.id ?? 0 })
  const ofKey = reader.kind === 'key' ? await listGrants(db, { key_id: reader.key.id }) : []
  return ofKey.length > 0 ? ofKey : ofPerson
}
