import type { Kysely } from 'kysely'
import { checksChangedBetween, websiteChecks } from '#analyser/changed-checks.ts'
import type { PathComparison, UnpagedAgainst, WebsiteComparison } from '#contract/websites/website-comparison.ts'
import { presentComparedPath, presentWebsiteComparison } from '#service/present/website-comparison.ts'
import { findCrawl } from '#service/store/crawls/crawl-lists.ts'
import type { Schema } from '#service/store/schema.ts'
import {
  compareWebsites,
  type HostChecks,
  judgedAsProduction,
  readComparedPaths,
  type Sides,
  type WebsitesCompared,
} from '#service/store/websites/compare-websites.ts'
import type { WebsiteRecord } from '#service/store/websites/websites.ts'
import { type InvalidField, unprocessable } from '../problem.ts'

/** The checks that judge the canonical URL, which differs on every page of a staging website. */
const canonicalChecks = ['canonical-elsewhere', 'canonical-valid', 'conflicts'] as const
/** The checks by which a staging website keeps itself out of search. */
const productionChecks = [
  'noindex',
  'noindex-hidden',
  'robots-blocked',
  'robots-directives',
  'blocked-resources',
  'conflicts',
] as const

export const hostChecks: HostChecks = {
  settings: new Set(websiteChecks),
  canonical: new Set(canonicalChecks),
  production: new Set(productionChecks),
  changedBetween: checksChangedBetween,
}

export type WebsitePair = { here: WebsiteRecord; there: WebsiteRecord }

/** A comparison that is read, whose rows are read when they are needed. */
export type ReadComparison = { summary: WebsiteComparison; total: number; rows: RowsFrom }
type RowsFrom = (from: number, to: number) => Promise<PathComparison[]>

/** Compares two websites. Throws a 422 for a crawl that isn't one of its website. */
export async function websiteComparison(
  db: Kysely<Schema>,
  pair: WebsitePair,
  query: UnpagedAgainst,
): Promise<ReadComparison> {
  await refuseOtherCrawls(db, pair, query)
  const live = await judgedAsProduction(db, [pair.here.id, pair.there.id])
  const sideOf = (website: WebsiteRecord, crawl: number | null) => ({
    website,
    crawl,
    isJudgedAsProduction: live.has(website.id),
  })
  const sides: Sides = { here: sideOf(pair.here, query.crawl), there: sideOf(pair.there, query.other_crawl) }
  const compared: WebsitesCompared = await compareWebsites(db, sides, query, hostChecks)
  const rows: RowsFrom = async (from, to) =>
    (await readComparedPaths(db, sides, compared.found.slice(from, to), hostChecks)).map(presentComparedPath)
  return { summary: presentWebsiteComparison(sides, compared), total: compared.found.length, rows }
}

/** Rows of a file that are written at once. */
const rowsAtOnce = 250

/** Returns all rows of a comparison, for a file. */
export const allRows = ({ total, rows }: ReadComparison) => ({
  total,
  async *batches() {
    for (let from = 0; from < total; from += rowsAtOnce) yield await rows(from, from + rowsAtOnce)
  },
})

async function refuseOtherCrawls(
  db: Kysely<Schema>,
  { here, there }: WebsitePair,
  { crawl, other_crawl }: Pick<UnpagedAgainst, 'crawl' | 'other_crawl'>,
): Promise<void> {
  const invalid: InvalidField[] = []
  for (const [field, id, website] of [
    ['crawl', crawl, here],
    ['other_crawl', other_crawl, there],
  ] as const)
    if (id !== null && !(await findCrawl(db, website.id, id)))
      invalid.push({ field, code: 'not_found', sentence: `${field} must be a crawl of ${website.domain}.` })
  if (invalid.length > 0) throw unprocessable(invalid)
}
