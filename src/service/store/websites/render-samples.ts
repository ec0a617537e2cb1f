import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/**
 * The pages of a group that were rendered, and those of them that their scripts changed, since `sampled_at`. See
 * `renderGroupOf` for the groups.
 */
export type RenderSamplesTable = {
  website_id: number
  page_group: string
  rendered: number
  differed: number
  sampled_at: string
}

export type RenderSampleRecord = Pick<RenderSamplesTable, 'rendered' | 'differed'>

/** Websites change, so a sample counts for 30 days. */
const maxAgeMs = 30 * 24 * 3600_000
/** Groups of one website. Beyond that, the oldest is forgotten. */
export const maxRenderGroups = 500

const oldestAt = (now: Date) => new Date(now.getTime() - maxAgeMs).toISOString()

/** Returns the sample of a group, or null if it has none or an old one. */
export async function findRenderSample(
  db: Kysely<Schema>,
  domain: string,
  group: string,
  now = new Date(),
): Promise<RenderSampleRecord | null> {
  const sample = await db
    .selectFrom('render_samples as s')
    .innerJoin('websites as w', 'w.id', 's.website_id')
    .select(['s.rendered', 's.differed'])
    .where('w.domain', '=', domain)
    .where('w.deleted_at', 'is', null)
    .where('s.page_group', '=', group)
    .where('s.sampled_at', '>', oldestAt(now))
    .executeTakeFirst()
  return sample ?? null
}

/** Counts a rendered page. An old sample begins again. */
export async function addToRenderSample(
  db: Kysely<Schema>,
  { website_id, page_group, differs }: { website_id: number; page_group: string; differs: boolean },
  now = new Date(),
): Promise<void> {
  const sampled_at = now.toISOString()
  const differed = Number(differs)
  const more = sql`cast(${differed} as integer)`
  const isOld = sql<boolean>`render_samples.sampled_at <= ${oldestAt(now)}`
  await db
    .insertInto('render_samples')
    .values({ website_id, page_group, rendered: 1, differed, sampled_at })
    .onConflict((conflict) =>
      conflict.columns(['website_id', 'page_group']).doUpdateSet({
        rendered: sql`case when ${isOld} then 1 else render_samples.rendered + 1 end`,
        differed: sql`case when ${isOld} then ${more} else render_samples.differed + ${more} end`,
        sampled_at: sql`case when ${isOld} then ${sampled_at} else render_samples.sampled_at end`,
      }),
    )
    .execute()
  const beyond = db
    .selectFrom('render_samples')
    .select('page_group')
    .where('website_id', '=', website_id)
    .orderBy('sampled_at', 'desc')
    .orderBy('page_group')
    .limit(1_000)
    .offset(maxRenderGroups)
  await db.deleteFrom('render_samples').where('website_id', '=', website_id).where('page_group', 'in', beyond).execute()
}
