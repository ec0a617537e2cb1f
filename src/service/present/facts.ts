import { documentTitle } from '#analyser/facts/metadata.ts'
import type { Tls } from '#analyser/fetched-page.ts'
import { indexabilityOf } from '#analyser/indexability.ts'
import type { PageFacts, PageInBrief } from '#analyser/page-facts.ts'
import { matchFeatures, retiredOf } from '#analyser/rich-results/match.ts'
import { dayMs } from '#contract/format/dates.ts'
import { type RenderedFact, renderSentence } from '#contract/reports/rendering.ts'
import type {
  CertificateFacts,
  HttpVariant,
  ReportFacts,
  RobotsFact,
  SearchPreview,
  SitemapFact,
  SocialPreview,
  WordsFact,
} from '#contract/reports/report-facts.ts'
import type { StoredEvaluation } from '#service/store/reports/report-payloads.ts'
import { unresponsiveHosts } from './unresponsive-hosts.ts'

const maxTerms = 10
const maxDirectives = 50
const maxEntities = 200

/** Selects the facts that a report shows. `madeAt` is used if the page's response had no date. */
export function presentFacts(facts: PageFacts, madeAt: string, results: StoredEvaluation['results']): ReportFacts {
  const { response, charset, document, metadata, canonicals, robots, directives, words, stack, probes } = facts
  const { renderCode = 'before' } = facts.beyond
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
    response_faults: response.faults ?? [],
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
    indexable: indexabilityOf(facts),
    http_variant: presentHttpVariant(facts),
    sitemaps: presentSitemaps(facts),
    structured: presentStructured(facts),
    words: presentWords(words),
    stack: stack.map(({ name, kind, version, because }) => ({ name, kind, version, because })),
    rendered: presentRendered(facts),
    render_reason: renderSentence(renderCode, wordsBefore(facts)),
    render_code: renderCode,
    requests_made: probes.filter(({ outcome }) => outcome !== 'not-asked').length,
    unresponsive_hosts: unresponsiveHosts(facts, results),
  }
}

/** Returns the words of the main text in the HTML. */
const wordsBefore = ({ beyond, mainText, words }: PageFacts) =>
  beyond.rendered?.mainWords ?? mainText?.words ?? words.count

const maxListed = 50

function presentRendered({ beyond: { rendered, renderCode = 'before' } }: PageFacts): RenderedFact | null {
  if (rendered === null) return null
  const { consoleErrors, failedRequests, blockedByRobots, scriptLinks } = rendered
  return {
    reason: renderCode,
    ...presentBrief(rendered.rendered),
    html: presentBrief(rendered.html),
    redirected_to: rendered.redirectedTo,
    is_incomplete: rendered.isIncomplete ?? false,
    is_idle: rendered.isIdle,
    console_errors: consoleErrors.items,
    console_errors_total: consoleErrors.total,
    failed_requests: failedRequests.items,
    failed_requests_total: failedRequests.total,
    blocked_by_robots: blockedByRobots.items,
    blocked_by_robots_total: blockedByRobots.total,
    script_links: scriptLinks.items.slice(0, maxListed),
    script_links_total: scriptLinks.total,
    largest_element: rendered.largestElement,
    layout_shift: rendered.layoutShift,
    has_screenshot: rendered.hasScreenshot,
  }
}

const presentBrief = ({ isNoindex: _, mainWords: __, h1, ...brief }: PageInBrief) => ({ ...brief, h1: h1[0] ?? null })

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

const presentWords = ({ count, language, readingEase, terms }: PageFacts['words']): WordsFact => ({
  count,
  language,
  reading_ease: readingEase,
  terms: terms.items.slice(0, maxTerms).map(({ term, count: times, share }) => ({ term, count: times, share })),
})

function presentRobots({ url, outcome, status, googlebot }: PageFacts['robots']): RobotsFact {
  const allowed = outcome === 'unreachable' || outcome === 'unavailable' ? null : googlebot.allowed
  const rule = outcome === 'found' ? googlebot.rule : null
  return { url, outcome, status, allowed, rule: rule?.text ?? null, line: rule?.line ?? null }
}

type ProbeOutcome = PageFacts['probes'][number]['outcome']

/** Stored facts are older than the API's word. */
const presentOutcome = (outcome: ProbeOutcome) => (outcome === 'not-asked' ? 'not_asked' : outcome)

function presentHttpVariant({ probes }: PageFacts): HttpVariant | null {
  const probe = probes.find(({ purpose }) => purpose === 'http-variant')
  if (!probe) return null
  const { url, outcome, reason, status, finalUrl, redirects } = probe
  return {
    url,
    outcome: presentOutcome(outcome),
    reason,
    status,
    final_url: finalUrl,
    redirects,
    leads_to_https: finalUrl === null ? null : finalUrl.startsWith('https:'),
  }
}

