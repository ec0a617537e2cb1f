import type { Kysely } from 'kysely'
import { hasSamePath } from '#analyser/check-helpers/canonical-target.ts'
import { noscriptRefreshesOf, redirectingRefreshes } from '#analyser/check-helpers/indexing.ts'
import type { RobotsLine } from '#analyser/facts/robots-rules.ts'
import { createRobotsReader } from '#analyser/facts/robots-txt.ts'
import { readRedirects } from '#analyser/indexability.ts'
import type { PageFacts } from '#analyser/page-facts.ts'
import { isOwnPage, scriptTargets } from '#analyser/page-state.ts'
import type { CrawlLimits } from '#contract/jobs/job.ts'
import { isSameUrl, urlKey } from '#contract/url-key.ts'
import { withoutParameters } from '#contract/url-parameters.ts'
import { maxUrlLength } from '#contract/values.ts'
import { domainOf } from '#contract/websites/website.ts'
import { normaliseUrl, withoutFragment } from '#service/fetcher/page-url.ts'
import type { RobotsFiles } from '#service/fetcher/robots.ts'
import { createBreaks, runWithBreaks } from '#service/fetcher/timing.ts'
import { noOutlink, type Outlink, type SeenUrl } from '#service/store/crawls/recording.ts'
import { linkTarget, refuseCollision } from '#service/store/pages/link-targets.ts'
import type { Schema } from '#service/store/schema.ts'

/** Files that are no pages. Requesting them would only fail. */
const noPage =
  /\.(?:pdf|jpe?g|png|gif|svg|webp|avif|ico|css|js|json|xml|txt|zip|gz|rar|7z|mp[34]|m4[av]|webm|ogg|wav|mov|avi|docx?|xlsx?|pptx?|csv|woff2?|ttf|eot|dmg|exe|apk)$/i

type FactsOfLinks = Pick<
  PageFacts,
  'canonicals' | 'directives' | 'links' | 'response' | 'beyond' | 'metadata' | 'document'
>

/**
 * Returns the URLs to which a page leads by clicks, in their order. A page with the canonical URL of the same page
 * without parameters leads to that one only, because filters have no end. Links with nofollow, and those of pages with
 * nofollow, are not followed.
 */
export function linksOf(facts: FactsOfLinks): string[] {
  const { canonicals, directives, links, response } = facts
  const { finalUrl } = response
  if (redirectEndOf(facts) !== null) return []
  const found = canonicals.items.find(({ url, inHead, source }) => url !== null && (inHead || source === 'header'))
  const canonical = found?.url && !isSameUrl(found.url, finalUrl) ? found.url : null
  if (canonical !== null && isOfWebsite(canonical, finalUrl) && hasSamePath(canonical, finalUrl)) return [canonical]
  const leads = canonical === null ? [] : [canonical]
  if (isNofollowPage({ directives })) return leads
  const followed = links.items.filter((link) => !isNofollowLink(link))
  return [...leads, ...followed.flatMap(({ url }) => (url === null ? [] : [url]))]
}

/**
 * Returns the pages to which a page leads by refreshes, which crawls follow like redirects, also later ones. One within
 * noscript counts only if nothing else leads on.
 */
export function refreshEndsOf(facts: FactsOfLinks): string[] {
  if (redirectEndOf(facts) !== null) return []
  const ends = redirectingRefreshes(facts).map(({ url }) => url)
  return ends.length > 0 || linksOf(facts).length > 0 ? ends : noscriptRefreshesOf(facts)
}

const isNofollowPage = ({ directives }: Pick<PageFacts, 'directives'>) =>
  directives.items.some(({ agent, name }) => agent === null && (name === 'nofollow' || name === 'none'))

const isNofollowLink = ({ rel }: { rel: string | null }) => /(?:^|\s)nofollow(?:\s|$)/i.test(rel ?? '')

/**
 * Returns the links of a page, each target once, as a crawl counts them: also those that it doesn't follow. A redirect
 * has none, because its report shows those of its target, and an error page has none that count. Other requests are
 * served meanwhile.
 */
export async function outlinksOf(
  db: Kysely<Schema>,
  facts: FactsOfLinks,
  rules: Pick<Rules, 'start' | 'limits'>,
): Promise<Outlink[]> {
  if (!isOwnPage(facts)) return []
  const breaks = createBreaks()
  const own = linkTarget(db, facts.response.finalUrl)
  const isUnfollowed = isNofollowPage(facts)
  const byScript = scriptTargets(facts)
  const found = new Map<number, Outlink>()
  const urls = new Map<number, string>()
  for (const end of refreshEndsOf(facts)) {
    const url = crawledUrl(end, rules)
    if (!url) continue
    const target = linkTarget(db, url.href)
    if (target === own) continue
    urls.set(target, url.href)
    found.set(target, { ...noOutlink, target, isFollowed: true, isRefresh: true })
  }
  for (const link of facts.links.items) {
    if (breaks.isDue()) await breaks.take()
    const url = link.url === null ? null : crawledUrl(link.url, rules)
    if (!url) continue
    const target = linkTarget(db, url.href)
    refuseCollision(target === own ? facts.response.finalUrl : (urls.get(target) ?? url.href), url.href)
    if (target === own) continue
    urls.set(target, url.href)
    const isNofollow = isUnfollowed || isNofollowLink(link)
    const before = found.get(target)
    const isInternal = domainOf(url) === domainOf(rules.start)
    found.set(target, {
      target,
      isInternal,
      isFollowed: !isNofollow || before?.isFollowed === true,
      isNofollow: isNofollow && before?.isNofollow !== false,
      hasParameters: url.search !== '',
      isByScript: byScript.has(urlKey(withoutFragment(new URL(link.url ?? '')).href)) && before?.isByScript !== false,
      hasFragment: (isInternal && link.url?.includes('#') === true) || before?.hasFragment === true,
      isRefresh: false,
    })
  }
  return [...found.values()]
}

