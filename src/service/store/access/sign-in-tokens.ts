import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

export type SignInTokensTable = { hash: string; expires_at: string }

/** Stores a one-time token by its hash, and deletes tokens that expired before `now`. */
export async function insertToken(db: Kysely<Schema>, token: SignInTokensTable, now = new Date().toISOString()) {
  await db.deleteFrom('sign_in_tokens').where('expires_at', '<=', now).execute()
  await db.insertInto('sign_in_tokens').values(token).execute()
}

/** Uses up a token. Returns true for exactly one caller, and only before it expires. */
export async function takeToken(db: Kysely<Schema>, hash: string, now: string): Promise<boolean> {
  const taken = await db
    .deleteFrom('sign_in_tokens')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return taken.numDeletedRows === 1n
}
