import { type CheckResult, isIssue, type IssueOutcome } from '#contract/reports/analysis.ts'
import { type Indexability, type IndexingCode, isBlockedByCanonical } from '#contract/reports/indexability.ts'
import { scoreOfLost } from '#contract/reports/rating.ts'
import { isSameUrl, urlKey } from '#contract/url-key.ts'
import { catalogue } from './catalogue.ts'
import { sitemapsOf } from './check-helpers/sitemaps.ts'
import { namedCanonical } from './facts/link-elements.ts'
import type { Link } from './facts/links.ts'
import { documentTitle } from './facts/metadata.ts'
import { graphemes } from './facts/text-width.ts'
import { clip } from './facts/text.ts'
import { withoutFragment } from './facts/urls.ts'
import { isSuccess } from './fetched-page.ts'
import { indexabilityOf, readRedirects } from './indexability.ts'
import { type IssueCause, issueCausesOf } from './issue-causes.ts'
import { packAlternates, pageAlternates } from './page-alternates.ts'
import type { PageFacts } from './page-facts.ts'
import { asOwnHost } from './production-host.ts'

/** A check that a report fails, or has a warning of. */
export type PageIssue = {
  check: string
  outcome: IssueOutcome
  /** Which of the check's faults it is. Some have no name. */
  fault?: string
  /** In tenths of a point. */
  points: number
  /** See `countsOnWebsite`. */
  counted: boolean
  causes: readonly IssueCause[]
}

/** The check whose issue is a URL that a sitemap lists, although Google won't index it. */
export const sitemapCheck = 'in-sitemap'

/** Checks of URLs that mostly can't be indexed. */
const anyStateChecks: ReadonlySet<string> = new Set([sitemapCheck, 'paging-canonical'])

/** The only issues of a URL that redirects. The others of its report are those of its target. */
const checksOfRedirects: ReadonlySet<string> = new Set([
  'redirect-chain',
  'redirect-target',
  'http-status',
  sitemapCheck,
])

/**
 * Returns the checks that fail or have a warning, with the causes that other pages can share. A URL that redirects only
 * has those about its redirects.
 * @param state of the page, an indexable one by default
 * @param pageUrls the page's own URLs, before and after redirects
 */
export function pageIssues(
  results: Readonly<Record<string, CheckResult>>,
  state: CountedState = { status: 200, redirects_to: null, indexability: 'indexable', main_issue: null },
  pageUrls: readonly string[] = [],
): PageIssue[] {
  return Object.entries(results).flatMap(([check, result]): PageIssue[] => {
    if (!isIssue(result) || (state.redirects_to !== null && !checksOfRedirects.has(check))) return []
    const { outcome, fault, points_lost, page_points = 0 } = result
    return [
      {
        check,
        outcome,
        ...(fault !== undefined && { fault }),
        points: Math.round((points_lost + page_points) * 10),
        counted: countsOnWebsite(check, state),
        causes: issueCausesOf(check, result, pageUrls),
      },
    ]
  })
}

/** `status` is null for reports of older rulesets. */
export type CountedState = Pick<ListedState, 'redirects_to' | 'indexability' | 'main_issue'> & { status: number | null }

/**
 * Returns true if an issue of a page counts among the issues of its website: on an indexable page, if it is what keeps
 * the page out of search, for broken links wherever visitors meet them, or if a sitemap lists the URL in vain.
 */
export function countsOnWebsite(check: string, { status, redirects_to, indexability, main_issue }: CountedState) {
  if (indexability === 'indexable' || check === main_issue) return true
  if (redirects_to !== null) return checksOfRedirects.has(check)
  if (anyStateChecks.has(check)) return true
  return check === brokenLinksCheck && (status === null || isSuccess(status))
}

/**
 * An internal link of a page. `url` has no fragment. A broken one has its text, unless that is unknown. `isByScript` is
 * set if only scripts add links to that URL.
 */
export type PageLink = { url: string; isBroken: boolean; anchor?: string; isByScript?: true }

/** The check whose evidence are the broken internal links. */
export const brokenLinksCheck = 'broken-internal'

/** The most links that are kept of a page. Broken ones come first, the others in their order on the page. */
const maxLinks = 1_000
const maxAnchorLength = 100

/**
 * Returns the internal links of a page, each once, without those to the page itself. A redirect has none, because its
 * report shows the links of its target, and an error page has none that count.
 */
