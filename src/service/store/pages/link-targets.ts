import { createHmac } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { urlKey } from '#contract/url-key.ts'
import { contextOf } from '../engine.ts'
import { ensureMeta, newSecret } from '../meta.ts'
import type { Schema } from '../schema.ts'

/** A URL whose number another URL had first, with the number that it has instead. */
export type TargetCollisionsTable = { url_key: string; target: number }

/**
 * The numbers by which the targets of links are stored instead of their URLs: 53 bits of a keyed hash, which JavaScript
 * and both engines hold exactly. Nobody can choose URLs that meet on one number, because each database has its own key.
 * Where two meet by chance, the second gets another number.
 */
export class LinkTargets {
  #key = ''
  #collisions = new Map<string, number>()

  of(url: string): number {
    const key = urlKey(url)
    return this.#collisions.get(key) ?? this.numberOf(key)
  }

  /** Returns the number of a URL's key, or the one that takes its place after some collisions. */
  numberOf(key: string, collisions = 0): number {
    const bytes = createHmac('sha256', this.#key)
      .update(collisions === 0 ? key : `${key} ${collisions}`)
      .digest()
    // 0 is that of sitemaps.
    return (bytes.readUIntBE(0, 3) >>> 3) * 2 ** 32 + bytes.readUInt32BE(3) || 1
  }

  /** The key is made with the database and never changes, because all stored numbers depend on it. */
  async load(db: Kysely<Schema>): Promise<void> {
    this.#key = await ensureMeta(db, 'target-key', newSecret)
    await this.loadCollisions(db)
  }

  async loadCollisions(db: Kysely<Schema>): Promise<void> {
    const rows = await db.selectFrom('target_collisions').selectAll().execute()
    this.#collisions = new Map(rows.map(({ url_key, target }) => [url_key, target]))
  }

  /** Changes with each collision. Numbers from before it can be those of other URLs. */
  get collisions(): number {
    return this.#collisions.size
  }
}

/** Returns the number by which a URL is stored as the target of a link. */
export const linkTarget = (db: Kysely<Schema>, url: string): number => contextOf(db).targets.of(url)

export const knownCollisions = (db: Kysely<Schema>): number => contextOf(db).targets.collisions

/** Thrown where two URLs meet on one number, before either is taken for the other. */
export class TargetCollision extends Error {
  override name = 'TargetCollision'
  /** None if both have their own numbers by now, and only the work must begin again. */
  readonly urls: readonly string[]

  constructor(...urls: string[]) {
    super(`Two URLs have one number as targets of links: ${urls.join(' and ')}.`)
    this.urls = urls
  }
}

/** Throws a TargetCollision if two URLs with one number are not the same. */
export function refuseCollision(first: string, second: string): void {
  if (urlKey(first) !== urlKey(second)) throw new TargetCollision(first, second)
}

/** Gives the second URL of a collision a number of its own, for good. The first is the one that is stored. */
export async function separateTargets(db: Kysely<Schema>, { urls: [first, second] }: TargetCollision): Promise<void> {
  const { targets } = contextOf(db)
  await targets.loadCollisions(db)
  // Another process may have done it.
  if (first === undefined || second === undefined || targets.of(first) !== targets.of(second)) return
  const met = targets.of(first)
  const url_key = urlKey((await ownerOf(db, met)) === urlKey(second) ? first : second)
  let target = met
  for (let collisions = 1; target === met || (await ownerOf(db, target)) !== undefined; collisions += 1)
    target = targets.numberOf(url_key, collisions)
  await db
    .insertInto('target_collisions')
    .values({ url_key, target })
    .onConflict((conflict) => conflict.column('url_key').doUpdateSet({ target }))
    .execute()
  await targets.loadCollisions(db)
}

/** Returns the key of a URL that is stored with a number. No index serves this, because it happens nearly never. */
async function ownerOf(db: Kysely<Schema>, target: number): Promise<string | undefined> {
  const page = await db.selectFrom('pages').select('url_key').where('target', '=', target).limit(1).executeTakeFirst()
  if (page) return page.url_key
  const seen = await db.selectFrom('crawl_urls').select('url').where('target', '=', target).limit(1).executeTakeFirst()
  return seen && urlKey(seen.url)
}

/** Repeats a transaction that failed because two URLs met on one number, once the second has its own. */
export async function separatingTransaction<T>(
  db: Kysely<Schema>,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!(error instanceof TargetCollision) || error.urls.length === 0) throw error
      await separateTargets(db, error)
    }
  }
}
