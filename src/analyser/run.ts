import type { RenderCode } from '#contract/reports/rendering.ts'
import { isSameUrl } from '#contract/url-key.ts'
import { catalogue } from './catalogue.ts'
import { redirectingRefreshes } from './check-helpers/indexing.ts'
import { targetsOfLinks } from './complete-crawl.ts'
import { type Evaluation, evaluate, runChecks } from './evaluate.ts'
import { type CollectedPage, collectFacts } from './facts/collect.ts'
import { fingerprint, samplePairs, minHash } from './facts/fingerprint.ts'
import { linksToOtherPlaces } from './facts/fragments.ts'
import { isEmbedded } from './facts/link-elements.ts'
import { documentTitle } from './facts/metadata.ts'
import { comparedText, digestProbes } from './facts/probes.ts'
import { textWords } from './facts/text-words.ts'
import { clip, limits } from './facts/text.ts'
import { firstOfRendered, type Ordinal } from './facts/walk.ts'
import type { FetchedPage } from './fetched-page.ts'
import { type ElementLocation, type ElementLocations, locate, locateRendered } from './locate.ts'
import { mergeRendered } from './merge-rendered.ts'
import type { CheckFacts, Fingerprints, PageFacts, Rendering } from './page-facts.ts'
import type { Probe, ProbeRequest } from './probe.ts'
import { type PlanOptions, planProbes } from './probes/plan.ts'
import { asFetched, inBrief, isIncomplete, linksByScripts, type RenderedDocument } from './rendered.ts'

/** A page whose facts are collected, with the probe requests to make before it is evaluated. */
export type PageReading = {
  facts: PageFacts
  probeRequests: ProbeRequest[]
  title: string | null
  fingerprints: Fingerprints
  /** See `samplePairs`. For comparing the page with its canonical URL, and null if it names no other one. */
  pairs: number[] | null
}

/** Groups of facts that point to no element, except those behind probe requests. */
const groupsWithoutLocations: readonly (keyof CheckFacts)[] = [
  'response',
  'timings',
  'robots',
  'stack',
  'probes',
  'duplicates',
  'beyond',
]

/** The checks that run once before the page is evaluated, to learn the elements they point to. */
export const checksWithLocations = catalogue.filter(
  ({ check }) => !check.withoutLocations && !check.needs.every((need) => groupsWithoutLocations.includes(need)),
)

/**
 * Collects the facts of a page, with the locations of the elements that evidence can point to: those of the checks so
 * far, those behind the probe requests, title, description and icons without a request. Equal input gives equal output.
 * Of a page of a crawl, all links are located, because its end answers them.
 */
export function readPage(fetched: FetchedPage & PlanOptions): PageReading {
  const page = collectFacts(fetched)
  return readFacts(page, (ordinals) => locate(ordinals, page), fetched)
}

/** A page, what the renderer says of it, and the reason to render it. */
export type PageToMerge = {
  fetched: FetchedPage & PlanOptions
  rendered: RenderedDocument & Rendering & { hasScreenshot: boolean }
  reason: RenderCode
}

/**
 * Collects the facts of a rendered page: those of its HTML and its rendered document, merged. The facts of a page whose
 * scripts lead to another one, or that we may have emptied, are those of its HTML.
 */
