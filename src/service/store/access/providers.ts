import type { Generated, Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { TeamRole } from '#contract/service-info.ts'
import { lockTable } from '../engine.ts'
import { readMeta, writeMeta } from '../meta.ts'
import type { Schema } from '../schema.ts'

/** OpenID Connect providers with which people sign in. */
export type SignInProvidersTable = {
  id: Generated<number>
  name: string
  issuer: string
  client_id: string
  /** Encrypted. */
  client_secret: Buffer
  /** Tells which key it was encrypted with. */
  key_id: string
  /** Separated by commas. Empty: any. */
  email_domains: string
  /** What a new person gets. */
  team_role: TeamRole
  require_verified_email: 0 | 1
  enabled: 0 | 1
  /** When its settings of now last signed an owner in. */
  tested_at: string | null
  created_at: string
  /** Always increases, so that it names a version of the settings. */
  updated_at: string
}

export type ProviderRecord = Selectable<SignInProvidersTable>
export type ProviderSettings = Omit<Insertable<SignInProvidersTable>, 'id' | 'created_at' | 'updated_at'>

/** Ways in by a provider. */
export type IdentitiesTable = {
  id: Generated<number>
  person_id: number
  provider_id: number
  issuer: string
  subject: string
  email: string | null
  created_at: string
  last_used_at: string | null
}

export type IdentityRecord = Selectable<IdentitiesTable>

/** Lets no other transaction change providers and passwords before this one ends, so that one of both stays on. */
export const holdProviders = (tx: Transaction<Schema>) => lockTable(tx, 'sign_in_providers')

export const listProviders = (db: Kysely<Schema>): Promise<ProviderRecord[]> =>
  db.selectFrom('sign_in_providers').selectAll().orderBy('id').execute()

export const listEnabledProviders = (db: Kysely<Schema>): Promise<{ id: number; name: string }[]> =>
  db.selectFrom('sign_in_providers').select(['id', 'name']).where('enabled', '=', 1).orderBy('id').execute()

export const findProvider = (db: Kysely<Schema>, id: number): Promise<ProviderRecord | undefined> =>
  db.selectFrom('sign_in_providers').selectAll().where('id', '=', id).executeTakeFirst()

export const insertProvider = (
  db: Kysely<Schema>,
  provider: ProviderSettings & { created_at: string },
): Promise<ProviderRecord> =>
  db
    .insertInto('sign_in_providers')
    .values({ ...provider, updated_at: provider.created_at })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Changes settings, of which there is then another version. */
export async function changeProvider(
  tx: Transaction<Schema>,
  { id, updated_at }: Pick<ProviderRecord, 'id' | 'updated_at'>,
  change: Partial<ProviderSettings>,
): Promise<void> {
  const at = new Date(Math.max(Date.now(), Date.parse(updated_at) + 1)).toISOString()
  await tx
    .updateTable('sign_in_providers')
    .set({ ...change, updated_at: at })
    .where('id', '=', id)
    .execute()
}

/** Records that a version of the settings signed an owner in. Returns false if they were changed meanwhile. */
export async function recordTest(db: Kysely<Schema>, id: number, version: string, at: string): Promise<boolean> {
  const tested = db.updateTable('sign_in_providers').set({ tested_at: at })
  const result = await tested.where('id', '=', id).where('updated_at', '=', version).executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Deletes a provider, with the ways in by it. */
export const deleteProvider = (tx: Transaction<Schema>, id: number) =>
  tx.deleteFrom('sign_in_providers').where('id', '=', id).execute()

const passwordsName = 'passwords-off'
/** Returns false if nobody signs in with a password. */
export const hasPasswords = async (db: Kysely<Schema>): Promise<boolean> => (await readMeta(db, passwordsName)) !== '1'
export const setPasswords = (tx: Transaction<Schema>, on: boolean) => writeMeta(tx, passwordsName, on ? '0' : '1')

export const findIdentityOf = (
  db: Kysely<Schema>,
  issuer: string,
  subject: string,
): Promise<IdentityRecord | undefined> =>
  db.selectFrom('identities').selectAll().where('issuer', '=', issuer).where('subject', '=', subject).executeTakeFirst()

/** Stores a way in. Returns false if it is someone's already. */
export async function insertIdentity(
  tx: Transaction<Schema>,
  identity: Omit<Insertable<IdentitiesTable>, 'id' | 'last_used_at'>,
): Promise<boolean> {
  const row = await tx
    .insertInto('identities')
    .values({ ...identity, last_used_at: identity.created_at })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const touchIdentity = (db: Kysely<Schema>, { id }: IdentityRecord, at: string) =>
  db.updateTable('identities').set({ last_used_at: at }).where('id', '=', id).execute()

/** Returns the ways in of a person by providers, with their names, the first made first. */
export const listIdentities = (db: Kysely<Schema>, personId: number) =>
  db
    .selectFrom('identities as i')
    .innerJoin('sign_in_providers as p', 'p.id', 'i.provider_id')
    .select(['i.id', 'i.provider_id', 'i.email', 'i.created_at', 'i.last_used_at'])
    .select(['p.name as provider_name', 'p.enabled'])
    .where('i.person_id', '=', personId)
    .orderBy('i.id')
    .execute()

export const deleteIdentity = (tx: Transaction<Schema>, id: number) =>
  tx.deleteFrom('identities').where('id', '=', id).execute()