export function pageLinks(
  { links, response, beyond, crawl }: Pick<PageFacts, 'links' | 'response' | 'beyond' | 'crawl'>,
  results: Readonly<Record<string, Pick<CheckResult, 'outcome' | 'evidence'>>>,
): PageLink[] {
  if (!isOwnPage({ response, beyond })) return []
  const check = results[brokenLinksCheck]
  const sampled = check?.outcome === 'fail' ? check.evidence : []
  const broken = crawl?.state === 'ended' ? crawl.internal.broken.items : sampled
  const texts = broken.length > 0 ? textsOf(links.items) : new Map<string, string>()
  const byScript = scriptTargets({ links, beyond })
  const found = new Map<string, PageLink>()
  const add = (text: string | null | undefined, isBroken: boolean) => {
    const url = withoutFragment(text ?? '')
    const key = urlKey(url)
    if (url === '' || found.has(key)) return
    const anchor = isBroken ? texts.get(key) : undefined
    found.set(key, {
      url,
      isBroken,
      ...(anchor !== undefined && { anchor }),
      ...(byScript.has(key) && { isByScript: true }),
    })
  }
  for (const { url } of broken) add(url, true)
  for (const { url, internal } of links.items) if (internal) add(url, false)
  for (const own of [response.askedUrl, response.finalUrl]) found.delete(urlKey(own))
  return [...found.values()].slice(0, maxLinks)
}

/** Returns the broken links of a page to other websites, once its crawl has ended. */
export function brokenExternalLinks({
  links,
  response,
  beyond,
  crawl,
}: Pick<PageFacts, 'links' | 'response' | 'beyond' | 'crawl'>): PageLink[] {
  if (!isOwnPage({ response, beyond }) || crawl?.state !== 'ended') return []
  const { items } = crawl.external.broken
  const texts = items.length > 0 ? textsOf(links.items) : new Map<string, string>()
  return items.map(({ url }) => ({ url, isBroken: true, anchor: texts.get(urlKey(url)) ?? '' }))
}

/** Returns the texts of links by the keys of their targets: for each, the first that isn't empty. */
function textsOf(links: readonly Link[]): Map<string, string> {
  const texts = new Map<string, string>()
  for (const { url, text } of links) {
    const key = urlKey(url ?? '')
    if (!texts.get(key)) texts.set(key, clip(text, maxAnchorLength))
  }
  return texts
}

/** Returns the keys of the targets to which only scripts add links. */
export function scriptTargets({ links, beyond }: Pick<PageFacts, 'links' | 'beyond'>): ReadonlySet<string> {
  const added = new Set(beyond.rendered?.scriptLinks.items.map(({ url }) => url))
  const keyOf = (url: string) => urlKey(withoutFragment(url))
  const keys = new Set([...added].map(keyOf))
  if (keys.size > 0) for (const { url } of links.items) if (url !== null && !added.has(url)) keys.delete(keyOf(url))
  return keys
}

/** Returns true if the URL itself returned a page: it is neither a redirect nor an error. */
export const isOwnPage = (facts: Pick<PageFacts, 'response' | 'beyond'>): boolean =>
  readRedirects(facts) === null && isSuccess(facts.response.status)

/**
 * The columns of a website's pages, without those that follow from other pages. A redirect or an error has no texts and
 * lengths of its own, so these are null. The length of a missing text is 0.
 */
export type PageColumns = {
  /** The one canonical URL that the page names; null without one, or with several. */
  canonical: string | null
  title: string | null
  title_length: number | null
  description: string | null
  description_length: number | null
  /** The first visible H1. */
  h1: string | null
  words: number | null
  /** Its hreflang links. See `packAlternates`. */
  alternates: string | null
  /** 1 if a sitemap lists the URL. Null if we couldn't read all of them and didn't find it. */
  in_sitemap: 0 | 1 | null
  /** The checks that couldn't be run, separated by spaces. Null if that isn't known. */
  unchecked: string | null
}

