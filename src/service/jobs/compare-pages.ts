import type { Kysely } from 'kysely'
import { similarity } from '#analyser/facts/fingerprint.ts'
import { readAlternates } from '#analyser/page-alternates.ts'
import type { AmongPages } from '#analyser/page-facts.ts'
import { evidenceLimit } from '#contract/reports/analysis.ts'
import { urlKey } from '#contract/url-key.ts'
import { alternatesOf, type ComparedPage, pagesToCompare } from '#service/store/crawls/compared-pages.ts'
import { linkTarget } from '#service/store/pages/link-targets.ts'
import type { Schema } from '#service/store/schema.ts'
import { findSimilar, findThin, maxOthers, type Others } from './similar-pages.ts'

type Kind = 'title' | 'description' | 'body'
/**
 * Compares the pages of a crawl's website, and returns what each shares with others, by the ID of its latest report.
 * Other requests are served meanwhile.
 * @param crawl.inTraps the pages that are left out, by `linkTarget`
 */
export async function comparePages(
  db: Kysely<Schema>,
  crawl: { crawlId: number; websiteId: number; isWhole: boolean; inTraps: ReadonlySet<number> },
  signal: AbortSignal,
): Promise<ReadonlyMap<number, AmongPages>> {
  const pages: ComparedPage[] = []
  for await (const batch of pagesToCompare(db, crawl)) {
    signal.throwIfAborted()
    pages.push(...batch.filter(({ url }) => !crawl.inTraps.has(linkTarget(db, url))))
  }
  const found = new Map<number, AmongPages>()
  const add = ({ id }: ComparedPage, shared: AmongPages) => found.set(id, { ...found.get(id), ...shared })
  const bodies = findEqual(pages, 'body')
  const similar = await findSimilar(pages, signal)
  const versions = await versionsOf(db, [...new Set([...bodies.keys(), ...similar.keys()])])
  for (const kind of ['title', 'description', 'body'] as const) {
    const equal = kind === 'body' ? bodies : findEqual(pages, kind)
    for (const [page, all] of equal) {
      const hash = page[`${kind}_hash`]
      const others = kind === 'body' ? withoutVersions(page, all, versions) : all
      if (hash !== null && others.pages.length > 0) add(page, { [kind]: { hash, ...listed(others) } })
    }
  }
  for (const [page, all] of similar) {
    const others = withoutVersions(page, all, versions)
    const hash = page.body_shape
    if (hash === null || others.pages.length === 0) continue
    const { first, pages } = listed(others)
    const items = others.pages.slice(0, evidenceLimit).map(({ id, url, body_shape }) => ({
      id,
      url,
      similarity: similarity(hash, body_shape ?? ''),
    }))
    add(page, { similar: { hash, first, pages: { ...pages, items } } })
  }
  for (const [page, { group, others }] of findThin(pages)) add(page, { thin: { hash: group, ...listed(others) } })
  return found
}

const listed = ({ pages, total, first }: Others) => ({
  first: first.url,
  pages: { items: pages.slice(0, evidenceLimit).map(({ id, url }) => ({ id, url })), total },
})

/** Finds the pages with equal texts. Two URLs that lead to one page are no duplicates. */
function findEqual(pages: readonly ComparedPage[], kind: Kind): Map<ComparedPage, Others> {
  const found = new Map<ComparedPage, Others>()
  for (const [hash, set] of Map.groupBy(pages, (page) => page[`${kind}_hash`])) {
    const [first] = set
    if (hash === null || !first || set.length === 1) continue
    const candidates = set.slice(0, maxOthers + 1)
    for (const page of set) {
      const others = candidates.filter((other) => other !== page)
      const pages = others.filter((other) => other.page !== page.page)
      found.set(page, { pages, total: set.length - 1 - (others.length - pages.length), first })
    }
  }
  return found
}

/** The keys of the URLs that pages name as their versions for other languages and countries, by their reports. */
type Versions = ReadonlyMap<number, ReadonlySet<string>>

async function versionsOf(db: Kysely<Schema>, pages: readonly ComparedPage[]): Promise<Versions> {
  const packed = await alternatesOf(
    db,
    pages.map(({ id }) => id),
  )
  const keysOf = (text: string) => new Set(readAlternates(text).items.map(({ url }) => urlKey(url)))
  return new Map([...packed].map(([id, text]) => [id, keysOf(text)]))
}

/** Pages that name each other as versions can have one text: search engines show each to its own country. */
function withoutVersions(own: ComparedPage, others: Others, versions: Versions): Others {
  const named = versions.get(own.id)
  if (!named) return others
  const key = urlKey(own.url)
  const pages = others.pages.filter(({ id, url }) => !named.has(urlKey(url)) || !versions.get(id)?.has(key))
  return { ...others, pages, total: others.total - (others.pages.length - pages.length) }
}
