import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** The subject of a client report that keeps an introduction. */
export type Introduced = { table: 'reports' | 'websites'; id: number }

/** Returns the introduction of a client report; null if it has that of the brand. */
export async function findIntroduction(db: Kysely<Schema>, { table, id }: Introduced): Promise<string | null> {
  const row = await db.selectFrom(table).select('introduction').where('id', '=', id).executeTakeFirst()
  return row?.introduction ?? null
}

export const changeIntroduction = (db: Kysely<Schema>, { table, id }: Introduced, introduction: string | null) =>
  db.updateTable(table).set({ introduction }).where('id', '=', id).execute()
