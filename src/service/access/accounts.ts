import type { Kysely, Transaction } from 'kysely'
import { type AccountOffer, type Grant, sessionDays } from '#contract/access/people.ts'
import { foldedEmail } from '#contract/forms/people-forms.ts'
import { hasToken, takeToken } from '#service/store/access/api-keys.ts'
import { grantsOfInvitation, setGrants } from '#service/store/access/grants.ts'
import {
  findPersonByEmail,
  holdPeople,
  insertPerson,
  listActiveOwners,
  type PersonRecord,
} from '#service/store/access/people.ts'
import { findInvitation, insertSession, type InvitationRecord, takeInvitation } from '#service/store/access/sessions.ts'
import type { Schema } from '#service/store/schema.ts'
import { daysAfter, hashSecret, newToken } from './keys.ts'
import type { Try, TryPassword } from './password-tries.ts'
import { hashPassword } from './passwords.ts'

/** What is known of a browser: what it calls itself, and its address. */
export type Browser = { device: string; address: string }

/** Signs a person in. Returns the value of the session's cookie. */
export async function startSession(db: Kysely<Schema>, personId: number, browser: Browser, now = Date.now()) {
  const secret = newToken()
  const at = new Date(now).toISOString()
  const id = await insertSession(db, {
    person_id: personId,
    secret_hash: hashSecret(secret),
    device: browser.device.slice(0, maxDevice),
    address: browser.address,
    created_at: at,
    last_used_at: at,
    expires_at: daysAfter(now, sessionDays),
  })
  return { id, cookie: `${id}.${secret}` }
}

/** In UTF-16 code units. Browsers say more about themselves than people read. */
const maxDevice = 300

/** Counts the failed passwords of an account from everywhere, because an attacker has many networks. */
const everywhere = 'everywhere'

/**
 * Checks an email and a password. An unknown email takes as long as a known one and is counted like it, so that no one
 * learns who has an account. The network is counted first: one that must wait doesn't use up the tries of accounts.
 */
export async function signInByPassword(
  db: Kysely<Schema>,
  tryPassword: TryPassword,
  { email, password, network }: { email: string; password: string; network: string },
): Promise<PersonRecord | Exclude<Try, 'right'>> {
  const person = await findPersonByEmail(db, email)
  const tried = await tryPassword(password, person?.password_hash ?? someHash(), [
    { lock: `sign-in ${network}`, network },
    { lock: `account ${hashSecret(foldedEmail(email))}`, network: everywhere },
  ])
  if (tried !== 'right') return tried
  return person?.state === 'active' && person.password_hash !== null ? person : 'wrong'
}

let hashOfNobody: Promise<string> | undefined
/** A hash that no password has, made like all others. */
const someHash = () => (hashOfNobody ??= hashPassword(newToken()))

/** Returns true for one of the most common passwords, in any case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return dictionary['passwords-common'].includes(password.toLowerCase())
}

type NewAccount = { token: string; name: string | undefined; email: string | undefined; passwordHash: string | null }

/** Returns what a token offers, and leaves it as it is: undefined if it has expired or was used. */
export async function findOffer(db: Kysely<Schema>, token: string): Promise<AccountOffer | undefined> {
  const [hash, now] = [hashSecret(token), new Date().toISOString()]
  const invitation = await findInvitation(db, hash, now)
  if (invitation) return { name: invitation.name, email: invitation.email }
  return (await hasToken(db, hash, 'account', now)) ? { name: null, email: null } : undefined
}

/** What a token creates: the first owner's account, or that of an invitation. */
async function takeOffer(
  tx: Transaction<Schema>,
  token: string,
  at: string,
): Promise<(Partial<InvitationRecord> & { grants?: Grant[] }) | undefined> {
  const hash = hashSecret(token)
  // They go with the invitation.
  const grants = await grantsOfInvitation(tx, hash)
  const invitation = await takeInvitation(tx, hash, at)
  if (invitation) return { ...invitation, grants }
  if (!(await takeToken(tx, hash, 'account', at))) return undefined
  // With another link, someone else may have been first, or be so at once.
  await holdPeople(tx)
  return (await listActiveOwners(tx)).length > 0 ? undefined : {}
}

/**
 * Creates the account that a token offers. Returns what is missing if neither the form nor the invitation has it, and
 * the token then stays as it was, if the transaction is rolled back.
 */
export async function createAccount(
  tx: Transaction<Schema>,
  { token, passwordHash, ...given }: NewAccount,
  now = new Date(),
): Promise<number | 'expired' | 'no name' | 'no email' | 'taken'> {
  const at = now.toISOString()
  const offer = await takeOffer(tx, token, at)
  if (!offer) return 'expired'
  const name = given.name ?? offer.name
  const email = given.email ?? offer.email ?? undefined
  if (name === undefined) return 'no name'
  if (email === undefined) return 'no email'
  const person = { name, email, team_role: offer.team_role ?? 'owner', password_hash: passwordHash, created_at: at }
  const id = await insertPerson(tx, person)
  if (id === undefined) return 'taken'
  await setGrants(tx, { person_id: id }, offer.grants ?? [])
  return id
}
