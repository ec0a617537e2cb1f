import type { StoredFacts } from '#analyser/page-facts.ts'
import type { Rating } from '#contract/rating.ts'
import { searchTextOfUrl } from './search-text.ts'
import type { StoredVerdict } from './verdict.ts'

/** Hashes that are equal for equal texts; of the body its SimHash too. */
export type Fingerprints = {
  title: string | null
  description: string | null
  body: string | null
  bodyShape: string | null
}

export type NewReport = {
  url: string
  /** Where it led; itself when nothing is said. */
  pageUrl?: string
  domain: string
  title: string | null
  score: number
  result: Rating
  engine: 'http'
  ruleset: number
  fingerprints: Fingerprints
  verdict: StoredVerdict
  facts: StoredFacts
  createdAt: string
}

/** The row of a report, without its payload. */
export function reportValues(report: Omit<NewReport, 'verdict' | 'facts'>, websiteId: number) {
  const { url, pageUrl = url, title, score, result, engine, ruleset, fingerprints, createdAt } = report
  return {
    website_id: websiteId,
    url,
    search_text: searchTextOfUrl(url),
    title,
    score,
    result,
    engine,
    ruleset,
    title_hash: fingerprints.title,
    description_hash: fingerprints.description,
    body_hash: fingerprints.body,
    body_shape: fingerprints.bodyShape,
    page_url: pageUrl === url ? null : pageUrl,
    created_at: createdAt,
  }
}
