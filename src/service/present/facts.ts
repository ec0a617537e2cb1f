import type { Tls } from '#analyser/crawl.ts'
import type { StoredFacts } from '#analyser/page-facts.ts'
import type { CertificateFacts, ReportFacts, WordsFact } from '#contract/report-facts.ts'
import type { StoredVerdict } from '#service/store/report-payloads.ts'
import { presentIndexable } from './indexable.ts'
import { presentSearchPreview, presentSocialPreview } from './previews.ts'
import { presentStructured } from './structured.ts'
import { presentHttpVariant, presentRobots, presentSitemaps } from './surroundings.ts'

const dayMs = 86_400_000
const termsShown = 10
const directivesShown = 50

/** Of all that is known about a page, what a report shows. `madeAt` stands in where the answer said no date. */
export function presentFacts(
  facts: StoredFacts,
  { results }: Pick<StoredVerdict, 'results'>,
  madeAt: string,
): ReportFacts {
  const { response, charset, document, metadata, canonicals, robots, directives, words, stack = [], probes } = facts
  return {
    final_url: response.finalUrl,
    status: response.status,
    http_version: response.httpVersion,
    content_type: response.contentType,
    charset: charset.encoding,
    content_encoding: response.contentEncodings.join(', ') || null,
    bytes_transferred: response.wireBytes,
    bytes: response.bytes,
    truncated: response.truncated,
    redirects: response.redirects,
    headers: response.headers,
    certificate: response.tls && presentCertificate(response.tls, response.answeredAt ?? madeAt),
    title: metadata.title,
    description: metadata.description,
    canonical: canonicals.items[0]?.url ?? canonicals.items[0]?.href ?? null,
    lang: document.lang,
    preview: presentSearchPreview(facts),
    social: presentSocialPreview(facts),
    robots: presentRobots(robots),
    directives: directives.items
      .slice(0, directivesShown)
      .map(({ agent, name, value, source, text }) => ({ agent, name, value, source, text })),
    indexable: presentIndexable(results, facts),
    http_variant: presentHttpVariant(facts),
    sitemaps: presentSitemaps(facts),
    structured: presentStructured(facts),
    words: words ? presentWords(words) : null,
    stack: stack.map(({ name, kind, version, because }) => ({ name, kind, version, because })),
    requests_made: probes ? probes.filter(({ outcome }) => outcome !== 'not-asked').length : null,
  }
}

function presentCertificate(tls: Tls, at: string): CertificateFacts {
  const left = Math.floor((Date.parse(tls.validTo ?? '') - Date.parse(at)) / dayMs)
  return {
    protocol: tls.protocol,
    trusted: tls.trusted,
    problem: tls.problem,
    subject: tls.subject,
    issuer: tls.issuer,
    valid_from: tls.validFrom,
    valid_to: tls.validTo,
    days_left: Number.isNaN(left) ? null : left,
  }
}

const presentWords = ({ count, language, readingEase, terms }: NonNullable<StoredFacts['words']>): WordsFact => ({
  count,
  language,
  reading_ease: readingEase,
  terms: terms.items.slice(0, termsShown).map(({ term, count: times, share }) => ({ term, count: times, share })),
})
