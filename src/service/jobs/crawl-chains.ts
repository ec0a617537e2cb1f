import { urlKey } from '#contract/url-key.ts'
import { type Group, groupOf } from './url-groups.ts'

/** The fewest pages after which a chain is cut, and those that are read before the website's sitemaps are. */
const [fewestPages, mostBeforeSitemaps] = [12, 8]
/** Pages are alike if they share this part of their words, and the last ones together bring so few new ones. */
const shareAlike = 0.6
const [lastPages, mostNewWords] = [8, 4]

/** A page that a crawl has read. */
export type ReadPage = {
  url: string
  /** All pages to which it leads, and those of them that are new. */
  leads: readonly string[]
  found: readonly string[]
  /** See `textWords`. */
  words: readonly number[]
}

type Chain = {
  key: string
  pages: number
  /** Consecutive pages whose words are alike, and how many new words each brought. */
  alike: number[]
  words: Set<number>
  known: Set<number>
  /** Where its last page leads. */
  leads: ReadonlySet<string>
}

/** What to do with the pages to which the last page of a chain leads. */
export type ChainEnd = 'cut' | 'hold' | null

/**
 * Recognises chains: all that each page adds to the links of the one before is the next value of one parameter or one
 * part of the path. One has no end if its pages are alike but for dates and numbers.
 */
export class Chains {
  readonly #chains = new Map<string, Chain>()
  /** The chain that led to a page. */
  readonly #members = new Map<string, Chain>()

  /** Adds a page. Its chain is to be cut, or held until the sitemaps were read, unless they were. */
  add({ url, leads, found, words }: ReadPage, hasSitemaps: boolean): ChainEnd {
    if (found.length === 0) return null
    const before = this.#members.get(urlKey(url))
    const added = leads.filter((lead) => !before?.leads.has(urlKey(lead)))
    const key = chainOf(url, before && before.pages > 0 ? added : found)
    if (key === null) {
      if (before) this.#chains.delete(before.key)
      return null
    }
    const chain = this.#chains.get(key) ?? newChain(key)
    this.#chains.set(key, chain)
    chain.pages += 1
    addWords(chain, new Set(words))
    chain.leads = new Set(leads.map(urlKey))
    for (const lead of found) this.#members.set(urlKey(lead), chain)
    const newWords = chain.alike.slice(-lastPages).reduce((sum, count) => sum + count, 0)
    if (chain.alike.length >= fewestPages && newWords <= mostNewWords) return 'cut'
    return chain.pages >= mostBeforeSitemaps && !hasSitemaps ? 'hold' : null
  }
}

const newChain = (key: string): Chain => ({
  key,
  pages: 0,
  alike: [],
  words: new Set(),
  known: new Set(),
  leads: new Set(),
})

/** Safety limit: the words of a chain that are kept. */
const maxKnown = 10_000

function addWords(chain: Chain, words: Set<number>) {
  const shared = [...words].filter((word) => chain.words.has(word)).length
  const all = words.size + chain.words.size - shared
  const added = [...words].filter((word) => !chain.known.has(word))
  chain.alike = shared >= shareAlike * all ? [...chain.alike, added.length].slice(-fewestPages) : []
  chain.words = words
  if (chain.known.size > maxKnown) chain.known.clear()
  for (const word of added) chain.known.add(word)
}

/** Returns the pattern of a page and of all those to which it leads; null unless they differ in one value. */
function chainOf(from: string, found: readonly string[]): string | null {
  const page = new URL(from)
  const keys = new Set(found.map((url) => patternOfBoth(page, new URL(url))))
  const [key = null] = keys
  return keys.size === 1 ? key : null
}

function patternOfBoth(a: URL, b: URL): string | null {
  if (a.origin !== b.origin) return null
  const [own, other] = [groupOf(a), groupOf(b)]
  // The year can change with the month.
  if (own && isOfChain(own) && own.kind === other?.kind && own.pattern === other.pattern) return a.origin + own.pattern
  const ofA = openPatterns(a)
  const shared = openPatterns(b).filter((pattern) => ofA.includes(pattern))
  return shared.length === 1 && shared[0] !== undefined ? a.origin + shared[0] : null
}

/** Returns true if one open value tells the URLs of a group apart. */
export const isOfChain = ({ kind }: Group) => kind === 'calendar' || kind === 'paging'

/** Safety limits for the parts of a URL, and for the length of one pattern. */
const maxParts = 30
const maxPattern = 500

/** Returns the patterns of a URL in which one parameter or one part of the path is left open. */
export function openPatterns({ pathname, search }: URL): string[] {
  const parts = pathname.split('/').slice(1, maxParts)
  const parameters = search === '' ? [] : search.slice(1).split('&').slice(0, maxParts)
  const ofPath = parts.flatMap((part, at) => (part === '' ? [] : [`/${parts.with(at, '{…}').join('/')}${search}`]))
  const ofQuery = parameters.map((parameter, at) => {
    const name = parameter.split('=', 1)[0] ?? ''
    return `${pathname}?${parameters.with(at, `${name}={…}`).join('&')}`
  })
  return [...ofPath, ...ofQuery].filter((pattern) => pattern.length <= maxPattern)
}