const isOfWebsite = (url: string, page: string) => domainOf(new URL(url)) === domainOf(new URL(page))

/** Returns the page to which a URL redirects; null if it doesn't, or only sets a cookie by redirecting to itself. */
export function redirectEndOf(facts: Pick<PageFacts, 'response' | 'beyond'>): string | null {
  const end = readRedirects(facts)?.to
  return end === undefined || isSameUrl(facts.response.askedUrl, end) ? null : end
}

export type Rules = { start: URL; limits: CrawlLimits; robotsFiles: RobotsFiles; signal: AbortSignal }

/** A URL that robots.txt forbids, with the line that does; null if the whole file can't be read. */
export type BlockedUrl = { url: URL; rule: RobotsLine | null }

/** URLs that a crawl found, by what it does with them. */
export type SortedUrls = {
  /** Those it reads as pages. */
  pages: URL[]
  /** Those of the website that are no pages by their name. */
  files: URL[]
  external: URL[]
  blocked: BlockedUrl[]
  /** Those that the limits of the crawl leave out. */
  skipped: URL[]
}

/**
 * Sorts URLs, each once. Those that can't be requested are left out. Other requests are served meanwhile.
 */
export async function sortUrls(
  found: readonly string[],
  { start, limits, robotsFiles, signal }: Rules,
): Promise<SortedUrls> {
  const breaks = createBreaks()
  const sorted: SortedUrls = { pages: [], files: [], external: [], blocked: [], skipped: [] }
  const wanted = new Map<string, URL>()
  const seen = new Set<string>()
  for (const text of found) {
    if (breaks.isDue()) await breaks.take()
    const page = crawledUrl(text, { start, limits })
    if (!page) continue
    const key = urlKey(page.href)
    if (seen.has(key)) continue
    seen.add(key)
    if (domainOf(page) !== domainOf(start)) sorted.external.push(page)
    else if (noPage.test(page.pathname)) sorted.files.push(page)
    else if (isWithin(page, limits)) wanted.set(key, page)
    else sorted.skipped.push(page)
  }
  for (const [origin, ofOrigin] of Map.groupBy(wanted.values(), (url) => url.origin)) {
    const file = await robotsFiles(new URL(origin), signal)
    const { ownAccess } = await runWithBreaks(createRobotsReader()(file), breaks)
    for (const url of ofOrigin) {
      const { allowed, rule } = await runWithBreaks(ownAccess(url.href), breaks)
      if (allowed) sorted.pages.push(url)
      else sorted.blocked.push({ url, rule })
    }
  }
  return sorted
}

/**
 * Returns the URL that a crawl requests for a link: without a fragment, and within the website without the parameters
 * to ignore. Null for one that can't be requested.
 */
export function crawledUrl(text: string, { start, limits }: Pick<Rules, 'start' | 'limits'>): URL | null {
  const url = URL.parse(text)
  if (!url || !isRequestable(url)) return null
  const isOwn = domainOf(url) === domainOf(start)
  return withoutFragment(isOwn ? new URL(withoutParameters(url.href, limits.ignore_parameters)) : url)
}

/** Returns the URLs that a crawl lists and doesn't read as pages. */
export const seenOf = ({ files, external, blocked, skipped }: SortedUrls): SeenUrl[] => [
  ...files.map(({ href }): SeenUrl => ({ url: href, kind: 'file' })),
  ...external.map(({ href }): SeenUrl => ({ url: href, kind: 'external' })),
  ...blocked.map(({ url, rule }): SeenUrl => ({
    url: url.href,
    kind: 'blocked',
    failure: rule ? 'robots' : 'robots_unavailable',
    reason: rule ? `robots.txt on ${url.host} blocks it` : `we couldn’t read robots.txt on ${url.host}`,
    robots: rule && { line: rule.line, rule: rule.text },
  })),
  ...skipped.map(({ href }): SeenUrl => ({
    url: href,
    kind: 'skipped',
    failure: 'crawl_limit',
    reason: 'the patterns of the crawl exclude it',
  })),
]

const isRequestable = (url: URL) =>
  /^https?:$/.test(url.protocol) && url.href.length <= maxUrlLength && url.username === ''

function isWithin(url: URL, { include, exclude }: CrawlLimits): boolean {
  if (exclude.some((pattern) => matchesPattern(pattern, url))) return false
  return include.length === 0 || include.some((pattern) => matchesPattern(pattern, url))
}

/**
 * Returns whether a URL matches a pattern, in linear time. `*` matches any text. A pattern that starts with a slash is
 * compared with the path and the query, any other with the whole URL.
 */
export function matchesPattern(pattern: string, url: URL): boolean {
  const text = pattern.startsWith('/') ? url.pathname + url.search : url.href
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return text === pattern
  if (!text.startsWith(first)) return false
  let from = first.length
  for (const part of rest) {
    const at = text.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return text.length - last.length >= from && text.endsWith(last)
}

/** Returns the sitemaps that a robots.txt names. */
export const sitemapsIn = (robots: string): URL[] =>
  [...robots.matchAll(/^[ \t]*sitemap[ \t]*:[ \t]*(\S{1,2048})/gim)].flatMap(([, text = '']) => {
    const url = normaliseUrl(text)
    return url === null ? [] : [new URL(url)]
  })