function presentSitemaps({ probes }: PageFacts): SitemapFact[] {
  return probes
    .filter(({ purpose }) => purpose === 'sitemap')
    .map(({ url, outcome, reason, status, sitemap }) => ({
      url,
      outcome: presentOutcome(outcome),
      reason,
      status,
      kind: sitemap?.kind ?? null,
      urls: sitemap && sitemap.kind !== 'index' ? sitemap.urls : (sitemap?.children ?? null),
      listed: sitemap === null ? null : listsPage(sitemap),
    }))
}

/** Returns true if a sitemap lists the page; null if the sitemap is incomplete or an index. */
function listsPage({ found, kind, cut, problem }: NonNullable<PageFacts['probes'][number]['sitemap']>): boolean | null {
  if (found.length > 0) return true
  return kind === 'index' || kind === 'unknown' || cut || problem !== null ? null : false
}

/** Lists the entities of structured data with Google's current requirements. */
function presentStructured({ entities, itemNotes }: PageFacts): ReportFacts['structured'] {
  const items = entities.items.slice(0, maxEntities).map((entity) => {
    const match = matchFeatures(entity, { hasLater: itemNotes !== undefined })
    return {
      type: entity.types.join(', '),
      syntax: entity.source === 'json-ld' ? ('json_ld' as const) : entity.source,
      name: entity.name,
      features: match?.features ?? [],
      missing_required: match?.missingRequired ?? [],
      missing_recommended: [
        ...(match?.missingForShops.flatMap(({ properties }) => properties) ?? []),
        ...(match?.missingRecommended ?? []),
      ],
      retired: retiredOf(entity).length > 0,
    }
  })
  return { items, total: entities.total }
}

type Metas = PageFacts['metadata']['metas']['items']

/** Returns the content of the first of these meta tags. Like social networks, accepts both `property` and `name`. */
function metaOf(metas: Metas, ...names: string[]): string | null {
  for (const name of names) {
    const found = metas.find(
      (meta) => meta.inHead && (meta.property === name || meta.name === name) && meta.content?.trim(),
    )
    if (found?.content) return found.content.trim()
  }
  return null
}

function presentSearchPreview(facts: PageFacts): SearchPreview {
  const { metadata, response } = facts
  return {
    title: documentTitle(metadata),
    description: metadata.description,
    favicon_url: faviconOf(facts),
    site_name: metaOf(metadata.metas.items, 'og:site_name'),
    breadcrumb: breadcrumbOf(facts) ?? pathSegments(response.finalUrl),
  }
}

/** Returns the requested icon's URL, unless the response was not an image. */
function faviconOf({ probes, icons }: PageFacts): string | null {
  const probe = probes.find(({ purpose }) => purpose === 'favicon')
  if (probe?.outcome === 'answered') return probe.image ? (probe.finalUrl ?? probe.url) : null
  return probe?.url ?? icons.items.find(({ url }) => url !== null)?.url ?? null
}

/** Returns the names in the page's BreadcrumbList. */
const breadcrumbOf = ({ entities }: PageFacts) => (entities.trail && entities.trail.length > 0 ? entities.trail : null)

/** Returns the decoded parts of a URL's path: "lamps", "old ones" of "https://shop.example/lamps/old%20ones?page=2". */
function pathSegments(url: string): string[] {
  if (!URL.canParse(url)) return []
  return new URL(url).pathname.split('/').filter(Boolean).map(decodePart)
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function presentSocialPreview({ metadata, probes }: PageFacts): SocialPreview {
  const metas = metadata.metas.items
  const named = metaOf(metas, 'og:image', 'og:image:url', 'og:image:secure_url', 'twitter:image', 'twitter:image:src')
  const url = absoluteUrl(named)
  const probe = named !== null && url === null ? undefined : probes.find(({ purpose }) => purpose === 'og-image')
  return {
    title: metaOf(metas, 'og:title', 'twitter:title') ?? documentTitle(metadata),
    description: metaOf(metas, 'og:description', 'twitter:description') ?? metadata.description,
    site_name: metaOf(metas, 'og:site_name'),
    image_url: probe?.url ?? url,
    image_unusable: url === null ? named : null,
    image_width: probe?.image?.width ?? null,
    image_height: probe?.image?.height ?? null,
    image_type: probe?.image?.type ?? null,
    image_bytes: probe?.wireBytes ?? null,
    card: metaOf(metas, 'twitter:card'),
  }
}

/** Returns null for a relative URL, because networks do not resolve it. */
function absoluteUrl(href: string | null): string | null {
  return href !== null && /^https?:\/\//i.test(href) ? (URL.parse(href)?.href ?? null) : null
}