/** Returns the columns of a page from the facts and the results of its latest report. */
export function pageColumns(
  stored: PageFacts,
  results: Readonly<Record<string, Pick<CheckResult, 'outcome'>>> = {},
): PageColumns {
  const facts = asOwnHost(stored)
  const { canonicals, metadata, headings, words } = facts
  const in_sitemap = isInSitemap(facts)
  if (!isOwnPage(facts)) return { ...noColumns, in_sitemap }
  const title = documentTitle(metadata)
  const { description } = metadata
  const h1 = headings.items.find(({ level, hidden, text }) => level === 1 && !hidden && text !== '')
  return {
    canonical: namedCanonical(canonicals),
    title,
    title_length: graphemes(title ?? ''),
    description,
    description_length: graphemes(description ?? ''),
    h1: h1?.text ?? null,
    words: words.count,
    alternates: packAlternates(pageAlternates(facts)),
    in_sitemap,
    unchecked: uncheckedIn(results),
  }
}

export const noColumns: PageColumns = {
  canonical: null,
  title: null,
  title_length: null,
  description: null,
  description_length: null,
  h1: null,
  words: null,
  alternates: null,
  in_sitemap: null,
  unchecked: null,
}

const uncheckedIn = (results: Readonly<Record<string, Pick<CheckResult, 'outcome'>>>) =>
  Object.keys(results)
    .filter((id) => results[id]?.outcome === 'unknown' || results[id]?.outcome === 'error')
    .join(' ')

function isInSitemap(facts: PageFacts): 0 | 1 | null {
  const { read, unread } = sitemapsOf(facts)
  const { askedUrl } = facts.response
  if (read.some(({ sitemap }) => sitemap.found.some((found) => isSameUrl(found, askedUrl)))) return 1
  return read.length > 0 && unread === null ? 0 : null
}

/**
 * A page as in lists. The main issue, the ID of a check, decides the indexability only of a page that can't be
 * indexed as it is.
 */
export type ListedState = {
  indexability: Indexability | null
  indexing_code: IndexingCode | null
  /** The URL that Google will index instead, or that a page blocked by its canonical tag asks it to index. */
  indexed_url: string | null
  main_issue: string | null
  /** The score of the page within its website; null if that is the score of its report. */
  page_score: number | null
} & OwnAnswer

/**
 * Returns a page's indexability, null if it could not be determined, and the check that decides it. For a page that
 * can be indexed, the main issue is the check that deducts the most points, null if none deducts any.
 */
export function pageState(facts: PageFacts, results: Readonly<Record<string, CheckResult>>): ListedState {
  const { state, check, code, url } = indexabilityOf(facts)
  return {
    ...ownAnswer(facts),
    indexability: state,
    indexing_code: code,
    indexed_url: state === 'other_url' || isBlockedByCanonical(code) ? url : null,
    main_issue: state === null || state === 'indexable' ? mostExpensive(results) : check,
    page_score: pageScore(results),
  }
}

const blockers = new Set(catalogue.filter(({ blocker }) => blocker).map(({ check }) => check.id))

/** Returns the score of a page with the issues that only the other pages of its website show; null without any. */
function pageScore(results: Readonly<Record<string, CheckResult>>): number | null {
  const all = Object.entries(results)
  if (all.every(([, { page_points }]) => page_points === undefined)) return null
  const lost = all.reduce((sum, [, { points_lost, page_points = 0 }]) => sum + (points_lost + page_points) * 10, 0)
  const isCapped = all.some(([id, { outcome }]) => outcome === 'fail' && blockers.has(id))
  return scoreOfLost(Math.round(lost), isCapped).score
}

type OwnAnswer = { status: number; redirects_to: string | null; redirect_statuses: string | null }

/**
 * Returns the status of the URL itself, 301 if it redirects, the end of its redirects and their statuses, "301, 302,
 * script". The latter two are null if it doesn't redirect.
 */
export function ownAnswer(facts: Pick<PageFacts, 'response' | 'beyond'>): OwnAnswer {
  const redirects = readRedirects(facts)
  return {
    status: facts.response.redirects[0]?.status ?? facts.response.status,
    redirects_to: redirects?.to ?? null,
    redirect_statuses: redirects?.statuses ?? null,
  }
}

/** Returns the check that deducts the most points; the first of equals, in the order of the catalogue. */
function mostExpensive(results: Readonly<Record<string, CheckResult>>): string | null {
  const [worst] = Object.entries(results)
    .filter(([, { points_lost }]) => points_lost > 0)
    .toSorted(([, a], [, b]) => b.points_lost - a.points_lost)
  return worst?.[0] ?? null
}
