import type { Generated, Kysely, Selectable, Transaction } from 'kysely'
import type { TeamRole } from '#contract/service-info.ts'
import { engineOf } from '../engine.ts'
import type { Schema } from '../schema.ts'

export type SessionsTable = {
  id: Generated<number>
  person_id: number
  secret_hash: string
  /** What the browser calls itself. */
  device: string
  address: string
  created_at: string
  last_used_at: string
  expires_at: string
}

export type SessionRecord = Selectable<SessionsTable>

/** Stores a session, whose person is seen by that, and deletes those that have expired. */
export async function insertSession(db: Kysely<Schema>, session: Omit<SessionRecord, 'id'>): Promise<number> {
  await db.deleteFrom('sessions').where('expires_at', '<=', session.created_at).execute()
  await db.updateTable('people').set({ last_seen_at: session.created_at }).where('id', '=', session.person_id).execute()
  return (await db.insertInto('sessions').values(session).returning('id').executeTakeFirstOrThrow()).id
}

/** Returns the sessions of a person that have not expired, the latest used first. */
export const listSessions = (db: Kysely<Schema>, personId: number, at: string): Promise<SessionRecord[]> =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('person_id', '=', personId)
    .where('expires_at', '>', at)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Ends sessions of a person: one, all but one, or all. Returns how many. */
export async function endSessions(
  db: Kysely<Schema>,
  personId: number,
  { only, except }: { only?: number; except?: number | null } = {},
): Promise<number> {
  let sessions = db.deleteFrom('sessions').where('person_id', '=', personId)
  if (only !== undefined) sessions = sessions.where('id', '=', only)
  if (except !== undefined && except !== null) sessions = sessions.where('id', '!=', except)
  return Number((await sessions.executeTakeFirst()).numDeletedRows)
}

/** Returns a session with its person, also if it has expired. */
export const findSession = (db: Kysely<Schema>, id: number) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('people as p', 'p.id', 's.person_id')
    .select(['s.id', 's.secret_hash', 's.last_used_at', 's.expires_at'])
    .select(['p.id as person_id', 'p.name', 'p.team_role', 'p.state'])
    .where('s.id', '=', id)
    .executeTakeFirst()

/** Records the last use of a session, which moves its end. */
export async function touchSession(
  db: Kysely<Schema>,
  { id, person_id }: { id: number; person_id: number },
  at: string,
  expiresAt: string,
): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: at, expires_at: expiresAt }).where('id', '=', id).execute()
  await db.updateTable('people').set({ last_seen_at: at }).where('id', '=', person_id).execute()
}

/** Returns whether a person is active. If they are, they can't be suspended before the transaction ends. */
export async function holdActivePerson(tx: Transaction<Schema>, id: number): Promise<boolean> {
  const person = tx.selectFrom('people').select('id').where('id', '=', id).where('state', '=', 'active')
  return (await (engineOf(tx) === 'postgres' ? person.forShare() : person).executeTakeFirst()) !== undefined
}

/** Returns whether a session goes on. If it does, it can't end before the transaction does. Hold its person first. */
export async function holdSession(tx: Transaction<Schema>, id: number, at: string): Promise<boolean> {
  const session = tx.selectFrom('sessions').select('id').where('id', '=', id).where('expires_at', '>', at)
  return (await (engineOf(tx) === 'postgres' ? session.forShare() : session).executeTakeFirst()) !== undefined
}

export type InvitationsTable = {
  id: Generated<number>
  token_hash: string
  name: string
  email: string | null
  team_role: TeamRole
  invited_by: string | null
  created_at: string
  expires_at: string
}

export type InvitationRecord = Selectable<InvitationsTable>

export async function insertInvitation(
  db: Kysely<Schema>,
  invitation: Omit<InvitationRecord, 'id'>,
): Promise<InvitationRecord> {
  await db.deleteFrom('invitations').where('expires_at', '<=', invitation.created_at).execute()
  return db.insertInto('invitations').values(invitation).returningAll().executeTakeFirstOrThrow()
}

/** Returns the invitations that can still be used, newest first. */
export const listInvitations = (db: Kysely<Schema>, at: string): Promise<InvitationRecord[]> =>
  db.selectFrom('invitations').selectAll().where('expires_at', '>', at).orderBy('id', 'desc').execute()

/** Deletes an invitation. Returns it, for exactly one caller. */
export const deleteInvitation = (db: Kysely<Schema>, id: number): Promise<InvitationRecord | undefined> =>
  db.deleteFrom('invitations').where('id', '=', id).returningAll().executeTakeFirst()

/** Returns the invitation by the hash of its token, unless it has expired. */
export const findInvitation = (db: Kysely<Schema>, hash: string, at: string): Promise<InvitationRecord | undefined> =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where('token_hash', '=', hash)
    .where('expires_at', '>', at)
    .executeTakeFirst()

/** Uses up an invitation by the hash of its token. Returns it to exactly one caller, and only before it expires. */
export const takeInvitation = (db: Kysely<Schema>, hash: string, at: string): Promise<InvitationRecord | undefined> =>
  db
    .deleteFrom('invitations')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', at)
    .returningAll()
    .executeTakeFirst()
