import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

export type MetaTable = { name: string; value: string }

export async function readMeta(db: Kysely<Schema>, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('meta').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

/** Returns the value of `name`, which is created on first use. Concurrent processes all get the same value. */
export async function ensureMeta(db: Kysely<Schema>, name: string, create: () => string): Promise<string> {
  const known = await readMeta(db, name)
  if (known !== undefined) return known
  await db
    .insertInto('meta')
    .values({ name, value: create() })
    .onConflict((c) => c.column('name').doNothing())
    .execute()
  const row = await db.selectFrom('meta').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}

/** Stores a value, or replaces it. */
export async function writeMeta(db: Kysely<Schema>, name: string, value: string): Promise<void> {
  if ((await readMeta(db, name)) === value) return
  await db
    .insertInto('meta')
    .values({ name, value })
    .onConflict((c) => c.column('name').doUpdateSet({ value }))
    .execute()
}

/** The URL of the service that started last, for commands that run with another environment. */
export const lastOrigin = (db: Kysely<Schema>) => readMeta(db, 'origin')
export const storeOrigin = (db: Kysely<Schema>, origin: string) => writeMeta(db, 'origin', origin)

export const newSecret = (): string => randomBytes(32).toString('base64url')

/** The secret that signs cookies, and from which those of webhooks are made. */
export const signingSecret = (db: Kysely<Schema>): Promise<string> => ensureMeta(db, 'signing-secret', newSecret)
