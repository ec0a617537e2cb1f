import { similarity } from '#analyser/facts/fingerprint.ts'
import { minSimilarity } from '#analyser/page-facts.ts'
import { renderGroupOf } from '#analyser/render-decision.ts'
import { evidenceLimit } from '#contract/reports/analysis.ts'
import { createBreaks } from '#service/fetcher/timing.ts'
import type { ComparedPage } from '#service/store/crawls/compared-pages.ts'
import { groupOf } from './url-groups.ts'

/** Pages that share something with one page: some of them, their number, and the first page of all that has it. */
export type Others = { pages: ComparedPage[]; total: number; first: ComparedPage }

/** Other pages that are looked at for each. Some can be its versions for other countries, which are no duplicates. */
export const maxOthers = 2 * evidenceLimit

/** Digits of a hash by which pages are looked up. Of two pages that are alike enough, some have equal ones. */
const digitsOfKey = 5
/** Safety limit for the texts with which a page is compared. */
const maxCompared = 200

/** A template has at least so many pages with little text, and at least this share of its pages are such. */
const [minThinPages, minThinShare] = [10, 0.8]

const legalPath =
  /impressum|imprint|legal|privacy|datenschutz|terms|conditions|agb|cookie|disclaimer|widerruf|withdrawal|mentions|confidentialit|aviso|privacidad|condiciones|privacidade|condizioni|voorwaarden|regulamin/i

/** Returns true for a page of a list or calendar, a filter, or a legal page. Others can resemble it on purpose. */
function isAlikeOnPurpose({ url }: ComparedPage): boolean {
  const { pathname } = new URL(url)
  return groupOf(new URL(url))?.isNamed === true || legalPath.test(pathname)
}

const pathOf = ({ url }: ComparedPage) => url.replace(/[?#].*$/s, '')

/**
 * Finds the pages whose texts outside menus and footers are nearly the same. Each page is compared with the first pages
 * of the sets so far, so pages of one template without end cost no more than others. Pages with equal texts, of one
 * path, or at one URL are no others of each other.
 */
export async function findSimilar(
  pages: readonly ComparedPage[],
  signal: AbortSignal,
): Promise<ReadonlyMap<ComparedPage, Others>> {
  const sets: Similar[] = []
  const setsByKey = new Map<string, Similar[]>()
  const breaks = createBreaks()
  for (const page of pages) {
    if (breaks.isDue()) await breaks.take()
    signal.throwIfAborted()
    const hash = page.body_shape
    if (hash === null || isAlikeOnPurpose(page)) continue
    const keys = keysOf(hash)
    const candidates = new Set(keys.flatMap((key) => setsByKey.get(key) ?? []))
    let best: { set: Similar; likeness: number } | null = null
    for (const set of [...candidates].slice(0, maxCompared)) {
      const likeness = similarity(hash, set.first.body_shape ?? '')
      if (likeness >= minSimilarity && likeness > (best?.likeness ?? 0)) best = { set, likeness }
    }
    if (best) {
      best.set.add(page)
      continue
    }
    const set = new Similar(page)
    sets.push(set)
    for (const key of keys) {
      const others = setsByKey.get(key)
      if (!others) setsByKey.set(key, [set])
      else if (others.length < maxCompared) others.push(set)
    }
  }
  return new Map(sets.flatMap((set) => set.othersOfAll()))
}

/** Pages whose texts are nearly that of the first. */
class Similar {
  readonly first: ComparedPage
  readonly #pages: ComparedPage[] = []
  /** One page for each text, path and URL, by each of them. */
  readonly #different = new Map<string, ComparedPage>()

  constructor(first: ComparedPage) {
    this.first = first
    this.add(first)
  }

  add(page: ComparedPage) {
    this.#pages.push(page)
    const keys = sameness(page)
    if (keys.some((key) => this.#different.has(key))) return
    for (const key of keys) this.#different.set(key, page)
  }

  othersOfAll(): [ComparedPage, Others][] {
    const all = [...new Set(this.#different.values())]
    const some = all.slice(0, maxOthers)
    return this.#pages.flatMap((page): [ComparedPage, Others][] => {
      const own = new Set(sameness(page).flatMap((key) => this.#different.get(key) ?? []))
      const others = some.filter((other) => !own.has(other) && isSimilar(page, other))
      const total = some.length < all.length ? all.length - own.size : others.length
      return others.length === 0 ? [] : [[page, { pages: others, total, first: this.first }]]
    })
  }
}

const sameness = (page: ComparedPage) => [`text ${page.body_hash}`, `path ${pathOf(page)}`, `page ${page.page}`]

const isSimilar = (one: ComparedPage, other: ComparedPage) =>
  similarity(one.body_shape ?? '', other.body_shape ?? '') >= minSimilarity

const keysOf = (hash: string) =>
  Array.from({ length: Math.floor(hash.length / digitsOfKey) }, (_, at) => {
    const from = at * digitsOfKey
    return `${at} ${hash.slice(from, from + digitsOfKey)}`
  })

/** Finds the pages of templates most of whose pages have too little text outside menus and footers to compare. */
export function findThin(pages: readonly ComparedPage[]): ReadonlyMap<ComparedPage, { group: string; others: Others }> {
  const found = new Map<ComparedPage, { group: string; others: Others }>()
  const counted = pages.filter((page) => page.body_hash !== null && !isAlikeOnPurpose(page))
  for (const [group, set] of Map.groupBy(counted, ({ url }) => renderGroupOf(url))) {
    const thin = set.filter(({ body_shape }) => body_shape === null)
    const [first] = thin
    if (!first || thin.length < minThinPages || thin.length < minThinShare * set.length) continue
    const some = thin.slice(0, maxOthers)
    for (const page of thin) {
      const others = some.filter((other) => other !== page)
      found.set(page, { group, others: { pages: others, total: thin.length - 1, first } })
    }
  }
  return found
}
