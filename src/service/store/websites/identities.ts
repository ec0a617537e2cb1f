import type { Generated, Kysely, Selectable } from 'kysely'
import * as z from 'zod'
import type { RenderMode } from '#contract/reports/rendering.ts'
import type { Schema } from '../schema.ts'

/** How a website's pages are requested and rendered. A website without a row has the defaults. */
export type WebsiteIdentitiesTable = {
  website_id: number
  render: Generated<RenderMode>
  judge_as_production: Generated<0 | 1>
  /** The host that the website stands for, if it is judged as production. */
  production_host: Generated<string | null>
  /** Further hosts that the identity is sent to, as a JSON array. */
  hosts: Generated<string>
  /** The names of what is set, without values, as JSON. Null if no identity is set. */
  summary: string | null
  /** What is sent, encrypted. Null if no values are set. */
  sealed: Buffer | null
  /** Tells which key it was encrypted with. */
  key_id: string | null
  updated_at: string
}
export type IdentityRecord = Selectable<WebsiteIdentitiesTable>
export type IdentitySettings = Omit<IdentityRecord, 'updated_at'>

const Summary = z.object({
  user_agent_suffix: z.boolean(),
  headers: z.array(z.string()),
  basic: z.boolean(),
  cookies: z.array(z.string()),
  signature: z.boolean(),
})
/** The names of what is set, which can be shown without the key. */
export type IdentitySummary = z.infer<typeof Summary>

const nothing: IdentitySummary = { user_agent_suffix: false, headers: [], basic: false, cookies: [], signature: false }

export const summaryOf = ({ summary }: Pick<IdentityRecord, 'summary'>): IdentitySummary =>
  summary === null ? nothing : Summary.parse(JSON.parse(summary))

export const findIdentity = (db: Kysely<Schema>, websiteId: number): Promise<IdentityRecord | undefined> =>
  db.selectFrom('website_identities').selectAll().where('website_id', '=', websiteId).executeTakeFirst()

/** Returns the settings of the website of a domain, which may not exist yet. */
export const findIdentityByDomain = (db: Kysely<Schema>, domain: string): Promise<IdentityRecord | undefined> =>
  db
    .selectFrom('websites as w')
    .innerJoin('website_identities as i', 'i.website_id', 'w.id')
    .selectAll('i')
    .where('w.domain', '=', domain)
    .where('w.deleted_at', 'is', null)
    .executeTakeFirst()

/** Returns true if requests to a website have something that others lack. */
export async function hasIdentity(db: Kysely<Schema>, websiteId: number): Promise<boolean> {
  const record = await findIdentity(db, websiteId)
  return record !== undefined && (record.sealed !== null || summaryOf(record).signature)
}

/**
 * Stores a website's settings as given. Returns false and changes nothing if they were changed since they were read, or
 * the website was deleted. `updated_at` always increases.
 */
export async function saveIdentity(
  db: Kysely<Schema>,
  seen: IdentityRecord | undefined,
  { website_id, ...settings }: IdentitySettings,
): Promise<boolean> {
  const exists = await db
    .selectFrom('websites')
    .select('id')
    .where('id', '=', website_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!exists) return false
  const updated_at = new Date(Math.max(Date.now(), Date.parse(seen?.updated_at ?? '') + 1 || 0)).toISOString()
  if (seen) {
    const changed = db
      .updateTable('website_identities')
      .set({ ...settings, updated_at })
      .where('website_id', '=', website_id)
      .where('updated_at', '=', seen.updated_at)
    return (await changed.executeTakeFirst()).numUpdatedRows === 1n
  }
  const added = db
    .insertInto('website_identities')
    .values({ website_id, ...settings, updated_at })
    .onConflict((conflict) => conflict.column('website_id').doNothing())
  return (await added.executeTakeFirst()).numInsertedOrUpdatedRows === 1n
}
