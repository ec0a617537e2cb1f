import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { Schema } from '../schema.ts'

/** Returns a website's other hosts; undefined if there is no such website. */
export async function findOwnHosts(
  db: Kysely<Schema>,
  website: { id: number } | { domain: string },
): Promise<string[] | undefined> {
  const websites = db.selectFrom('websites').select('own_hosts').where('deleted_at', 'is', null)
  const found = 'id' in website ? websites.where('id', '=', website.id) : websites.where('domain', '=', website.domain)
  const row = await found.executeTakeFirst()
  return row && z.array(z.string()).parse(JSON.parse(row.own_hosts))
}

/**
 * Sets a website's other hosts: a canonical URL on one of them isn't on another website. Returns false if there is no
 * such website.
 */
export async function setOwnHosts(db: Kysely<Schema>, id: number, hosts: readonly string[]): Promise<boolean> {
  const update = db
    .updateTable('websites')
    .set({ own_hosts: JSON.stringify(hosts) })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
  return (await update.executeTakeFirst()).numUpdatedRows === 1n
}
