import type { CheckResult } from '#contract/reports/analysis.ts'
import type { CrawledContent } from '#contract/websites/crawl-comparison.ts'
import { directivesOf } from './compare/compare.ts'
import { clip } from './facts/text.ts'
import { pageAlternates } from './page-alternates.ts'
import type { PageFacts } from './page-facts.ts'
import { isOwnPage, pageColumns } from './page-state.ts'

/** Safety limits of a page: the characters of a text, and the entries of a list. */
const maxText = 500
const maxEntries = 50

/**
 * Returns what a crawl keeps of a page to compare it with another crawl. Null for a URL that redirects or returns an
 * error, because its texts are of another page or of none.
 */
export function crawledContent(
  facts: PageFacts,
  results: Readonly<Record<string, Pick<CheckResult, 'outcome'>>>,
): CrawledContent | null {
  if (!isOwnPage(facts)) return null
  const { title, description, h1, canonical, words } = pageColumns(facts)
  const { items } = facts.directives
  const robots = [
    ...directivesOf(items, 'meta'),
    ...directivesOf(items, 'header').map((rule) => `X-Robots-Tag: ${rule}`),
  ]
  const hreflang = (pageAlternates(facts)?.items ?? []).map(({ code, url }) => `${code} ${url}`)
  return {
    title: cut(title),
    description: cut(description),
    h1: cut(h1),
    canonical,
    robots: listOf(robots),
    hreflang: listOf(hreflang),
    words,
    structured_data: listOf(facts.entities.types.map(({ type }) => type)),
    not_applicable: Object.entries(results).flatMap(([check, { outcome }]) =>
      outcome === 'not-applicable' ? [check] : [],
    ),
  }
}

const cut = (text: string | null) => text && clip(text, maxText)

const listOf = (entries: readonly string[]) => [...new Set(entries)].toSorted().slice(0, maxEntries)
