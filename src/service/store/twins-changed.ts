import { sql, type Transaction } from 'kysely'
import type { SiteFacts } from '#analyser/page-facts.ts'
import type { Schema } from './schema.ts'
import { kinds, otherPages, type PageIdentity, twinsOf } from './twins.ts'

/**
 * Marks the reports that a page's coming, changing or going makes unique or duplicate: where one other page is left with
 * its title, description or body, or as the only other page at all. With two or more others nothing changes for them.
 */
export async function markTwinsChanged(tx: Transaction<Schema>, websiteId: number, url: string, before: PageIdentity | null, after: PageIdentity | null) {
  const marked = new Set<number>()
  const markOnly = async (pages: ReturnType<typeof otherPages>) => {
    const [first, ...more] = await pages.select('r.id').limit(2).execute()
    if (first && more.length === 0) marked.add(first.id)
  }
  if ((before === null) !== (after === null)) await markOnly(otherPages(tx, websiteId, url))
  for (const kind of kinds) {
    const [had, has] = [before?.fingerprints[kind] ?? null, after?.fingerprints[kind] ?? null]
    if (had === has) continue
    for (const hash of [had, has]) if (hash !== null) await markOnly(twinsOf(tx, websiteId, url, kind, hash))
  }
  if (marked.size > 0) await tx.updateTable('reports').set({ twins_changed: 1 }).where('id', 'in', [...marked]).execute()
}

/** Whether what a page was judged by still says of each text that it is unique, or that it is not. */
export async function stillSo(tx: Transaction<Schema>, websiteId: number, { url, fingerprints }: PageIdentity, site: SiteFacts): Promise<boolean> {
  const some = (pages: ReturnType<typeof otherPages>) => sql<number | boolean>`exists ${pages.select('r.id')}`
  const told = kinds.filter((kind) => fingerprints[kind] !== null)
  const { others, ...twins } = await tx
    .selectNoFrom([some(otherPages(tx, websiteId, url)).as('others'), ...told.map((kind) => some(twinsOf(tx, websiteId, url, kind, fingerprints[kind] ?? '')).as(kind))])
    .executeTakeFirstOrThrow()
  const now = twins as Partial<Record<string, number | boolean>>
  return Boolean(others) === site.others > 0 && told.every((kind) => Boolean(now[kind]) === site[kind].total > 0)
}
