import type { Tls } from '#analyser/crawl.ts'
import { documentTitle } from '#analyser/facts/metadata.ts'
import type { StoredFacts } from '#analyser/page-facts.ts'
import { judgeEntity, retiredOf } from '#analyser/rich-results/match.ts'
import type { CheckResult } from '#contract/analysis.ts'
import type {
  CertificateFacts,
  HttpVariant,
  Indexable,
  ReportFacts,
  RobotsAnswer,
  SitemapFact,
  WordsFact,
} from '#contract/report-facts.ts'
import type { StoredVerdict } from '#service/store/report-payloads.ts'
import { presentSearchPreview, presentSocialPreview } from './page-previews.ts'

const dayMs = 86_400_000
const maxTerms = 10
const maxDirectives = 50
const maxEntities = 200

/** Selects the facts that a report shows. `madeAt` is used if the page's response had no date. */
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
    title: documentTitle(metadata),
    description: metadata.description,
    canonical: canonicals.items[0]?.url ?? canonicals.items[0]?.href ?? null,
    lang: document.lang,
    preview: presentSearchPreview(facts),
    social: presentSocialPreview(facts),
    robots: presentRobots(robots),
    directives: directives.items
      .slice(0, maxDirectives)
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
  terms: terms.items.slice(0, maxTerms).map(({ term, count: times, share }) => ({ term, count: times, share })),
})

function presentRobots({ url, outcome, status, googlebot }: StoredFacts['robots']): RobotsAnswer {
  const allowed = outcome === 'unreachable' ? null : outcome !== 'unavailable' && googlebot.allowed
  const rule = outcome === 'found' ? googlebot.rule : null
  return { url, outcome, status, allowed, rule: rule?.text ?? null, line: rule?.line ?? null }
}

function presentHttpVariant({ probes = [] }: StoredFacts): HttpVariant | null {
  const probe = probes.find(({ purpose }) => purpose === 'http-variant')
  if (!probe) return null
  const { url, outcome, reason, status, finalUrl, redirects } = probe
  return {
    url,
    outcome,
    reason,
    status,
    final_url: finalUrl,
    redirects,
    leads_to_https: finalUrl === null ? null : finalUrl.startsWith('https:'),
  }
}

function presentSitemaps({ probes = [] }: StoredFacts): SitemapFact[] {
  return probes
    .filter(({ purpose }) => purpose === 'sitemap')
    .map(({ url, outcome, reason, status, sitemap }) => ({
      url,
      outcome,
      reason,
      status,
      kind: sitemap?.kind ?? null,
      urls: sitemap && sitemap.kind !== 'index' ? sitemap.urls : (sitemap?.children ?? null),
      listed: sitemap === null ? null : listsPage(sitemap),
    }))
}

/** Whether a sitemap lists the page; null if it was not read to its end, or is an index. */
function listsPage({
  found,
  kind,
  cut,
  problem,
}: NonNullable<NonNullable<StoredFacts['probes']>[number]['sitemap']>): boolean | null {
  if (found.length > 0) return true
  return kind === 'index' || kind === 'unknown' || cut || problem !== null ? null : false
}

/** Lists the entities of structured data and what Google currently requires of them. */
function presentStructured({ entities }: StoredFacts): ReportFacts['structured'] {
  if (!entities) return null
  const items = entities.items.slice(0, maxEntities).map((entity) => {
    const match = judgeEntity(entity)
    return {
      type: entity.types.join(', '),
      syntax: entity.source,
      name: entity.name,
      features: match?.features ?? [],
      missing_required: match?.missingRequired ?? [],
      missing_recommended: match?.missingRecommended ?? [],
      retired: retiredOf(entity).length > 0,
    }
  })
  return { items, total: entities.total }
}

/** Checks that decide whether a page can be indexed, in the order in which a crawler applies them. */
const indexingChecks = ['robots-blocked', 'http-status', 'noindex'] as const
type IndexingCheck = (typeof indexingChecks)[number]

/** Returns whether Google can index the page, by the results of these checks; null if a report lacks one of them. */
function presentIndexable(results: Record<string, CheckResult>, facts: StoredFacts): Indexable | null {
  const found = indexingChecks.flatMap((check) => (results[check] ? [{ check, result: results[check] }] : []))
  if (found.length < indexingChecks.length) return null
  const failed = found.find(({ result }) => result.outcome === 'fail')
  if (failed) return { value: false, reason: causeOf(failed.check, failed.result, facts) }
  const undecided = found.find(({ result }) => result.outcome !== 'pass' && result.outcome !== 'warn')
  if (undecided) return { value: null, reason: uncapitalised(undecided.result.title) ?? 'it could not be determined' }
  return {
    value: true,
    reason: `it answers with status ${facts.response.status}, robots.txt lets Googlebot in and nothing forbids indexing`,
  }
}

function causeOf(check: IndexingCheck, { title }: CheckResult, { robots, response }: StoredFacts): string {
  const rule = robots.googlebot.rule
  if (check === 'robots-blocked' && robots.outcome === 'found' && rule)
    return `robots.txt line ${rule.line} disallows it`
  if (check === 'http-status') return `it answers with status ${response.status}`
  return uncapitalised(title) ?? 'it is not allowed'
}

/** Turns a title into the middle of a sentence. */
function uncapitalised(title: string | null): string | null {
  return title === null ? null : title.replace(/^(?:A|An|The|Whether) /, (word) => word.toLowerCase())
}
