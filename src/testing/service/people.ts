import type { Kysely } from 'kysely'
import type { Grant } from '#contract/access/people.ts'
import { startSession } from '#service/access/accounts.ts'
import { createSignInLink } from '#service/access/keys.ts'
import { sessionCookie } from '#service/http/identify.ts'
import { setGrants } from '#service/store/access/grants.ts'
import { findPersonByEmail, insertPerson } from '#service/store/access/people.ts'
import type { Schema } from '#service/store/schema.ts'

/** Returns the ID of an owner without a password, who is created if no one has the email. */
export async function createOwner(db: Kysely<Schema>, name = 'Dana Whitfield', email = 'dana@agency.example') {
  const person = {
    name,
    email,
    team_role: 'owner',
    password_hash: null,
    created_at: '2026-01-01T00:00:00.000Z',
  } as const
  const id = (await findPersonByEmail(db, email))?.id ?? (await insertPerson(db, person))
  if (id === undefined) throw new Error(`Another person has the address ${email}`)
  return { id }
}

/** Returns the token of a new sign-in link of an owner. */
export async function ownerToken(db: Kysely<Schema>, now?: number): Promise<string> {
  const link = await createSignInLink(db, '', await createOwner(db), now)
  return link.slice(link.indexOf('=') + 1)
}

/** Signs a person in, in several browsers. Returns the Cookie headers. */
export async function signedIn(db: Kysely<Schema>, personId: number, browsers = 1): Promise<string[]> {
  const headers: string[] = []
  while (headers.length < browsers) {
    const { cookie } = await startSession(db, personId, {
      device: `Browser ${headers.length + 1}`,
      address: '192.0.2.1',
    })
    headers.push(`${sessionCookie}=${cookie}`)
  }
  return headers
}

/** Creates a person with grants and signs them in. Returns the Cookie header. */
export async function signedInWith(
  db: Kysely<Schema>,
  role: 'member' | 'guest',
  grants: readonly Grant[],
  name = role === 'member' ? 'Mo' : 'Gus',
): Promise<string> {
  const id = await insertPerson(db, {
    name,
    email: `${name.toLowerCase()}@agency.example`,
    team_role: role,
    password_hash: null,
    created_at: '2026-01-01T00:00:00.000Z',
  })
  if (id === undefined) throw new Error(`${name} is there already`)
  await db.transaction().execute((tx) => setGrants(tx, { person_id: id }, grants))
  const [cookie = ''] = await signedIn(db, id)
  return cookie
}
