import { type Generated, type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import { brokenLinksCheck, type PageLink } from '#analyser/page-state.ts'
import { todayInUtc } from '#contract/format/dates.ts'
import { urlKey } from '#contract/url-key.ts'
import { batchesOf } from '../engine.ts'
import { cachedUntilChange } from '../query-cache.ts'
import type { Schema } from '../schema.ts'
import { linkTarget, refuseCollision } from './link-targets.ts'
import { isCheckWaivedOn, isWaivedOn } from './waived-issues.ts'

/** An internal link of the latest report of a page. */
export type PageLinksTable = {
  page_id: number
  /** See `linkTarget`. */
  target: number
  website_id: number
  /** Null for a link that is not known to be broken. */
  broken_url: string | null
  /** The text of a broken link. Null otherwise. */
  anchor: Generated<string | null>
  /** 1 for a link that only scripts add. */
  by_script: Generated<1 | null>
}

export type LinksOfPage = { page_id: number; website_id: number; links: readonly PageLink[] }
type Row = Selectable<PageLinksTable>

/** Rows of one statement. SQLite allows 32,766 values in a statement. */
const batchSize = 2_000

/** Replaces the links of pages. Unchanged ones are not written. */
export async function replaceLinks(tx: Transaction<Schema>, pages: readonly LinksOfPage[]): Promise<void> {
  if (pages.length === 0) return
  const ids = pages.map(({ page_id }) => page_id)
  await writeLinks(tx, pages, await tx.selectFrom('page_links').selectAll().where('page_id', 'in', ids).execute())
}

/** Writes the links of new pages. */
export const addLinks = (tx: Transaction<Schema>, pages: readonly LinksOfPage[]) => writeLinks(tx, pages, [])

type TargetLink = { target: number; url: string }

/** Collects changes of the numbers of pages that link to others. */
class InlinkChanges {
  readonly #websites = new Map<number, Map<number, number>>()

  /** The URLs of added links. */
  readonly #urls = new Map<number, string>()

  add(websiteId: number, links: readonly TargetLink[]) {
    for (const { target, url } of links) {
      const other = this.#urls.get(target)
      if (other === undefined) this.#urls.set(target, url)
      else refuseCollision(other, url)
    }
    this.#change(
      websiteId,
      links.map(({ target }) => target),
      1,
    )
  }

  remove(websiteId: number, targets: Iterable<number>) {
    this.#change(websiteId, targets, -1)
  }

  #change(websiteId: number, targets: Iterable<number>, sign: 1 | -1) {
    const changes = this.#websites.get(websiteId) ?? new Map<number, number>()
    this.#websites.set(websiteId, changes)
    for (const target of targets) changes.set(target, (changes.get(target) ?? 0) + sign)
  }

  /** Most targets change by one, so that there are few statements. */
  async store(tx: Transaction<Schema>) {
    for (const [websiteId, changes] of this.#websites)
      for (const [change, targets] of Map.groupBy(changes, ([, by]) => by))
        if (change !== 0)
          for (const batch of batchesOf(targets, batchSize)) {
            const pages = await tx
              .updateTable('pages')
              .set((eb) => ({ inlinks: eb('inlinks', '+', change) }))
              .where('website_id', '=', websiteId)
              .where(
                'target',
                'in',
                batch.map(([target]) => target),
              )
              .returning(['target', 'url'])
              .execute()
            for (const { target, url } of pages) refuseCollision(url, this.#urls.get(target) ?? url)
          }
  }
}

async function writeLinks(tx: Transaction<Schema>, pages: readonly LinksOfPage[], stored: readonly Row[]) {
  const before = Map.groupBy(stored, (row) => row.page_id)
  const written: Row[] = []
  const inlinks = new InlinkChanges()
  for (const page of pages) {
    const { page_id, website_id } = page
    const rows = linkRows(tx, page)
    const urls = new Map(page.links.map(({ url }) => [linkTarget(tx, url), url]))
    const kept = new Map(before.get(page_id)?.map((row) => [row.target, row]))
    const changed = rows.filter(({ target, broken_url, anchor, by_script }) => {
      const row = kept.get(target)
      return row?.broken_url !== broken_url || row.anchor !== anchor || row.by_script !== by_script
    })
    written.push(...changed)
    const added = rows.filter(({ target }) => !kept.has(target))
    for (const { target } of rows) kept.delete(target)
    inlinks.add(
      website_id,
      added.map(({ target }) => ({ target, url: urls.get(target) ?? '' })),
    )
    inlinks.remove(website_id, kept.keys())
    if (kept.size > 0)
      await tx
        .deleteFrom('page_links')
        .where('page_id', '=', page_id)
        .where('target', 'in', [...kept.keys()])
        .execute()
  }
  for (const batch of batchesOf(written, batchSize))
    await tx
      .insertInto('page_links')
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(['page_id', 'target']).doUpdateSet((eb) => ({
          broken_url: eb.ref('excluded.broken_url'),
          anchor: eb.ref('excluded.anchor'),
          by_script: eb.ref('excluded.by_script'),
        })),
      )
      .execute()
  await inlinks.store(tx)
}

