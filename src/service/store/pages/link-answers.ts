import type { Kysely } from 'kysely'
import type { PageFacts } from '#analyser/page-facts.ts'
import { batchesOf } from '../engine.ts'
import type { Schema } from '../schema.ts'
import { linkTarget } from './link-targets.ts'

/** The answer of the target of a link: of the URL itself, so 301 if it redirects. */
export type LinkAnswer = { status: number | null; redirects_to: string | null }

/** URLs of one statement. */
const batchSize = 1_000

/** Returns the answers of those of the URLs that are pages of a website, by `linkTarget`. */
export async function answersOfPages(
  db: Kysely<Schema>,
  websiteId: number,
  targets: ReadonlySet<number>,
): Promise<Map<number, LinkAnswer>> {
  const answers = new Map<number, LinkAnswer>()
  for (const batch of batchesOf([...targets], batchSize)) {
    const pages = await db
      .selectFrom('pages as p')
      .innerJoin('reports as r', 'r.id', 'p.latest_report_id')
      .select(['p.target', 'p.status', 'r.redirects_to'])
      .where('p.website_id', '=', websiteId)
      .where('p.target', 'in', batch)
      .execute()
    for (const { target, status, redirects_to } of pages) answers.set(target, { status, redirects_to })
  }
  return answers
}

/** Returns the answers that the latest crawl of a website got from those of the URLs it requested, by `linkTarget`. */
export async function answersOfCrawl(
  db: Kysely<Schema>,
  websiteId: number,
  targets: ReadonlySet<number>,
): Promise<Map<number, LinkAnswer>> {
  const answers = new Map<number, LinkAnswer>()
  const crawl = await db
    .selectFrom('crawls')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('website_id', '=', websiteId)
    .where('state', '<>', 'running')
    .executeTakeFirst()
  if (typeof crawl?.id !== 'number') return answers
  for (const batch of batchesOf([...targets], batchSize)) {
    const urls = await db
      .selectFrom('crawl_urls')
      .select(['target', 'status', 'redirects_to'])
      .where('crawl_id', '=', crawl.id)
      .where('target', 'in', batch)
      .where('status', 'is not', null)
      .execute()
    for (const { target, ...answer } of urls) answers.set(target, answer)
  }
  return answers
}

/** Returns the answers to the probe requests for the links of a page, by `linkTarget`. */
export function answersOfProbes(db: Kysely<Schema>, { probes }: Pick<PageFacts, 'probes'>): Map<number, LinkAnswer> {
  const links = probes.filter(({ purpose }) => purpose === 'link')
  return new Map(
    links.map(({ url, status, redirects, finalUrl }) => [
      targetOf(db, url),
      { status: redirects[0]?.status ?? status, redirects_to: redirects.length > 0 ? finalUrl : null },
    ]),
  )
}

/** Returns the links of a page as numbers, as `pages` and `crawl_urls` have their targets. */
export const targetsOf = (db: Kysely<Schema>, { links }: Pick<PageFacts, 'links'>): number[] =>
  links.items.flatMap(({ url }) => (url === null ? [] : [targetOf(db, url)]))

/** A fragment is no part of a page's URL. */
export const targetOf = (db: Kysely<Schema>, url: string) => linkTarget(db, url.split('#', 1)[0] ?? url)
