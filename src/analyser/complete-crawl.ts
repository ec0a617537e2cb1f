import { evidenceLimit } from '#contract/reports/analysis.ts'
import { urlKey } from '#contract/url-key.ts'
import { withoutParameters } from '#contract/url-parameters.ts'
import { linksToOtherPlaces } from './facts/fragments.ts'
import { redirectsElsewhere } from './facts/probes.ts'
import { type Cut, limits } from './facts/text.ts'
import { isHiddenMail, privateReason, withoutFragment } from './facts/urls.ts'
import type { Ordinal } from './facts/walk.ts'
import type { AnsweredLink, CrawlOfPage, LinkAnswer, LinksInCrawl } from './link-answers.ts'
import type { PageFacts } from './page-facts.ts'
import { classifyLink, type LinkState, type Side } from './probes/results.ts'

/** The target of links of a page. `url` has no fragment, and `at` is the first of the links. */
export type TargetOfLink = { url: string; side: Side; at: Ordinal }

/**
 * Returns the targets of a page's listed links, each once, in the order of the page. The page itself and addresses that
 * can't be checked, such as those of a private network, are left out.
 */
export function targetsOfLinks({ links, response }: Pick<PageFacts, 'links' | 'response'>): TargetOfLink[] {
  const { href: own, hostname } = new URL(response.finalUrl)
  const seen = new Set([urlKey(own)])
  const targets: TargetOfLink[] = []
  for (const { url, internal, at } of links.items) {
    // Longer URLs were cut when the facts were collected.
    if (url === null || url.length >= limits.url) continue
    const key = urlKey(url)
    if (seen.has(key)) continue
    seen.add(key)
    if (!URL.canParse(url)) continue
    const target = new URL(url)
    if (isHiddenMail(target) || (target.hostname !== hostname && privateReason(target) !== null)) continue
    targets.push({ url: withoutFragment(url), side: internal ? 'internal' : 'external', at })
  }
  return targets
}

const notReached = { outcome: 'not-asked', reason: 'the crawl didn’t reach it', reasonCode: 'crawl_limit' } as const
const noAnswer = { redirects: [], finalUrl: null, status: null } satisfies Partial<LinkAnswer>

/** Returns the facts of a page with what the ended crawl knows about it. */
export function completeCrawl(
  facts: PageFacts,
  {
    clicks,
    answers,
    missingFragments,
    isOfTrap = false,
    isOnlyListed = false,
    ignoredParameters = [],
    amongPages,
  }: CrawlOfPage,
): PageFacts {
  const answersByKey = new Map(answers.map((answer) => [urlKey(answer.url), answer]))
  const requested = (url: string, side: Side) =>
    side === 'internal' && ignoredParameters.length > 0 ? withoutParameters(url, ignoredParameters) : url
  const answered = targetsOfLinks(facts).map(({ url, side, at }) => ({
    side,
    link: { ...(answersByKey.get(urlKey(requested(url, side))) ?? { ...notReached, ...noAnswer }), url, at },
  }))
  const ofSide = (side: Side) =>
    sortLinks(
      answered.flatMap((placed) => (placed.side === side ? [placed.link] : [])),
      side,
    )
  const missing = new Set(missingFragments.map(({ url }) => url))
  const crawl = {
    state: 'ended',
    clicks,
    internal: ofSide('internal'),
    external: ofSide('external'),
    missingFragments: firstOf(
      linksToOtherPlaces(facts.links, facts.response.finalUrl).filter(({ url }) => missing.has(url)),
    ),
    ...(isOfTrap && ({ isOfTrap } as const)),
    ...(isOnlyListed && ({ isOnlyListed } as const)),
  } as const
  const placesOfLinks = new Map(facts.crawl?.state === 'running' ? facts.crawl.places : [])
  const shown = [crawl.internal, crawl.external]
    .flatMap(({ targets: _, ...lists }) => Object.values(lists))
    .flatMap(({ items }) => items.slice(0, evidenceLimit))
  const places = { ...facts.places }
  for (const { at } of [...shown, ...crawl.missingFragments.items]) {
    const place = placesOfLinks.get(at)
    if (place) places[at] = place
  }
  const { amongPages: _, ...others } = facts
  return { ...others, crawl, places, ...(amongPages && { amongPages }) }
}

function sortLinks(links: AnsweredLink[], side: Side): LinksInCrawl {
  const asked = links.filter(({ outcome }) => outcome !== 'not-asked')
  const inState = (state: LinkState) => asked.filter((link) => classifyLink(link, side).state === state)
  const broken = inState('broken')
  return {
    targets: links.length,
    // All of them, because the website's issues count them.
    broken: { items: broken, total: broken.length },
    unclear: firstOf(inState('unclear')),
    redirecting: firstOf(asked.filter(redirectsElsewhere)),
    unchecked: firstOf(links.filter(({ outcome }) => outcome === 'not-asked')),
  }
}

const firstOf = <T>(items: readonly T[]): Cut<T> => ({ items: items.slice(0, evidenceLimit), total: items.length })
