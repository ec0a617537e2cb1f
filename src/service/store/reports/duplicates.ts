import { type Kysely, sql } from 'kysely'
import {
  type Duplicate,
  type DuplicateFacts,
  type Fingerprints,
  maxDuplicates,
  minSimilarity,
} from '#analyser/page-facts.ts'
import { isCounted } from '#contract/reports/indexability.ts'
import { urlKey } from '#contract/url-key.ts'
import type { Schema } from '../schema.ts'
import { latestOf } from './reports.ts'

/** Returns the similarity of two body shapes, from 0 to 1. */
export type Similarity = (one: string, other: string) => number

export const maxListedDuplicates = 20
const maxComparedShapes = 500

const kinds = ['title', 'description', 'body'] as const
type Kind = (typeof kinds)[number]

/** The facts of a website's only page. */
export const noDuplicates: DuplicateFacts = {
  counted: true,
  others: 0,
  title: none(),
  description: none(),
  body: none(),
  similar: none(),
}

function none<T>(): { items: T[]; total: number } {
  return { items: [], total: 0 }
}

/** `page_url` is the final URL, or its key: two URLs that lead to one page are not duplicates. */
type PageIdentity = { url: string; page_url?: string; fingerprints: Fingerprints }

/** `latest` is the ID of the page's latest report; 0 without one. */
type StoredIdentity = PageIdentity & { latest: number }

type PageRow = {
  url: string
  title_hash: string | null
  description_hash: string | null
  body_hash: string | null
  body_shape: string | null
  page_url: string | null
}

const identityOf = (row: PageRow): PageIdentity => ({
  url: row.url,
  page_url: row.page_url ?? row.url,
  fingerprints: {
    title: row.title_hash,
    description: row.description_hash,
    body: row.body_hash,
    bodyShape: row.body_shape,
  },
})

/**
 * Selects the latest reports of the indexable pages of a website without one of them. The partial indexes require the
 * literals.
 */
const otherPages = (db: Kysely<Schema>, websiteId: number, own: number) =>
  db
    .selectFrom('reports as r')
    .where('r.website_id', '=', websiteId)
    .where('r.latest', '=', sql.lit(1))
    .where('r.page_indexability', '=', sql.lit('indexable'))
    .where('r.id', '<>', own)

/** Selects the other pages of a website with an equal text. */
const duplicatesOf = (
  db: Kysely<Schema>,
  websiteId: number,
  { url, page_url = url, latest }: StoredIdentity,
  kind: Kind,
  hash: string,
) =>
  otherPages(db, websiteId, latest)
    .where(`r.${kind}_hash`, '=', hash)
    .where((eb) => eb(eb.fn.coalesce('r.page_url', 'r.url'), '<>', urlKey(page_url)))

/**
 * Finds the website's other pages with an equal title, description or body, newest first, and those with a similar body
 * among the newest 500. Counts end at 1,000.
 */
export async function findDuplicates(
  db: Kysely<Schema>,
  websiteId: number,
  identity: PageIdentity,
  similarity: Similarity,
): Promise<DuplicateFacts> {
  const page = { ...identity, latest: (await latestOf(db, websiteId, identity.url))?.id ?? 0 }
  const shapes = page.fingerprints.bodyShape === null ? null : await newestShapes(db, websiteId, page.latest)
  const others =
    shapes && shapes.length < maxComparedShapes
      ? shapes.length
      : await countPages(db, otherPages(db, websiteId, page.latest))
  if (others === 0) return noDuplicates
  const duplicates = await listDuplicates(db, websiteId, page)
  const cut = async (kind: Kind): Promise<DuplicateFacts['title']> => {
    const items = duplicates.filter((duplicate) => duplicate.kind === kind).map(({ id, url }) => ({ id, url }))
    const total =
      items.length < maxListedDuplicates
        ? items.length
        : await countPages(db, duplicatesOf(db, websiteId, page, kind, page.fingerprints[kind] ?? ''))
    return { items: items.toSorted((a, b) => b.id - a.id), total }
  }
  return {
    counted: true,
    others,
    title: await cut('title'),
    description: await cut('description'),
    body: await cut('body'),
    similar: await findSimilar(db, page, shapes ?? [], similarity),
  }
}

/** Returns the state of a URL, and the hashes of its text, by its latest report; undefined without one. */
export const findTextOf = (db: Kysely<Schema>, domain: string, url: string) =>
  db
    .selectFrom('pages as p')
    .innerJoin('websites as w', 'w.id', 'p.website_id')
    .innerJoin('reports as r', 'r.id', 'p.latest_report_id')
    .select(['r.indexability', 'r.body_hash', 'r.body_shape'])
    .where('w.domain', '=', domain)
    .where('w.deleted_at', 'is', null)
    .where('p.url_key', '=', urlKey(url))
    .executeTakeFirst()

/** Returns the newest duplicates of each kind, by one query. */
async function listDuplicates(
  db: Kysely<Schema>,
  websiteId: number,
  page: StoredIdentity,
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
const newestShapes = (db: Kysely<Schema>, websiteId: number, own: number) =>
  otherPages(db, websiteId, own)
    .select(['r.id', 'r.url', 'r.body_shape'])
    .orderBy('r.id', 'desc')
    .limit(maxComparedShapes)
    .execute()

type Shapes = Awaited<ReturnType<typeof newestShapes>>

async function findSimilar(
  db: Kysely<Schema>,
  { url, page_url = url, fingerprints }: PageIdentity,
  shapes: Shapes,
  similarity: Similarity,
): Promise<DuplicateFacts['similar']> {
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
  const excluded = await equalOrSamePages(db, ids, body, urlKey(page_url))
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

/** Finds the duplicates of a report's page as they are now. Only indexable pages have some. */
export async function findDuplicatesOf(
  db: Kysely<Schema>,
  { id, website_id }: { id: number; website_id: number },
  similarity: Similarity,
): Promise<DuplicateFacts> {
  const row = await db
    .selectFrom('reports')
    .select([
      'url',
      'latest',
      'indexability',
      'page_indexability',
      'title_hash',
      'description_hash',
      'body_hash',
      'body_shape',
      'page_url',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return noDuplicates
  return isCounted(row.latest === 1 ? row.page_indexability : row.indexability)
    ? findDuplicates(db, website_id, identityOf(row), similarity)
    : { ...noDuplicates, counted: false }
}
