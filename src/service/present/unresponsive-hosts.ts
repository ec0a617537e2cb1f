import type { PageFacts } from '#analyser/page-facts.ts'
import type { CheckResult } from '#contract/reports/analysis.ts'
import type { FetchFailure } from '#contract/reports/fetch-failures.ts'
import type { UnresponsiveHost } from '#contract/reports/report-facts.ts'

type Asked = Pick<PageFacts['probes'][number], 'url' | 'outcome' | 'reasonCode'> & { isLink: boolean }

/** Failures of the host itself. It would respond to no other request either. */
const silent: ReadonlySet<FetchFailure | null> = new Set([
  'unreachable',
  'timeout',
  'connection_closed',
  'robots_unavailable',
] satisfies FetchFailure[])

/**
 * Returns the hosts that responded to none of a page's requests, those with most of them first, with the checks that
 * couldn't be run for that reason alone.
 */
export function unresponsiveHosts(
  facts: Pick<PageFacts, 'probes' | 'crawl'>,
  results: Readonly<Record<string, Pick<CheckResult, 'outcome' | 'evidence'>>>,
): UnresponsiveHost[] {
  const byHost = Map.groupBy(askedFor(facts), ({ url }) => hostOf(url))
  const hosts = [...byHost].filter(([, asked]) => asked.every(isSilent))
  const unknown = Object.entries(results).filter(([, { outcome }]) => outcome === 'unknown')
  return hosts
    .map(([host, asked]) => {
      const links = asked.filter(({ isLink }) => isLink).length
      const isAboutHost = ({ evidence }: Pick<CheckResult, 'evidence'>) =>
        evidence.length > 0 && evidence.every(({ url }) => hostOf(url ?? '') === host)
      return {
        host,
        links,
        files: asked.length - links,
        robots_unavailable: asked.every(({ reasonCode }) => reasonCode === 'robots_unavailable'),
        checks: unknown.filter(([, result]) => isAboutHost(result)).map(([check]) => check),
      }
    })
    .toSorted((a, b) => b.links + b.files - (a.links + a.files))
}

const isSilent = ({ outcome, reasonCode }: Asked) => outcome !== 'answered' && silent.has(reasonCode)

/** Returns the host with its port; '' for a text that isn't a URL. */
const hostOf = (url: string) => URL.parse(url)?.host ?? ''

/** Returns what was requested besides the page, each URL once. What a limit left out says nothing of its host. */
function askedFor({ probes, crawl }: Pick<PageFacts, 'probes' | 'crawl'>): Asked[] {
  const ofCrawl = crawl?.state === 'ended' ? [crawl.internal, crawl.external] : []
  const links = ofCrawl.flatMap((side) => [side.unclear, side.unchecked].flatMap(({ items }) => items))
  const asked = [
    ...probes.map(({ purpose, ...probe }) => ({ ...probe, isLink: purpose === 'link' })),
    ...links.map((link) => ({ ...link, isLink: true })),
  ]
  const tried = asked.filter((one) => one.outcome !== 'not-asked' || silent.has(one.reasonCode))
  return [...new Map(tried.map((one) => [one.url, one])).values()]
}
