import type { StoredFacts } from '#analyser/page-facts.ts'
import type { HttpVariant, RobotsAnswer, SitemapFact } from '#contract/report-facts.ts'

export function presentRobots({ url, outcome, status, googlebot }: StoredFacts['robots']): RobotsAnswer {
  const allowed = outcome === 'unreachable' ? null : outcome !== 'unavailable' && googlebot.allowed
  const rule = outcome === 'found' ? googlebot.rule : null
  return { url, outcome, status, allowed, rule: rule?.text ?? null, line: rule?.line ?? null }
}

export function presentHttpVariant({ probes = [] }: StoredFacts): HttpVariant | null {
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

export function presentSitemaps({ probes = [] }: StoredFacts): SitemapFact[] {
  return probes
    .filter(({ purpose }) => purpose === 'sitemap')
    .map(({ url, outcome, reason, status, sitemap }) => ({
      url,
      outcome,
      reason,
      status,
      kind: sitemap?.kind ?? null,
      urls: sitemap && sitemap.kind !== 'index' ? sitemap.urls : (sitemap?.children ?? null),
      listed: sitemap === null ? null : listed(sitemap),
    }))
}

/** Not found in a file that was not read to its end, or in an index, says nothing. */
function listed({
  found,
  kind,
  cut,
  problem,
}: NonNullable<NonNullable<StoredFacts['probes']>[number]['sitemap']>): boolean | null {
  if (found.length > 0) return true
  return kind === 'index' || kind === 'unknown' || cut || problem !== null ? null : false
}
