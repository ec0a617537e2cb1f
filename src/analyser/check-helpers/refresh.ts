import type { LocatedEvidence } from '../define-check.ts'
import { headerValue } from '../facts/headers.ts'
import { isHttp, resolve, withoutFragment } from '../facts/urls.ts'
import type { PageFacts } from '../page-facts.ts'

/** A refresh of the page. `url` is empty if it loads the page itself again. */
export type Refresh = { seconds: number; url: string; evidence: LocatedEvidence }

/** Returns the refreshes of the header and the meta elements, the header first. */
export function refreshesOf({
  metadata,
  document,
  response: { headers, finalUrl },
}: Pick<PageFacts, 'metadata' | 'document' | 'response'>): Refresh[] {
  const header = headerValue(headers, 'refresh')
  const fromHeader =
    header === null
      ? null
      : readRefresh(header, finalUrl, { snippet: `refresh: ${header}`.slice(0, 300), note: 'From the response header' })
  const fromElements = metadata.metas.items.flatMap(({ httpEquiv, content, at }) =>
    httpEquiv?.trim() === 'refresh' && content !== null ? [readRefresh(content, document.baseUrl, { at })] : [],
  )
  return [fromHeader, ...fromElements].filter((refresh) => refresh !== null)
}

/** Returns those that lead to another URL, the first to run first. */
export const redirectingRefreshes = (facts: Parameters<typeof refreshesOf>[0]): Refresh[] =>
  refreshesOf(facts)
    .filter(({ url }) => url !== '' && withoutFragment(url) !== withoutFragment(facts.response.finalUrl))
    .toSorted((a, b) => a.seconds - b.seconds)

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
  return { seconds: Number(parts[1]), url: url && isHttp(url) ? url.href.slice(0, 2048) : '', evidence }
}
