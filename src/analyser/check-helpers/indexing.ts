import { isSameUrl } from '#contract/url-key.ts'
import type { LocatedEvidence } from '../define-check.ts'
import { readDate } from '../facts/dates.ts'
import type { RobotsDirective } from '../facts/directives.ts'
import { headerValue } from '../facts/headers.ts'
import { isHttp, resolve } from '../facts/urls.ts'
import type { PageFacts } from '../page-facts.ts'

/** Returns the rules that Google follows: those for every crawler and those for Googlebot. */
export const forGoogle = (directives: RobotsDirective[]) =>
  directives.filter(({ agent }) => agent === null || agent === 'googlebot')

/** Returns the rules that keep a page out of Google's index, and one whose date cannot be read. */
export function readIndexing(
  directives: RobotsDirective[],
  answeredAt: string | null,
): { forbidding: RobotsDirective[]; undated: RobotsDirective | null } {
  const states = forGoogle(directives).map((directive) => ({ directive, state: stateOf(directive, answeredAt) }))
  return {
    forbidding: states.filter(({ state }) => state === 'forbids').map(({ directive }) => directive),
    undated: states.find(({ state }) => state === 'undated')?.directive ?? null,
  }
}

function stateOf({ name, value }: RobotsDirective, answeredAt: string | null) {
  if (name === 'noindex' || name === 'none') return 'forbids'
  if (name !== 'unavailable_after') return 'allows'
  const date = readDate(value ?? '')
  if (date === null || answeredAt === null) return 'undated'
  return date < Date.parse(answeredAt) ? 'forbids' : 'allows'
}

/** Returns the elements or headers that contain the rules, each once. */
export const directiveEvidence = (directives: RobotsDirective[], url: string): LocatedEvidence[] => {
  const all = directives.map((directive) => evidenceOf(directive, url))
  return [...new Map(all.map((item) => [item.at ?? item.snippet, item])).values()]
}

/** The note of evidence that is no element of the page. */
export const fromHeader = 'From the response header'

const evidenceOf = ({ source, text, at }: RobotsDirective, url: string): LocatedEvidence =>
  source === 'meta' && at !== null ? { at } : { url, snippet: `x-robots-tag: ${text}`.slice(0, 300), note: fromHeader }

/** Google's behaviour while robots.txt returns a server error or 429 (its robots.txt documentation, November 2026). */
export const googleOnRobotsErrors =
  'Google pauses crawling for 12 hours, then follows the last robots.txt it could read for up to 30 days. After that, it crawls as if there were none, if the rest of the website works.'

/**
 * A refresh of the page. `url` is empty if it leads to no page: it loads the page itself again, opens an app, or does
 * nothing, because browsers ignore URLs that are invalid or run JavaScript (HTML standard).
 */
export type Refresh = {
  seconds: number
  url: string
  effect: 'page' | 'reload' | 'app' | 'ignored'
  target: string
  evidence: LocatedEvidence
}

/** Returns the refreshes of the header and the meta elements, the header first. */
export function refreshesOf({
  metadata,
  document,
  response: { headers, finalUrl },
}: Pick<PageFacts, 'metadata' | 'document' | 'response'>): Refresh[] {
  const header = headerValue(headers, 'refresh')
  const ofHeader =
    header === null
      ? null
      : readRefresh(header, finalUrl, { snippet: `refresh: ${header}`.slice(0, 300), note: fromHeader })
  const fromElements = metadata.metas.items.flatMap(({ httpEquiv, content, at }) =>
    httpEquiv?.trim() === 'refresh' && content !== null ? [readRefresh(content, document.baseUrl, { at })] : [],
  )
  return [ofHeader, ...fromElements].filter((refresh) => refresh !== null)
}

/** Returns those that lead to another URL, the first to run first. */
export const redirectingRefreshes = (facts: Parameters<typeof refreshesOf>[0]): Refresh[] =>
  refreshesOf(facts)
    .filter(({ url }) => url !== '' && !isSameUrl(url, facts.response.finalUrl))
    .toSorted((a, b) => a.seconds - b.seconds)

/** Returns the pages to which refreshes within noscript lead, for visitors without scripts. */
export const noscriptRefreshesOf = ({ metadata, document, response }: Parameters<typeof refreshesOf>[0]): string[] =>
  (metadata.noscriptRefreshes ?? [])
    .map((content) => readRefresh(content, document.baseUrl, {})?.url ?? '')
    .filter((url) => url !== '' && !isSameUrl(url, response.finalUrl))

/**
 * Parses a refresh as the HTML standard does (shared declarative refresh steps). Returns null if browsers ignore it.
 */
function readRefresh(content: string, base: string, evidence: LocatedEvidence): Refresh | null {
  const parts = /^\s{0,99}(\d{0,9})[\d.]{0,99}([^]*)$/.exec(content)
  if (!parts || !/^\s{0,99}[\d.]/.test(content)) return null
  const rest = parts[2] ?? ''
  if (rest !== '' && !/^[\s;,]/.test(rest)) return null
  const named = rest.replace(/^[\s;,]+/, '').replace(/^url\s{0,99}=\s{0,99}/i, '')
  const quote = /^["']/.exec(named)?.[0]
  const href = quote ? (named.slice(1).split(quote, 1)[0] ?? '') : named
  const url = href.trim() === '' ? null : resolve(href, base)
  const effect =
    href.trim() === ''
      ? 'reload'
      : url === null || url.protocol === 'javascript:'
        ? 'ignored'
        : isHttp(url)
          ? 'page'
          : 'app'
  return {
    seconds: Number(parts[1]),
    url: url && isHttp(url) ? url.href.slice(0, 2048) : '',
    effect,
    target: href.trim().slice(0, 300),
    evidence,
  }
}