export function linkRows(db: Kysely<Schema>, { page_id, website_id, links }: LinksOfPage): Row[] {
  const rows = new Map<number, Row>()
  const urls = new Map<number, string>()
  for (const { url, isBroken, anchor = null, isByScript } of links) {
    const target = linkTarget(db, url)
    refuseCollision(urls.get(target) ?? url, url)
    urls.set(target, url)
    rows.set(target, {
      page_id,
      target,
      website_id,
      broken_url: isBroken ? url : null,
      anchor,
      by_script: isByScript ? 1 : null,
    })
  }
  return [...rows.values()]
}

/** A page with a link, and the text of the link if it is known to be broken. */
type Sample = { report_id: number; url: string; title: string | null; anchor: string | null }
/**
 * A link to a missing page of the website. `pages` is the number of pages with such a link, some of which are named.
 * Broken links count on the pages of that issue. `status` is null if there is no report of the page.
 */
export type BrokenLink = { url: string; status: number | null; pages: number; samples: Sample[] }

const maxTargets = 1_000
const maxBrokenLinks = 10
const maxSamples = 10

/**
 * Returns the broken internal links of a website's pages, without those waived on a day. Those on most pages come
 * first. A link is broken if a page's report found it so, or if the URL has a report of its own with an error.
 */
export const findBrokenLinks = (db: Kysely<Schema>, websiteId: number, day = todayInUtc()): Promise<BrokenLink[]> =>
  cachedUntilChange(db, `broken links ${websiteId} ${day}`, () => readBrokenLinks(db, websiteId, day))

async function readBrokenLinks(db: Kysely<Schema>, websiteId: number, day: string): Promise<BrokenLink[]> {
  const ofPages = linksOfWebsite(db, websiteId).where(
    sql<boolean>`l.page_id in (${pagesWithBrokenLinks(day, websiteId)})`,
  )
  const targets = await ofPages
    .select(['l.target', sql<string>`min(l.broken_url)`.as('url')])
    .where('l.broken_url', 'is not', null)
    .groupBy('l.target')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('l.target')
    .limit(maxTargets)
    .execute()
  const errors = await db
    .selectFrom('pages as p')
    .select(['p.target', 'p.url'])
    .where('p.website_id', '=', websiteId)
    .where(isLinkedError(day))
    .orderBy('p.inlinks', 'desc')
    .orderBy('p.id')
    .limit(maxTargets)
    .execute()
  if (targets.length + errors.length === 0) return []
  const urls = new Map([...targets, ...errors].map(({ target, url }) => [target, url]))
  const counted = await ofPages
    .select(['l.target', sql<number>`count(*)`.as('pages')])
    .where('l.target', 'in', [...urls.keys()])
    .groupBy('l.target')
    .orderBy('pages', 'desc')
    .orderBy('l.target')
    .limit(maxBrokenLinks)
    .execute()
  const statuses = await statusesOf(
    db,
    websiteId,
    counted.map(({ target }) => urls.get(target) ?? ''),
  )
  const links: BrokenLink[] = []
  for (const { target, pages } of counted) {
    const samples = await samplesOf(ofPages, target)
    const url = urls.get(target) ?? ''
    links.push({ url, status: statuses.get(urlKey(url)) ?? null, pages, samples })
  }
  return links
}

