import type { Indexability } from '#contract/reports/indexability.ts'
import { urlKey } from '#contract/url-key.ts'
import type {
  CanonicalRow,
  HreflangGap,
  HreflangSet,
  PageSeries,
  RedirectRow,
  StructureUrl,
} from '#contract/websites/website-structure.ts'
import { faultOfHreflang } from './check-helpers/hreflang-code.ts'
import { placeInList } from './check-helpers/page-lists.ts'
import { isSuccess } from './fetched-page.ts'
import { type PageAlternates, readAlternates } from './page-alternates.ts'

/** A page of a website as of its latest report. `status` is that of the URL itself. */
export type StructurePage = {
  url: string
  url_key: string
  report_id: number
  status: number | null
  indexability: Indexability | null
  canonical: string | null
  redirects_to: string | null
  redirect_statuses: string | null
  inlinks: number | null
  /** See `packAlternates`. */
  alternates: string | null
}

export type WebsiteStructure = {
  redirects: RedirectRow[]
  canonicals: CanonicalRow[]
  hreflang: HreflangSet[]
  pagination: PageSeries[]
}

type Page = Omit<StructurePage, 'alternates'> & {
  alternates: PageAlternates | null
  /** The key of the canonical URL, if that is another page. */
  canonicalKey: string | null
}

/** Returns how the pages of a website refer to each other. Rows with faults or many links come first. */
export function structureOf(given: readonly StructurePage[]): WebsiteStructure {
  const keyOf = cachedKeys()
  const pages = given.map((page): Page => {
    const canonicalKey = page.canonical === null ? null : keyOf(page.canonical)
    return {
      ...page,
      alternates: page.alternates === null ? null : readAlternates(page.alternates),
      canonicalKey: canonicalKey === page.url_key ? null : canonicalKey,
    }
  })
  const byKey = new Map(pages.map((page) => [page.url_key, page]))
  return {
    redirects: redirectsOf(pages, byKey, keyOf),
    canonicals: canonicalsOf(pages, byKey),
    hreflang: hreflangOf(pages, byKey, keyOf),
    pagination: seriesOf(pages),
  }
}

type Pages = ReadonlyMap<string, Page>
type KeyOf = (url: string) => string

/** The pages of a set name the same URLs, so each is parsed once. */
function cachedKeys(): KeyOf {
  const keys = new Map<string, string>()
  return (url) => {
    const known = keys.get(url)
    if (known !== undefined) return known
    const key = urlKey(url)
    keys.set(url, key)
    return key
  }
}

const urlOf = ({ url, report_id, status }: Page): StructureUrl => ({ url, report_id, status })

const redirectsOf = (pages: readonly Page[], byKey: Pages, keyOf: KeyOf): RedirectRow[] =>
  pages
    .flatMap(({ url, report_id, redirects_to: target, redirect_statuses: statuses, inlinks }): RedirectRow[] => {
      if (target === null || statuses === null) return []
      return [{ url, report_id, statuses, target, target_status: byKey.get(keyOf(target))?.status ?? null, inlinks }]
    })
    .toSorted((a, b) => (b.inlinks ?? 0) - (a.inlinks ?? 0))

function canonicalsOf(pages: readonly Page[], byKey: Pages): CanonicalRow[] {
  const groups = Map.groupBy(
    pages.filter(({ canonicalKey }) => canonicalKey !== null),
    ({ canonicalKey }) => canonicalKey!,
  )
  return [...groups]
    .map(([key, others]): CanonicalRow => {
      const target = byKey.get(key)
      const isMember = target !== undefined && target.canonical !== null && target.canonicalKey === null
      const members = isMember ? [target, ...others] : others
      return {
        canonical: target?.url ?? others[0]!.canonical!,
        report_id: target?.report_id ?? null,
        status: target?.status ?? null,
        indexability: target?.indexability ?? null,
        pages: members.length,
        members: members.map(urlOf),
      }
    })
    .toSorted((a, b) => b.pages - a.pages)
}

/** Returns true for a page that repeats the hreflang links of its canonical URL, as a correct variant does. */
function repeatsCanonical({ canonicalKey, alternates }: Page, byKey: Pages, keyOf: KeyOf): boolean {
  const target = canonicalKey === null ? undefined : byKey.get(canonicalKey)
  if (!target?.alternates || !alternates) return false
  const linksOf = ({ items }: PageAlternates) =>
    items
      .map(({ code, url }) => `${code.toLowerCase()} ${keyOf(url)}`)
      .toSorted()
      .join('\n')
  return linksOf(alternates) === linksOf(target.alternates)
}

type Member = { url: string; status: number | null; codes: Set<string> }

