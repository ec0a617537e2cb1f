import { type Kysely, sql } from 'kysely'
import { type DuplicateKind, duplicateKinds, maxDuplicateSets } from '#contract/websites/website-pages.ts'
import { cachedUntilChange } from '../query-cache.ts'
import { readFacts } from '../reports/report-payloads.ts'
import type { Schema } from '../schema.ts'

type Sample = { report_id: number; url: string; title: string | null }

/** A set of pages with equal texts. The texts that they don't share are null. */
export type DuplicateSet = {
  kinds: DuplicateKind[]
  pages: number
  title: string | null
  description: string | null
  heading: string | null
  words: number | null
  samples: Sample[]
}

const maxSamples = 20

/** Returns the largest sets of a website's indexable pages with an equal title, description or content. */
export const findDuplicateSets = (db: Kysely<Schema>, websiteId: number): Promise<DuplicateSet[]> =>
  cachedUntilChange(db, `duplicates ${websiteId}`, () => readDuplicateSets(db, websiteId))

async function readDuplicateSets(db: Kysely<Schema>, websiteId: number): Promise<DuplicateSet[]> {
  const ofKinds = []
  for (const kind of duplicateKinds) ofKinds.push(...(await setsOfKind(db, websiteId, kind)))
  // Pages that share several texts are one set. Beyond the samples, the sum of the IDs tells sets apart.
  const samePages = Map.groupBy(ofKinds, ({ pages, sum, samples }) =>
    [pages, sum, ...samples.map(({ report_id }) => report_id)].join(),
  )
  const sets = [...samePages.values()]
    .flatMap((same) => (same[0] ? [{ ...same[0], kinds: same.map(({ kind }) => kind) }] : []))
    .toSorted((a, b) => b.pages - a.pages || a.first - b.first)
    .slice(0, maxDuplicateSets)
  const newest = sets.flatMap(({ kinds, samples }) => (kinds.join() === 'title' ? [] : samples.slice(0, 1)))
  const texts = await textsOf(db, newest)
  return sets.map(({ kinds, pages, samples }) => {
    const page = texts.get(samples[0]?.report_id ?? 0) ?? noTexts
    const { heading, words } = kinds.includes('body') ? page : noTexts
    const title = kinds.includes('title') ? (samples[0]?.title ?? null) : null
    const description = kinds.includes('description') ? page.description : null
    return { kinds, pages, title, description, heading, words, samples }
  })
}

type SetOfKind = { kind: DuplicateKind; pages: number; first: number; sum: number; samples: Sample[] }

/**
 * Returns the largest sets of a kind. The order is the same for every kind, so that the largest sets of all kinds are
 * among these. The partial indexes require the literals.
 */
async function setsOfKind(db: Kysely<Schema>, websiteId: number, kind: DuplicateKind): Promise<SetOfKind[]> {
  const hash = `${kind}_hash` as const
  const indexable = db
    .selectFrom('reports')
    .where('website_id', '=', websiteId)
    .where('latest', '=', sql.lit(1))
    .where('page_indexability', '=', sql.lit('indexable'))
    .where(hash, 'is not', null)
  const largest = await indexable
    .select([`${hash} as hash`, sql<number>`count(*)`.as('pages'), sql<number>`min(id)`.as('first')])
    .select(sql<number>`cast(sum(id) as bigint)`.as('sum'))
    .groupBy(hash)
    .having(sql<boolean>`count(*) > 1`)
    .orderBy('pages', 'desc')
    .orderBy('first')
    .limit(maxDuplicateSets)
    .execute()
  if (largest.length === 0) return []
  const places = indexable
    .select(['id', `${hash} as hash`])
    .select(sql<number>`row_number() over (partition by ${sql.ref(hash)} order by id desc)`.as('place'))
    .where(
      hash,
      'in',
      largest.map((set) => set.hash),
    )
  const rows = await db
    .selectFrom(places.as('p'))
    .innerJoin('reports as r', 'r.id', 'p.id')
    .select(['p.hash', 'r.id as report_id', 'r.url', 'r.title'])
    .where('p.place', '<=', maxSamples)
    .orderBy('r.id', 'desc')
    .execute()
  const samples = Map.groupBy(rows, (row) => row.hash)
  return largest.map(({ hash, ...set }) => ({
    ...set,
    kind,
    samples: (samples.get(hash) ?? []).map(({ report_id, url, title }) => ({ report_id, url, title })),
  }))
}

type Texts = Pick<DuplicateSet, 'description' | 'heading' | 'words'>
const noTexts: Texts = { description: null, heading: null, words: null }

/** Returns the texts of pages that only their facts have. */
async function textsOf(db: Kysely<Schema>, pages: readonly Sample[]): Promise<Map<number, Texts>> {
  if (pages.length === 0) return new Map()
  const ids = pages.map(({ report_id }) => report_id)
  const rows = await db
    .selectFrom('report_payloads')
    .select(['report_id', 'facts'])
    .where('report_id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ report_id, facts: packed }) => {
      const { metadata, headings, words } = readFacts(packed)
      const heading = headings.items.find(({ level }) => level === 1)?.text ?? null
      return [report_id, { description: metadata.description, heading, words: words.count }]
    }),
  )
}
