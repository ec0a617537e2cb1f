import { sql, type Transaction } from 'kysely'
import { type SiteFacts, maxCurrentDuplicates } from '#analyser/page-facts.ts'
import type { Schema } from './schema.ts'
import { kinds, otherPages, type PageIdentity, twinsOf } from './twins.ts'

/**
 * Marks the reports whose judgement a page's coming, changing or going touches: those with its title, description or body
 * while they are few, and the only other page of the website.
 */
export async function markTwinsChanged(
  tx: Transaction<Schema>,
  websiteId: number,
  url: string,
  before: PageIdentity | null,
  after: PageIdentity | null,
) {
  const marked = new Set<number>()
  const markUpTo = async (most: number, pages: ReturnType<typeof otherPages>) => {
    const few = await pages
      .select('r.id')
      .limit(most + 1)
      .execute()
    if (few.length <= most) for (const { id } of few) marked.add(id)
  }
  if ((before === null) !== (after === null)) await markUpTo(1, otherPages(tx, websiteId, url))
  for (const kind of kinds) {
    const [had, has] = [before?.fingerprints[kind] ?? null, after?.fingerprints[kind] ?? null]
    if (had === has) continue
    for (const page of [before, after]) {
      const hash = page?.fingerprints[kind]
      if (page && hash) await markUpTo(maxCurrentDuplicates, twinsOf(tx, websiteId, page, kind, hash))
    }
  }
  if (marked.size > 0)
    await tx
      .updateTable('reports')
      .set({ twins_changed: 1 })
      .where('id', 'in', [...marked])
      .execute()
}

/** Whether what a page was judged by still says of each text that it is unique, or that it is not. */
export async function stillSo(
  tx: Transaction<Schema>,
  websiteId: number,
  page: PageIdentity,
  site: SiteFacts,
): Promise<boolean> {
  const some = (pages: ReturnType<typeof otherPages>) => sql<number | boolean>`exists ${pages.select('r.id')}`
  const { url, fingerprints } = page
  const told = kinds.filter((kind) => fingerprints[kind] !== null)
  const { others, ...twins } = await tx
    .selectNoFrom([
      some(otherPages(tx, websiteId, url)).as('others'),
      ...told.map((kind) => some(twinsOf(tx, websiteId, page, kind, fingerprints[kind] ?? '')).as(kind)),
    ])
    .executeTakeFirstOrThrow()
  const now = twins as Partial<Record<string, number | boolean>>
  return Boolean(others) === site.others > 0 && told.every((kind) => Boolean(now[kind]) === site[kind].total > 0)
}
