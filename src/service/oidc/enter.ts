import type { Transaction } from 'kysely'
import { emailField, personName } from '#contract/forms/people-forms.ts'
import { createAccount } from '#service/access/accounts.ts'
import { listGrants, setGrants } from '#service/store/access/grants.ts'
import { findPerson, insertPerson, type PersonRecord } from '#service/store/access/people.ts'
import { findIdentityOf, insertIdentity, type ProviderRecord, touchIdentity } from '#service/store/access/providers.ts'
import type { Schema } from '#service/store/schema.ts'
import type { Purpose } from './attempts.ts'
import { type Claims, SignInFailed } from './client.ts'

export type Entered = { person: PersonRecord; isNew: boolean }

/**
 * Returns the person whom a provider vouches for: by their identity, never by their email, or a new one, who gets what
 * the provider's settings or the invitation say.
 * @throws SignInFailed
 */
export async function enter(
  tx: Transaction<Schema>,
  provider: ProviderRecord,
  claims: Claims,
  purpose: Exclude<Purpose, { kind: 'link' }>,
  now = new Date(),
): Promise<Entered> {
  const at = now.toISOString()
  const known = await knownPerson(tx, claims, at)
  if (known) return { person: known, isNew: false }
  const email = allowedEmail(provider, claims)
  const id = await (purpose.kind === 'invitation'
    ? invited(tx, purpose.token, email, now)
    : created(tx, provider, { email, name: nameOf(claims, email), at }))
  if (id === undefined) {
    // They may have signed in for the first time in two tabs at once.
    const person = await knownPerson(tx, claims, at)
    if (person) return { person, isNew: false }
    throw new SignInFailed('email_taken')
  }
  await addIdentity(tx, id, provider, claims, email, at)
  const person = await findPerson(tx, id)
  if (!person) throw new Error('the new person is missing')
  return { person, isNew: true }
}

/** Returns the active person of an identity, which is used by that. */
async function knownPerson(
  tx: Transaction<Schema>,
  { issuer, subject }: Claims,
  at: string,
): Promise<PersonRecord | undefined> {
  const known = await findIdentityOf(tx, issuer, subject)
  if (!known) return undefined
  const person = await findPerson(tx, known.person_id)
  if (person?.state !== 'active') throw new SignInFailed('suspended')
  await touchIdentity(tx, known, at)
  return person
}

async function invited(tx: Transaction<Schema>, token: string, email: string, now: Date) {
  const account = await createAccount(tx, { token, name: undefined, email, passwordHash: null }, now)
  if (typeof account === 'number') return account
  if (account === 'taken') return undefined
  throw new SignInFailed('invitation_expired')
}

type NewPerson = { email: string; name: string; at: string }

async function created(tx: Transaction<Schema>, provider: ProviderRecord, { email, name, at }: NewPerson) {
  const { team_role } = provider
  const id = await insertPerson(tx, { name, email, team_role, password_hash: null, created_at: at })
  if (id === undefined) return undefined
  await setGrants(tx, { person_id: id }, await listGrants(tx, { provider_id: provider.id }))
  return id
}

/**
 * Gives a person who is signed in another way in. The email must be allowed, as an owner tests a provider this way.
 * @throws SignInFailed
 */
export async function link(
  tx: Transaction<Schema>,
  provider: ProviderRecord,
  claims: Claims,
  personId: number,
  now = new Date(),
): Promise<void> {
  const at = now.toISOString()
  const email = allowedEmail(provider, claims)
  const known = await findIdentityOf(tx, claims.issuer, claims.subject)
  if (known && known.person_id !== personId) throw new SignInFailed('identity_taken')
  if (known) await touchIdentity(tx, known, at)
  else await addIdentity(tx, personId, provider, claims, email, at)
}

async function addIdentity(
  tx: Transaction<Schema>,
  person_id: number,
  { id: provider_id }: ProviderRecord,
  { issuer, subject }: Claims,
  email: string,
  created_at: string,
): Promise<void> {
  const identity = { person_id, provider_id, issuer, subject, email, created_at }
  // The same person signed in for the first time in two tabs.
  if (!(await insertIdentity(tx, identity))) throw new SignInFailed('identity_taken')
}

/** Returns the email that a provider vouches for, with its domain in ASCII. Throws a {@link SignInFailed}. */
function allowedEmail(provider: ProviderRecord, { email, emailVerified }: Claims): string {
  const { success, data } = emailField.safeParse(email ?? '')
  if (!success) throw new SignInFailed('no_email')
  if (provider.require_verified_email === 1 && !emailVerified) throw new SignInFailed('unverified_email')
  const domains = provider.email_domains.split(',').filter(Boolean)
  const domain = data.slice(data.lastIndexOf('@') + 1)
  if (domains.length > 0 && !domains.includes(domain)) throw new SignInFailed('other_domain')
  return data
}

/** A name that can't be shown gives way to the email. */
function nameOf({ name }: Claims, email: string): string {
  const { success, data } = personName.safeParse(name ?? '')
  return success ? data : email.slice(0, email.lastIndexOf('@'))
}