function hreflangOf(pages: readonly Page[], byKey: Pages, keyOf: KeyOf): HreflangSet[] {
  const sets = new DisjointSets()
  const members = new Map<string, Member>()
  const gaps = new Map<string, Map<string, HreflangGap>>()
  for (const page of pages) {
    const { alternates, url, url_key, status } = page
    if (!alternates || repeatsCanonical(page, byKey, keyOf)) continue
    if (!members.has(url_key)) members.set(url_key, { url, status, codes: new Set() })
    for (const { code, url: to, status: probed } of alternates.items) {
      const key = keyOf(to)
      const member = members.get(key) ?? { url: to, status: probed, codes: new Set() }
      members.set(key, member)
      member.codes.add(code)
      member.status ??= probed
      sets.join(url_key, key)
      const fault = faultOf(page, { code, key, probed }, byKey, keyOf)
      if (fault) addGap(gaps, url_key, { from: url, codes: [code], to, ...fault })
    }
  }
  return [...Map.groupBy(members.keys(), (key) => sets.rootOf(key)).values()]
    .map((keys): HreflangSet => {
      const missing = keys.flatMap((key) => [...(gaps.get(key)?.values() ?? [])])
      return {
        pages: keys.length,
        gaps_count: missing.length,
        members: keys.map((key) => {
          const { url, status, codes } = members.get(key)!
          const page = byKey.get(key)
          return { ...(page ? urlOf(page) : { url, report_id: null, status }), codes: [...codes] }
        }),
        gaps: missing,
      }
    })
    .toSorted((a, b) => b.gaps_count - a.gaps_count || b.pages - a.pages)
}

/** Links with several codes to one page, such as x-default, are one gap. */
function addGap(gaps: Map<string, Map<string, HreflangGap>>, page: string, gap: HreflangGap): void {
  const ofPage = gaps.get(page) ?? new Map<string, HreflangGap>()
  gaps.set(page, ofPage)
  const key = `${gap.gap} ${gap.gap === 'invalid_code' ? gap.codes.join() : ''} ${gap.to}`
  const known = ofPage.get(key)
  if (known) known.codes.push(...gap.codes)
  else ofPage.set(key, gap)
}

type Link = { code: string; key: string; probed: number | null }

/** Returns the worst fault of a hreflang link. A target that was not analysed is judged by its probe request alone. */
function faultOf(
  from: Page,
  { code, key, probed }: Link,
  byKey: Pages,
  keyOf: KeyOf,
): Pick<HreflangGap, 'gap' | 'detail'> | null {
  const invalid = faultOfHreflang(code)
  if (invalid?.wrong) return { gap: 'invalid_code', detail: invalid.note }
  if (key === from.url_key || key === from.canonicalKey) return null
  const target = byKey.get(key)
  const status = target?.status ?? probed
  // Google documents x-default for pages that redirect by language.
  const isRedirect = status !== null && status >= 300 && status < 400
  if (isRedirect) return code.toLowerCase() === 'x-default' ? null : { gap: 'redirects', detail: String(status) }
  if (status !== null && !isSuccess(status)) return { gap: 'status', detail: String(status) }
  if (!target || target.status === null) return null
  if (target.indexability === 'other_url' && target.canonicalKey !== null)
    return { gap: 'other_canonical', detail: target.canonical }
  const { items, whole } = target.alternates ?? { items: [], whole: true }
  const linksBack = items.some(({ url }) => {
    const back = keyOf(url)
    return back === from.url_key || back === from.canonicalKey
  })
  if (!linksBack && whole) return { gap: 'no_return', detail: null }
  return target.indexability === 'blocked' ? { gap: 'not_indexable', detail: null } : null
}

/** Sets of keys, which are one as soon as a link joins them. */
class DisjointSets {
  readonly #parents = new Map<string, string>()

  rootOf(key: string): string {
    let root = key
    for (let next = this.#parents.get(root); next !== undefined; next = this.#parents.get(root)) root = next
    // Later lookups are short.
    for (let at = key; at !== root;) {
      const next = this.#parents.get(at)!
      this.#parents.set(at, root)
      at = next
    }
    return root
  }

  join(one: string, other: string): void {
    const [a, b] = [this.rootOf(one), this.rootOf(other)]
    if (a !== b) this.#parents.set(b, a)
  }
}

/** Groups pages by the list that they are a part of. The list itself is page 1. */
function seriesOf(pages: readonly Page[]): PageSeries[] {
  const lists = new Map<string, { number: number; page: Page }[]>()
  const numbered = new Set<string>()
  for (const page of pages) {
    const { list, page: number, isUnsure } = placeInList(page.url)
    if (number !== null && (!isUnsure || number === 2)) numbered.add(list)
    const found = lists.get(list) ?? []
    found.push({ number: number ?? 1, page })
    lists.set(list, found)
  }
  return [...lists]
    .filter(([list, { length }]) => numbered.has(list) && length > 1)
    .map(([, found]): PageSeries => {
      const members = found.toSorted((a, b) => a.number - b.number)
      return {
        first: members[0]!.page.url,
        pages: members.length,
        members: members.map(({ number, page }) => ({
          ...urlOf(page),
          number,
          canonical: page.canonicalKey === null ? null : page.canonical,
        })),
      }
    })
    .toSorted((a, b) => b.pages - a.pages)
}
