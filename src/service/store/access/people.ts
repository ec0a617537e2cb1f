import {
  type Generated,
  type Insertable,
  type Kysely,
  type RawBuilder,
  type Selectable,
  sql,
  type Transaction,
} from 'kysely'
import type { PersonState } from '#contract/access/people.ts'
import { foldedEmail } from '#contract/forms/people-forms.ts'
import type { TeamRole } from '#contract/service-info.ts'
import { lockTable } from '../engine.ts'
import { and } from '../lists/list.ts'
import { everyRow, grantedOf, type Scope } from '../lists/scope.ts'
import type { Schema } from '../schema.ts'
import { grantedClients, isGranted } from './grants.ts'

export type PeopleTable = {
  id: Generated<number>
  name: string
  email: string
  /** As it is compared: two spellings of one address are one person. */
  folded_email: string
  time_zone: string | null
  team_role: TeamRole
  state: PersonState
  password_hash: string | null
  mail_assigned: Generated<number>
  created_at: string
  last_seen_at: string | null
}

export type PersonRecord = Selectable<PeopleTable>

/** What a person, or their colleague, can change. */
export type PersonChange = Partial<
  Pick<Insertable<PeopleTable>, 'name' | 'email' | 'time_zone' | 'team_role' | 'state' | 'password_hash'>
> & { mail_assigned?: number }

/** How a person is named where authors are: in jobs, schedules, alert rules and the activity. */
export const authorOfPerson = (id: number) => `person:${id}`
export const isPersonAuthor = (author: string) => author.startsWith('person:')
export const personOfAuthor = (author: string): number | null =>
  isPersonAuthor(author) ? Number(author.slice('person:'.length)) : null

/** Stores a person. Returns undefined if another one has the email. */
export async function insertPerson(
  db: Kysely<Schema>,
  person: Pick<Insertable<PeopleTable>, 'name' | 'email' | 'team_role' | 'password_hash' | 'created_at'>,
): Promise<number | undefined> {
  const row = await db
    .insertInto('people')
    .values({
      ...person,
      folded_email: foldedEmail(person.email),
      state: 'active',
      time_zone: null,
      last_seen_at: null,
    })
    .onConflict((conflict) => conflict.column('folded_email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export function findPerson(db: Kysely<Schema>, id: number): Promise<PersonRecord | undefined> {
  return db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findPersonByEmail(db: Kysely<Schema>, email: string): Promise<PersonRecord | undefined> {
  return db.selectFrom('people').selectAll().where('folded_email', '=', foldedEmail(email)).executeTakeFirst()
}

/**
 * Returns the people whom a reader knows, by name: all of the team, and the guests of what they can see; a guest knows
 * themself alone.
 */
export function listPeople(
  db: Kysely<Schema>,
  { scope, guestId }: { scope: Scope; guestId: number | null } = { scope: everyRow, guestId: null },
): Promise<PersonRecord[]> {
  let people = db.selectFrom('people').selectAll()
  if (guestId !== null) people = people.where('id', '=', guestId)
  else if (scope.kind !== 'all') people = people.where(isKnown(scope))
  return people
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
}

/** Selects the team, and guests with a grant on a client or a website that is granted. */
function isKnown(scope: Scope): RawBuilder<boolean> {
  const granted = grantedOf(scope)
  const sharesClient = granted
    ? sql`g.client_id in (${grantedClients(granted.holders, 'view')}) or ${and(isGranted(granted, 'g.website_id'))}`
    : sql`1 = 0`
  return sql<boolean>`(team_role <> 'guest' or exists (
    select 1 from grants as g where g.person_id = people.id and (${sharesClient})))`
}

export const listActiveOwners = (db: Kysely<Schema>): Promise<PersonRecord[]> =>
  activeOwners(db).selectAll().orderBy('id').execute()

const activeOwners = (db: Kysely<Schema>) =>
  db.selectFrom('people').where('team_role', '=', 'owner').where('state', '=', 'active')

/** Lets no other transaction change people before this one ends, so that two owners can't remove each other. */
export const holdPeople = (tx: Transaction<Schema>) => lockTable(tx, 'people')

/** Changes a person. Returns false if another one has the email. */
export async function changePerson(tx: Transaction<Schema>, id: number, change: PersonChange): Promise<boolean> {
  const { email } = change
  if (email !== undefined) {
    const other = await findPersonByEmail(tx, email)
    if (other && other.id !== id) return false
  }
  const values = { ...change, ...(email !== undefined && { folded_email: foldedEmail(email) }) }
  if (Object.keys(values).length > 0) await tx.updateTable('people').set(values).where('id', '=', id).execute()
  return true
}

/**
 * Deletes a person, whose sessions and links end, revokes their keys, ends alerts to them, and hands over what works in
 * their name.
 */
export async function deletePerson(
  tx: Transaction<Schema>,
  id: number,
  heir: Pick<PersonRecord, 'id' | 'name'>,
  at: string,
): Promise<void> {
  const author = authorOfPerson(id)
  const next = { author_id: authorOfPerson(heir.id), author_name: heir.name }
  await tx.updateTable('schedules').set(next).where('author_id', '=', author).execute()
  await tx.updateTable('alert_rules').set(next).where('author_id', '=', author).execute()
  await removeRecipient(tx, id)
  await tx.updateTable('views').set({ person_id: heir.id }).where('person_id', '=', id).execute()
  await tx.updateTable('finding_states').set({ assignee_id: heir.id }).where('assignee_id', '=', id).execute()
  const keys = tx.updateTable('api_keys').where('person_id', '=', id)
  await keys.set({ revoked_at: at }).where('revoked_at', 'is', null).execute()
  await tx.updateTable('api_keys').set({ person_id: null }).where('person_id', '=', id).execute()
  await tx.deleteFrom('sessions').where('person_id', '=', id).execute()
  await tx.deleteFrom('sign_in_tokens').where('person_id', '=', id).execute()
  await tx.deleteFrom('people').where('id', '=', id).execute()
}

async function removeRecipient(tx: Transaction<Schema>, id: number) {
  const person = await findPerson(tx, id)
  const rules = tx.selectFrom('alert_rules').select(['id', 'mail_to']).where('mail_to', '<>', '')
  for (const rule of await rules.execute()) {
    const addresses = rule.mail_to.split(',')
    const left = addresses.filter((address) => foldedEmail(address) !== person?.folded_email)
    if (left.length < addresses.length)
      await tx
        .updateTable('alert_rules')
        .set({ mail_to: left.join(',') })
        .where('id', '=', rule.id)
        .execute()
  }
}