export function readRendered({ fetched, rendered: given, reason }: PageToMerge): PageReading {
  const { html: source, isCut, isXhtml = false, finalUrl, ...rendering } = given
  const html = collectFacts(fetched)
  const rendered = collectFacts(asFetched(fetched, { html: source, isCut, isXhtml, finalUrl }), firstOfRendered)
  // Scripts that load the page itself again, as walls do, lead nowhere.
  const redirectedTo =
    rendering.redirectedTo !== null && isSameUrl(rendering.redirectedTo, fetched.finalUrl)
      ? null
      : rendering.redirectedTo
  const isElsewhere = redirectedTo !== null
  const [before, after] = [inBrief(html.facts), inBrief(rendered.facts)]
  const isOfHtml = isElsewhere || isIncomplete(before, after, rendering)
  const facts = isOfHtml ? html.facts : mergeRendered(html.facts, rendered.facts)
  facts.beyond = {
    ...facts.beyond,
    renderCode: reason,
    rendered: {
      ...rendering,
      redirectedTo,
      isRefresh: redirectingRefreshes(html.facts).length > 0,
      ...(isOfHtml && !isElsewhere && { isIncomplete: true }),
      html: before,
      rendered: after,
      mainWords: html.facts.mainText?.words ?? html.facts.words.count,
      scriptLinks: isElsewhere ? { items: [], total: 0 } : linksByScripts(html.facts, rendered.facts),
    },
  }
  return readFacts(
    isOfHtml ? html : { ...rendered, facts },
    (ordinals) => locateRendered(ordinals, html, rendered),
    fetched,
  )
}

function readFacts(
  { facts, text, main }: Pick<CollectedPage, 'facts' | 'text' | 'main'>,
  locateAll: Locate,
  fetched: FetchedPage & PlanOptions,
): PageReading {
  const probeRequests = planProbes(facts, fetched)
  const evidence = runChecks(facts, checksWithLocations).flatMap(({ output }) => output?.evidence ?? [])
  const { description, titles, metas } = facts.metadata
  const title = documentTitle(facts.metadata)
  const named = [
    ...titles.items.slice(0, 1),
    ...metas.items.filter(({ name }) => name === 'description').slice(0, 1),
    ...facts.icons.items.filter(isEmbedded).slice(0, 1),
    ...(facts.outsideIcons?.items.slice(0, 1).map((at) => ({ at })) ?? []),
  ]
  const ordinals = [...evidence, ...probeRequests, ...named].flatMap(({ at }) => (typeof at === 'number' ? [at] : []))
  facts.places = locateAll(ordinals)
  if (fetched.isOfCrawl)
    facts.crawl = { state: 'running', places: placesOfLinks(facts, locateAll), words: textWords(text) }
  return {
    facts,
    probeRequests,
    title: title === null ? null : clip(title, limits.text),
    fingerprints: {
      title: fingerprint(title ?? ''),
      description: fingerprint(description ?? ''),
      body: fingerprint(text),
      bodyShape: minHash(main),
    },
    pairs: probeRequests.some(({ purpose }) => purpose === 'canonical') ? samplePairs(comparedText(title, main)) : null,
  }
}

type Locate = (ordinals: Ordinal[]) => ElementLocations

/** Returns where the links of a page are, in their order. A list, so that a large one is cut like that of the links. */
function placesOfLinks(facts: PageFacts, locateAll: Locate): [Ordinal, ElementLocation][] {
  const links = [...targetsOfLinks(facts), ...linksToOtherPlaces(facts.links, facts.response.finalUrl)]
  const places = locateAll(links.map(({ at }) => at))
  return Object.entries(places).map(([at, place]) => [Number(at), place])
}

/** Images that are kept. The probe requests were chosen before, and checks need no more than the beginning. */
const keptImages = 100

/** Adds the responses to the probe requests, which are known only after the page was read. */
export function completeFacts(facts: PageFacts, probes: Probe[], pairs: PageReading['pairs'] = null): PageFacts {
  const { images } = facts
  return {
    ...facts,
    images: { ...images, items: images.items.slice(0, keptImages) },
    probes: digestProbes(probes, pairs),
  }
}

export type Analysis = Evaluation & Omit<PageReading, 'probeRequests' | 'pairs'>

/** Collects and evaluates in one step, for callers that already have the responses. */
export function analysePage(fetched: FetchedPage, probes: Probe[] = []): Analysis {
  const { probeRequests: _, pairs, ...reading } = readPage(fetched)
  const facts = completeFacts(reading.facts, probes, pairs)
  return { ...evaluate(facts), ...reading, facts }
}
