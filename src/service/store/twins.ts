import { type Kysely, sql } from 'kysely'
import { type Cut, maxDuplicates, type SiteFacts, type Duplicate } from '#analyser/page-facts.ts'
import type { Fingerprints } from './new-report.ts'
import type { Schema } from './schema.ts'

/** What a page is told apart by. Two URLs that lead to one page are not each other's twins. */
export type PageIdentity = { url: string; pageUrl?: string; fingerprints: Fingerprints }

/** From 0 to 1, of two body shapes. */
export type Similarity = (one: string, other: string) => number

export const twinsListed = 20
const shapesCompared = 500
const similarFrom = 0.85

export const kinds = ['title', 'description', 'body'] as const
export type Kind = (typeof kinds)[number]

/** Of a page that is the first of its website. */
export const noTwins: SiteFacts = { others: 0, title: none(), description: none(), body: none(), similar: none() }

function none<T>(): Cut<T> {
  return { items: [], total: 0 }
}

/** The newest report of every other URL of the website; written out, for an index of some rows serves only who asks for them literally. */
export const otherPages = (db: Kysely<Schema>, websiteId: number, url: string) =>
  db
    .selectFrom('reports as r')
    .where('r.website_id', '=', websiteId)
    .where('r.newest', '=', sql.lit(1))
    .where('r.url', '<>', url)

export const twinsOf = (
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
 * The website's other pages as they are now: those with an equal title, description or body, newest first, and those
 * with a similar body among the newest 500. Counts end at 1,000.
 */
export async function findTwins(
  db: Kysely<Schema>,
  websiteId: number,
  page: PageIdentity,
  similarity: Similarity,
): Promise<SiteFacts> {
  const shapes = page.fingerprints.bodyShape === null ? null : await newestShapes(db, websiteId, page.url)
  const others =
    shapes && shapes.length < shapesCompared ? shapes.length : await counted(db, otherPages(db, websiteId, page.url))
  if (others === 0) return noTwins
  const twins = await listTwins(db, websiteId, page)
  const cut = async (kind: Kind): Promise<Cut<Duplicate>> => {
    const items = twins.filter((twin) => twin.kind === kind).map(({ id, url }) => ({ id, url }))
    const total =
      items.length < twinsListed
        ? items.length
        : await counted(db, twinsOf(db, websiteId, page, kind, page.fingerprints[kind] ?? ''))
    return { items: items.toSorted((a, b) => b.id - a.id), total }
  }
  return {
    others,
    title: await cut('title'),
    description: await cut('description'),
    body: await cut('body'),
    similar: await similarTo(db, page, shapes ?? [], similarity),
  }
}

/** The newest of each kind, in one question. */
async function listTwins(
  db: Kysely<Schema>,
  websiteId: number,
  page: PageIdentity,
): Promise<(Duplicate & { kind: Kind })[]> {
  const [first, ...more] = kinds.flatMap((kind) => {
    const hash = page.fingerprints[kind]
    if (hash === null) return []
    const newest = twinsOf(db, websiteId, page, kind, hash)
      .select(['r.id', 'r.url'])
      .orderBy('r.id', 'desc')
      .limit(twinsListed)
    return [db.selectFrom(newest.as('twins')).select(['twins.id', 'twins.url', sql.lit(kind).as('kind')])]
  })
  return first ? more.reduce((all, next) => all.unionAll(next), first).execute() : []
}

type Pages = ReturnType<typeof otherPages>

async function counted(db: Kysely<Schema>, pages: Pages): Promise<number> {
  const some = pages.select('r.id').limit(maxDuplicates).as('some')
  const { total } = await db
    .selectFrom(some)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Their index holds all that is read of so many. */
const newestShapes = (db: Kysely<Schema>, websiteId: number, url: string) =>
  otherPages(db, websiteId, url)
    .select(['r.id', 'r.url', 'r.body_shape'])
    .orderBy('r.id', 'desc')
    .limit(shapesCompared)
    .execute()

type Shapes = Awaited<ReturnType<typeof newestShapes>>

async function similarTo(
  db: Kysely<Schema>,
  { url, pageUrl = url, fingerprints }: PageIdentity,
  shapes: Shapes,
  similarity: Similarity,
): Promise<SiteFacts['similar']> {
  const { bodyShape: shape, body } = fingerprints
  if (shape === null) return none()
  const alike = shapes
    .flatMap((other) =>
      other.body_shape === null
        ? []
        : [{ id: other.id, url: other.url, similarity: similarity(shape, other.body_shape) }],
    )
    .filter(({ similarity: found }) => found >= similarFrom)
  const same = await samePage(
    db,
    alike.map(({ id }) => id),
    body,
    pageUrl,
  )
  const near = alike.filter(({ id }) => !same.has(id)).toSorted((a, b) => b.similarity - a.similarity || b.id - a.id)
  return { items: near.slice(0, twinsListed), total: near.length }
}

/** Those whose body is equal, which are twins already, and those that lead to the page itself. */
async function samePage(db: Kysely<Schema>, ids: number[], body: string | null, pageUrl: string): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('reports')
    .select(['id', 'url', 'page_url', 'body_hash'])
    .where('id', 'in', ids)
    .execute()
  return new Set(
    rows
      .filter(({ url, page_url, body_hash }) => (body !== null && body_hash === body) || (page_url ?? url) === pageUrl)
      .map(({ id }) => id),
  )
}
