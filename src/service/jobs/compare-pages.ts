import type { Kysely } from 'kysely'
import { readAlternates } from '#analyser/page-alternates.ts'
import type { AmongPages } from '#analyser/page-facts.ts'
import { evidenceLimit } from '#contract/reports/analysis.ts'
import { urlKey } from '#contract/url-key.ts'
import { alternatesOf, type ComparedPage, pagesToCompare } from '#service/store/crawls/compared-pages.ts'
import type { Schema } from '#service/store/schema.ts'

/** Other pages that are looked at for each. Some can be its versions for other countries, which are no duplicates. */
const maxOthers = 2 * evidenceLimit

type Kind = keyof AmongPages
/** Pages that share a text with one page: some of them, their number, and the first page of all that has it. */
type Others = { pages: ComparedPage[]; total: number; first: ComparedPage }

/**
 * Compares the pages of a crawl's website, and returns what each shares with others, by the ID of its latest report.
 * Other requests are served meanwhile.
 */
export async function comparePages(
  db: Kysely<Schema>,
  crawl: { crawlId: number; websiteId: number; isWhole: boolean },
  signal: AbortSignal,
): Promise<ReadonlyMap<number, AmongPages>> {
  const pages: ComparedPage[] = []
  for await (const batch of pagesToCompare(db, crawl)) {
    signal.throwIfAborted()
    pages.push(...batch)
  }
  const found = new Map<number, AmongPages>()
  const add = (kind: Kind, equal: ReadonlyMap<ComparedPage, Others>, versions: Versions = new Map()) => {
    for (const [page, others] of equal) {
      const hash = page[`${kind}_hash`]
      const { pages: some, total, first } = withoutVersions(page, others, versions)
      if (hash === null || some.length === 0) continue
      const items = some.slice(0, evidenceLimit).map(({ id, url }) => ({ id, url }))
      found.set(page.id, { ...found.get(page.id), [kind]: { hash, first: first.url, pages: { items, total } } })
    }
  }
  add('title', findEqual(pages, 'title'))
  add('description', findEqual(pages, 'description'))
  const bodies = findEqual(pages, 'body')
  add('body', bodies, await versionsOf(db, [...bodies.keys()]))
  return found
}

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
