import type { Kysely } from 'kysely'
import type { KeyRole } from '#contract/service-info.ts'
import type { ApiKeyRow, Schema } from './schema.ts'

export type ApiKeyRecord = {
  id: string
  name: string
  role: KeyRole
  secretHash: string
  createdAt: string
  expiresAt: string | null
  revokedAt: string | null
  lastUsedAt: string | null
}

export type NewApiKey = Pick<ApiKeyRecord, 'id' | 'name' | 'role' | 'secretHash' | 'createdAt'> & { expiresAt?: string | null }

export async function insertKey(db: Kysely<Schema>, key: NewApiKey): Promise<void> {
  const { id, name, role } = key
  const times = { created_at: key.createdAt, expires_at: key.expiresAt ?? null }
  await db.insertInto('api_keys').values({ id, name, role, secret_hash: key.secretHash, ...times }).execute()
}

/** The key whatever its state: whether it is expired or revoked is for the caller to judge. */
export async function findKey(db: Kysely<Schema>, id: string): Promise<ApiKeyRecord | undefined> {
  const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toRecord(row)
}

export async function listKeys(db: Kysely<Schema>): Promise<ApiKeyRecord[]> {
  const rows = await db.selectFrom('api_keys').selectAll().orderBy('created_at').orderBy('id').execute()
  return rows.map(toRecord)
}

/** False when there is no such key or it was revoked before. */
export async function revokeKey(db: Kysely<Schema>, id: string, at: string): Promise<boolean> {
  const update = db.updateTable('api_keys').set({ revoked_at: at }).where('id', '=', id).where('revoked_at', 'is', null)
  return (await update.executeTakeFirst()).numUpdatedRows === 1n
}

export async function touchKey(db: Kysely<Schema>, id: string, at: string): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', id).execute()
}

function toRecord(row: ApiKeyRow): ApiKeyRecord {
  const { id, name, role } = row
  const times = { createdAt: row.created_at, expiresAt: row.expires_at, revokedAt: row.revoked_at, lastUsedAt: row.last_used_at }
  return { id, name, role, secretHash: row.secret_hash, ...times }
}