/** The statuses of a login and of too many requests are no errors, as for links. */
const isError = sql<boolean>`(p.status >= 400 and p.status not in (401, 429))`

/** Selects pages, `pages as p`, that returned an error, and to which pages link where that is not waived on a day. */
export const isLinkedError = (day: string): RawBuilder<boolean> => sql<boolean>`(${isError} and p.inlinks > 0
  and exists (select 1 from page_links as l inner join pages as f on f.id = l.page_id
    where l.website_id = p.website_id and l.target = p.target and not ${isCheckWaivedOn(brokenLinksCheck, 'f', day)}))`

/**
 * Selects the pages of a website, or of all, that link to one with an error, even if their own reports did not try the
 * link. Pages where broken links are waived on a day are left out.
 */
const pagesLinkingToErrors = (day: string, websiteId: number | null): RawBuilder<number> =>
  sql<number>`select l.page_id from pages as p
    inner join page_links as l on l.website_id = p.website_id and l.target = p.target
    inner join pages as f on f.id = l.page_id
    where ${isError} and p.inlinks > 0 ${websiteId === null ? sql`` : sql`and p.website_id = ${websiteId}`}
      and not ${isCheckWaivedOn(brokenLinksCheck, 'f', day)}`

/** Returns the statuses of the URLs that are pages of a website, by their keys. */
export async function statusesOf(
  db: Kysely<Schema>,
  websiteId: number,
  urls: readonly string[],
): Promise<Map<string, number | null>> {
  if (urls.length === 0) return new Map()
  const pages = await db
    .selectFrom('pages')
    .select(['url_key', 'status'])
    .where('website_id', '=', websiteId)
    .where('url_key', 'in', urls.map(urlKey))
    .execute()
  return new Map(pages.map(({ url_key, status }) => [url_key, status]))
}

/**
 * Selects the pages of a website, or of all, with a broken internal link: those whose reports found one, and those that
 * link to a page with an error. Pages where that is waived on a day are left out.
 */
export const pagesWithBrokenLinks = (day: string, websiteId: number | null): RawBuilder<number> =>
  sql<number>`select i.page_id from page_issues as i where i.check_id = ${brokenLinksCheck} and i.counted = 1
      ${websiteId === null ? sql`` : sql`and i.website_id = ${websiteId}`} and not ${isWaivedOn(day)}
    union ${pagesLinkingToErrors(day, websiteId)}`

/** Counts the pages of a website with a broken internal link. Cached until the data changes. */
export const countPagesWithBrokenLinks = (db: Kysely<Schema>, websiteId: number, day: string): Promise<number> =>
  cachedUntilChange(db, `pages with broken links ${websiteId} ${day}`, async () => {
    const { rows } = await sql<{ pages: number }>`select cast(count(*) as integer) as pages
      from (${pagesWithBrokenLinks(day, websiteId)}) as b`.execute(db)
    return rows[0]?.pages ?? 0
  })

const linksOfWebsite = (db: Kysely<Schema>, websiteId: number) =>
  db.selectFrom('page_links as l').where('l.website_id', '=', websiteId)

/** Returns some of the pages that link to a target. */
const samplesOf = (links: ReturnType<typeof linksOfWebsite>, target: number): Promise<Sample[]> =>
  links
    .innerJoin('pages as p', 'p.id', 'l.page_id')
    .innerJoin('reports as r', 'r.id', 'p.latest_report_id')
    .select(['r.id as report_id', 'r.url', 'r.title', 'l.anchor'])
    .where('l.target', '=', target)
    .orderBy('l.page_id')
    .limit(maxSamples)
    .execute()

/** Returns the pages of a website that link to a URL: their number, and some of them. */
export async function findInlinks(
  db: Kysely<Schema>,
  { website_id, url }: { website_id: number; url: string },
): Promise<Omit<BrokenLink, 'url' | 'status'>> {
  const target = linkTarget(db, url)
  const links = linksOfWebsite(db, website_id)
  const { pages } = await links
    .select(sql<number>`count(*)`.as('pages'))
    .where('l.target', '=', target)
    .executeTakeFirstOrThrow()
  return { pages, samples: pages > 0 ? await samplesOf(links, target) : [] }
}
