import { type Kysely, sql, type Transaction } from 'kysely'
import { type Duplicate, maxCurrentDuplicates, maxDuplicates, type SiteFacts } from '#analyser/page-facts.ts'
import { otherPages, type PageIdentity } from './pages.ts'
import type { Schema } from './schema.ts'

/** Returns the similarity of two body shapes, from 0 to 1. */
export type Similarity = (one: string, other: string) => number

export const maxListedDuplicates = 20
const maxComparedShapes = 500
const minSimilarity = 0.85

const kinds = ['title', 'description', 'body'] as const
type Kind = (typeof kinds)[number]

/** The facts of a website's only page. */
export const noDuplicates: SiteFacts = {
  others: 0,
  title: none(),
  description: none(),
  body: none(),
  similar: none(),
}

function none<T>(): { items: T[]; total: number } {
  return { items: [], total: 0 }
}

/** Selects the other pages of a website with an equal text. */
const duplicatesOf = (
  db: Kysely<Schema>,
  websiteId: number,
  { url, pageUrl = url }: PageIdentity,
  kind: Kind,
  hash: string,
) =>
  otherPages(db, websiteId, url)
    .where(`r.${kind}_hash`, '=', hash)
    .where((eb) => eb(eb.fn.coalesce('r.page_url', 'r.url'), '<>', pageUrl))

/**
 * Finds the website's other pages with an equal title, description or body, newest first, and those with a similar body
 * among the newest 500. Counts end at 1,000.
 */
export async function findDuplicates(
  db: Kysely<Schema>,
  websiteId: number,
  page: PageIdentity,
  similarity: Similarity,
): Promise<SiteFacts> {
  const shapes = page.fingerprints.bodyShape === null ? null : await newestShapes(db, websiteId, page.url)
  const others =
    shapes && shapes.length < maxComparedShapes
      ? shapes.length
      : await countPages(db, otherPages(db, websiteId, page.url))
  if (others === 0) return noDuplicates
  const duplicates = await listDuplicates(db, websiteId, page)
  const cut = async (kind: Kind): Promise<SiteFacts['title']> => {
    const items = duplicates.filter((duplicate) => duplicate.kind === kind).map(({ id, url }) => ({ id, url }))
    const total =
      items.length < maxListedDuplicates
        ? items.length
        : await countPages(db, duplicatesOf(db, websiteId, page, kind, page.fingerprints[kind] ?? ''))
    return { items: items.toSorted((a, b) => b.id - a.id), total }
  }
  return {
    others,
    title: await cut('title'),
    description: await cut('description'),
    body: await cut('body'),
    similar: await findSimilar(db, page, shapes ?? [], similarity),
  }
}

/** Returns the newest duplicates of each kind, by one query. */
async function listDuplicates(
  db: Kysely<Schema>,
  websiteId: number,
  page: PageIdentity,
): Promise<(Duplicate & { kind: Kind })[]> {
  const [first, ...more] = kinds.flatMap((kind) => {
    const hash = page.fingerprints[kind]
    if (hash === null) return []
    const newest = duplicatesOf(db, websiteId, page, kind, hash)
      .select(['r.id', 'r.url'])
      .orderBy('r.id', 'desc')
      .limit(maxListedDuplicates)
    return [db.selectFrom(newest.as('found')).select(['found.id', 'found.url', sql.lit(kind).as('kind')])]
  })
  return first ? more.reduce((all, next) => all.unionAll(next), first).execute() : []
}

type Pages = ReturnType<typeof otherPages>

