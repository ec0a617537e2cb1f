import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** Keeps a one-time token by its hash, and forgets those that ran out before `now`. */
export async function insertToken(
  db: Kysely<Schema>,
  token: { hash: string; expiresAt: string },
  now = new Date().toISOString(),
) {
  await db.deleteFrom('sign_in_tokens').where('expires_at', '<=', now).execute()
  await db.insertInto('sign_in_tokens').values({ hash: token.hash, expires_at: token.expiresAt }).execute()
}

/** True for exactly one caller, and only before the token runs out. */
export async function takeToken(db: Kysely<Schema>, hash: string, now: string): Promise<boolean> {
  const taken = await db
    .deleteFrom('sign_in_tokens')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return taken.numDeletedRows === 1n
}
