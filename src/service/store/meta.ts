import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

export async function readMeta(db: Kysely<Schema>, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('meta').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

/** The value under `name`, made on first use. Of several processes asking at once, one makes it and all read the same. */
export async function ensureMeta(db: Kysely<Schema>, name: string, make: () => string): Promise<string> {
  const known = await readMeta(db, name)
  if (known !== undefined) return known
  await db
    .insertInto('meta')
    .values({ name, value: make() })
    .onConflict((c) => c.column('name').doNothing())
    .execute()
  return db
    .selectFrom('meta')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
    .then((row) => row.value)
}