async function countPages(db: Kysely<Schema>, pages: Pages): Promise<number> {
  const counted = pages.select('r.id').limit(maxDuplicates).as('counted')
  const { total } = await db
    .selectFrom(counted)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Reads only columns of one index, because it reads many rows. */
const newestShapes = (db: Kysely<Schema>, websiteId: number, url: string) =>
  otherPages(db, websiteId, url)
    .select(['r.id', 'r.url', 'r.body_shape'])
    .orderBy('r.id', 'desc')
    .limit(maxComparedShapes)
    .execute()

type Shapes = Awaited<ReturnType<typeof newestShapes>>

async function findSimilar(
  db: Kysely<Schema>,
  { url, pageUrl = url, fingerprints }: PageIdentity,
  shapes: Shapes,
  similarity: Similarity,
): Promise<SiteFacts['similar']> {
  const { bodyShape: shape, body } = fingerprints
  if (shape === null) return none()
  const candidates = shapes
    .flatMap((other) =>
      other.body_shape === null
        ? []
        : [{ id: other.id, url: other.url, similarity: similarity(shape, other.body_shape) }],
    )
    .filter((candidate) => candidate.similarity >= minSimilarity)
  const ids = candidates.map(({ id }) => id)
  const excluded = await equalOrSamePages(db, ids, body, pageUrl)
  const similar = candidates
    .filter(({ id }) => !excluded.has(id))
    .toSorted((a, b) => b.similarity - a.similarity || b.id - a.id)
  return { items: similar.slice(0, maxListedDuplicates), total: similar.length }
}

/**
 * Returns the reports with an equal body, which are duplicates already, and those of URLs that lead to the same page.
 */
async function equalOrSamePages(
  db: Kysely<Schema>,
  ids: number[],
  body: string | null,
  pageUrl: string,
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('reports')
    .select(['id', 'url', 'page_url', 'body_hash'])
    .where('id', 'in', ids)
    .execute()
  const isExcluded = ({ url, page_url, body_hash }: (typeof rows)[number]) =>
    (body !== null && body_hash === body) || (page_url ?? url) === pageUrl
  return new Set(rows.filter(isExcluded).map(({ id }) => id))
}

/**
 * Marks the reports that must be rescored because another page was added, changed or deleted: those with its title,
 * description or body if they are few, and the website's only other page.
 */
export async function markChangedDuplicates(
  tx: Transaction<Schema>,
  websiteId: number,
  url: string,
  before: PageIdentity | null,
  after: PageIdentity | null,
) {
  const marked = new Set<number>()
  const markUpTo = async (limit: number, pages: Pages) => {
    const found = await pages
      .select('r.id')
      .limit(limit + 1)
      .execute()
    if (found.length <= limit) for (const { id } of found) marked.add(id)
  }
  if ((before === null) !== (after === null)) await markUpTo(1, otherPages(tx, websiteId, url))
  for (const kind of kinds) {
    const [oldHash, newHash] = [before?.fingerprints[kind] ?? null, after?.fingerprints[kind] ?? null]
    if (oldHash === newHash) continue
    for (const page of [before, after]) {
      const hash = page?.fingerprints[kind]
      if (page && hash) await markUpTo(maxCurrentDuplicates, duplicatesOf(tx, websiteId, page, kind, hash))
    }
  }
  if (marked.size > 0)
    await tx
      .updateTable('reports')
      .set({ twins_changed: 1 })
      .where('id', 'in', [...marked])
      .execute()
}

/** Whether the facts used to score a page are still right about which of its texts are unique. */
export async function isStillCurrent(
  tx: Transaction<Schema>,
  websiteId: number,
  page: PageIdentity,
  site: SiteFacts,
): Promise<boolean> {
  const exist = (pages: Pages) => sql<number | boolean>`exists ${pages.select('r.id')}`
  const { url, fingerprints } = page
  const compared = kinds.filter((kind) => fingerprints[kind] !== null)
  const { others, ...found } = await tx
    .selectNoFrom([
      exist(otherPages(tx, websiteId, url)).as('others'),
      ...compared.map((kind) => exist(duplicatesOf(tx, websiteId, page, kind, fingerprints[kind] ?? '')).as(kind)),
    ])
    .executeTakeFirstOrThrow()
  const current = found as Partial<Record<string, number | boolean>>
  return (
    Boolean(others) === site.others > 0 && compared.every((kind) => Boolean(current[kind]) === site[kind].total > 0)
  )
}
