import type { Transaction } from 'kysely'
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
export async function stillSo(tx: Transaction<Schema>, websiteId: number, page: PageIdentity, site: SiteFacts): Promise<boolean> {
  const some = async (pages: ReturnType<typeof otherPages>) => (await pages.select('r.id').limit(1).executeTakeFirst()) !== undefined
  if ((await some(otherPages(tx, websiteId, page.url))) !== site.others > 0) return false
  for (const kind of kinds) {
    const hash = page.fingerprints[kind]
    if (hash !== null && (await some(twinsOf(tx, websiteId, page.url, kind, hash))) !== site[kind].total > 0) return false
  }
  return true
}
