import { hash } from 'node:crypto'
import { type Generated, type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import { brokenLinksCheck, type PageLink } from '#analyser/page-state.ts'
import { todayInUtc } from '#contract/format/dates.ts'
import { urlKey } from '#contract/url-key.ts'
import { batchesOf } from '../engine.ts'
import { cachedUntilChange } from '../query-cache.ts'
import type { Schema } from '../schema.ts'
import { isCheckWaivedOn, isWaivedOn, pagesWithWaiver, waivedChecks } from './waived-issues.ts'

/** An internal link of the latest report of a page. */
export type PageLinksTable = {
  page_id: number
  /** A hash of the URL. See `linkTarget`. */
  target: number
  website_id: number
  /** Null for a link that is not known to be broken. */
  broken_url: string | null
  /** The text of a broken link. Null otherwise. */
  anchor: Generated<string | null>
  /** 1 for a link that only scripts add. */
  by_script: Generated<1 | null>
}

/**
 * Returns the number by which the target of a link is stored: 48 bits of the hash of its key, which both engines return
 * exactly.
 */
export const linkTarget = (url: string): number => hash('sha256', urlKey(url), 'buffer').readUIntBE(0, 6)

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

/** Collects changes of the numbers of pages that link to others. */
class InlinkChanges {
  readonly #websites = new Map<number, Map<number, number>>()

  add(websiteId: number, targets: Iterable<number>, sign: 1 | -1) {
    const changes = this.#websites.get(websiteId) ?? new Map<number, number>()
    this.#websites.set(websiteId, changes)
    for (const target of targets) changes.set(target, (changes.get(target) ?? 0) + sign)
  }

  /** Most targets change by one, so that there are few statements. */
  async store(tx: Transaction<Schema>) {
    for (const [websiteId, changes] of this.#websites)
      for (const [change, targets] of Map.groupBy(changes, ([, by]) => by))
        if (change !== 0)
          for (const batch of batchesOf(targets, batchSize))
            await tx
              .updateTable('pages')
              .set((eb) => ({ inlinks: eb('inlinks', '+', change) }))
              .where('website_id', '=', websiteId)
              .where(
                'target',
                'in',
                batch.map(([target]) => target),
              )
              .execute()
  }
}

async function writeLinks(tx: Transaction<Schema>, pages: readonly LinksOfPage[], stored: readonly Row[]) {
  const before = Map.groupBy(stored, (row) => row.page_id)
  const written: Row[] = []
  const inlinks = new InlinkChanges()
  for (const page of pages) {
    const { page_id, website_id } = page
    const rows = linkRows(page)
    const kept = new Map(before.get(page_id)?.map((row) => [row.target, row]))
    const changed = rows.filter(({ target, broken_url, anchor, by_script }) => {
      const row = kept.get(target)
      return row?.broken_url !== broken_url || row.anchor !== anchor || row.by_script !== by_script
    })
    written.push(...changed)
    const added = rows.flatMap(({ target }) => (kept.has(target) ? [] : [target]))
    for (const { target } of rows) kept.delete(target)
    inlinks.add(website_id, added, 1)
    inlinks.add(website_id, kept.keys(), -1)
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

export function linkRows({ page_id, website_id, links }: LinksOfPage): Row[] {
  const rows = links.map(({ url, isBroken, anchor = null, isByScript }): Row => ({
    page_id,
    target: linkTarget(url),
    website_id,
    broken_url: isBroken ? url : null,
    anchor,
    by_script: isByScript ? 1 : null,
  }))
  return [...new Map(rows.map((row) => [row.target, row])).values()]
}

/** A page with a link, and the text of the link if it is known to be broken. */
type Sample = { report_id: number; url: string; title: string | null; anchor: string | null }
/**
 * A link to a missing page of the website. `pages` is the number of pages with such a link, some of which are named.
 * `status` is null if there is no report of the page.
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
  const hasWaivers = (await waivedChecks(db, [websiteId], day)).get(websiteId)?.has(brokenLinksCheck) ?? false
  const all = linksOfWebsite(db, websiteId)
  const ofWebsite = hasWaivers
    ? all.where('l.page_id', 'not in', pagesWithWaiver(db, websiteId, brokenLinksCheck, day))
    : all
  const targets = await ofWebsite
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
  const urls = new Map([...targets, ...errors].map(({ target, url }) => [target ?? 0, url]))
  const counted = await ofWebsite
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
    counted.map(({ target }) => target),
  )
  const links: BrokenLink[] = []
  for (const { target, pages } of counted) {
    const samples = await samplesOf(ofWebsite, target)
    links.push({ url: urls.get(target) ?? '', status: statuses.get(target) ?? null, pages, samples })
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

/** Returns the statuses of the targets that have reports. */
export async function statusesOf(
  db: Kysely<Schema>,
  websiteId: number,
  targets: readonly number[],
): Promise<Map<number, number | null>> {
  if (targets.length === 0) return new Map()
  const pages = await db
    .selectFrom('pages')
    .select(['target', 'status'])
    .where('website_id', '=', websiteId)
    .where('target', 'in', targets)
    .execute()
  return new Map(pages.map(({ target, status }) => [target ?? 0, status]))
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
  const target = linkTarget(url)
  const links = linksOfWebsite(db, website_id)
  const { pages } = await links
    .select(sql<number>`count(*)`.as('pages'))
    .where('l.target', '=', target)
    .executeTakeFirstOrThrow()
  return { pages, samples: pages > 0 ? await samplesOf(links, target) : [] }
}
