import type { ChangeCausePart } from '#contract/reports/comparison.ts'
import type { FetchFailure } from '#contract/reports/fetch-failures.ts'
import { urlKey } from '#contract/url-key.ts'
import { bestIcon, namedCanonical } from '../facts/link-elements.ts'
import type { ProbeFact } from '../facts/probes.ts'
import { withoutFragment } from '../facts/urls.ts'
import type { Ordinal } from '../facts/walk.ts'
import type { Tls } from '../fetched-page.ts'
import type { PageFacts } from '../page-facts.ts'
import type { ProbePurpose } from '../probe.ts'
import { planProbes } from '../probes/plan.ts'

/**
 * Returns the earlier facts as we would have collected them for the later report: with the groups that only one of the
 * reports has, the responses that a limit, a refusal or another sample hid, and the same cut of the HTML.
 */
export function exchangeView(before: PageFacts, after: PageFacts): Exchanged<PageFacts> {
  const parts: ChangeCausePart[] = []
  const facts: PageFacts = { ...after, ...before }
  const lost = Object.keys(before).filter((group) => !(group in after))
  for (const group of lost) Reflect.deleteProperty(facts, group)
  if (lost.length > 0 || Object.keys(after).some((group) => !(group in before))) parts.push('not_collected')
  const probes = exchangeViewOfProbes(before, after)
  facts.probes = probes.facts
  parts.push(...probes.parts)
  if (isOtherCut(before, after)) {
    facts.response = { ...before.response, truncated: after.response.truncated }
    facts.document = { ...before.document, cut: after.document.cut }
    parts.push('html_cut')
  }
  return { facts, parts: [...new Set(parts)] }
}

/** A page larger by up to this counts as no larger. */
const tolerance = 1.1

/**
 * Returns true if one report has less of a page that is no larger. If the page has grown, the cut belongs to the page's
 * changes.
 */
function isOtherCut(before: PageFacts, after: PageFacts): boolean {
  const isOther = (wasCut: boolean, isCut: boolean, [was, is]: [number, number]) =>
    wasCut !== isCut && (isCut ? is <= was * tolerance : was <= is * tolerance)
  return (
    isOther(before.response.truncated, after.response.truncated, [before.response.bytes, after.response.bytes]) ||
    isOther(before.document.cut, after.document.cut, [before.document.nodes, after.document.nodes])
  )
}

/**
 * Returns facts of the earlier page in the surroundings of the later report: robots.txt, sitemaps, linked pages and
 * resources, certificate and server time. Facts that depend on the page's own URLs are exchanged only if these are the
 * same.
 */
export function exchangeSurroundings(view: PageFacts, before: PageFacts, after: PageFacts): Exchanged<PageFacts> {
  const parts: ChangeCausePart[] = []
  const [from, to] = [before.response.finalUrl, after.response.finalUrl]
  const isSameOrigin = new URL(from).origin === new URL(to).origin
  const facts: PageFacts = { ...view, timings: after.timings }
  if (isSameOrigin) {
    const { googlebot, anyone } = from === to ? after.robots : before.robots
    facts.robots = { ...after.robots, googlebot, anyone }
    facts.response = { ...view.response, tls: certificateOf(before, after) }
    if (!isEqual(facts.robots, before.robots)) parts.push('robots_txt')
    if (!isEqual(after.response.tls, before.response.tls)) parts.push('certificate')
    for (const [group, isSamePage] of boundGroups(before, after)) {
      if (!isSamePage) continue
      Object.assign(facts, { [group]: after[group] })
      if (!isEqual(before[group], after[group])) parts.push('robots_txt')
    }
  }
  const probes = exchangeSurroundingProbes(view.probes, after, { isSameOrigin })
  facts.probes = probes.facts
  parts.push(...probes.parts)
  return { facts, parts: [...new Set(parts)] }
}

/** Access by robots.txt to URLs of the page, and a comparison of the URLs that both pages name. */
const boundGroups = (before: PageFacts, after: PageFacts) =>
  [
    ['crawlerAccess', before.response.finalUrl === after.response.finalUrl],
    ['canonicalAccess', namedCanonical(before.canonicals) === namedCanonical(after.canonicals)],
    ['iconAccess', iconOf(before) === iconOf(after)],
    [
      'resourceAccess',
      'resourceAccess' in before && 'resourceAccess' in after && isEqual(filesOf(before), filesOf(after)),
    ],
  ] as const

const filesOf = ({ resources }: PageFacts) => resources.items.map(({ kind, url, noscript }) => [kind, url, noscript])

const iconOf = ({ icons }: PageFacts) => bestIcon(icons)?.url ?? null

/**
 * Returns the later certificate with the time left that it had then. Dates are compared with that of the response,
 * which belongs to the page, because cookies and other headers are compared with it too.
 */
function certificateOf(before: PageFacts, after: PageFacts): Tls | null {
  const { tls } = after.response
  const apart = Date.parse(before.response.answeredAt ?? '') - Date.parse(after.response.answeredAt ?? '')
  if (tls === null || !Number.isFinite(apart)) return tls
  return { ...tls, validFrom: shifted(tls.validFrom, apart), validTo: shifted(tls.validTo, apart) }
}

const shifted = (date: string | null, by: number) => {
  const at = Date.parse(date ?? '')
  return Number.isNaN(at) ? date : new Date(at + by).toISOString()
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

type Probes = ProbeFact[]

/** The failures that limits of ours or a refusal of our requests cause. They show nothing about the requested URL. */
const partOfFailure: Partial<Record<FetchFailure, ChangeCausePart>> = {
  time_up: 'time_limit',
  timeout: 'time_limit',
  budget: 'request_limit',
  bot_wall: 'bot_wall',
  refused: 'bot_wall',
}

const partOfPurpose: Record<ProbePurpose, ChangeCausePart> = {
  'http-variant': 'certificate',
  'old-tls': 'certificate',
  sitemap: 'sitemap',
  favicon: 'resources',
  'og-image': 'resources',
  'soft-404': 'linked_pages',
  canonical: 'linked_pages',
  alternate: 'linked_pages',
  'llms-txt': 'linked_pages',
  link: 'links',
  resource: 'resources',
}

const keyOf = (purpose: ProbePurpose, url: string) => `${purpose} ${withoutFragment(url)}`

/** Returns the requests that a page causes, with the element that names each. */
function requestsOf(facts: PageFacts): Map<string, Ordinal | null> {
  const { links, resources } = facts
  return new Map([
    ...resources.items.map(({ url, at }) => [keyOf('resource', url), at] as const),
    ...links.items.flatMap(({ url, at }) => (url === null ? [] : [[keyOf('link', url), at] as const])),
    ...planProbes(facts).map(({ purpose, url, at }) => [keyOf(purpose, url), at] as const),
  ])
}

export type Exchanged<T> = { facts: T; parts: ChangeCausePart[] }

/** Decides about a request of either page: which response is kept, if any, and its part of the cause. */
type Decide = (
  before: ProbeFact | undefined,
  after: ProbeFact | undefined,
) => { probe: ProbeFact | undefined; part?: ChangeCausePart }

function exchange(before: Probes, after: Probes, decide: Decide): Exchanged<Probes> {
  const parts: ChangeCausePart[] = []
  const probes: Probes = []
  const byKey = (list: Probes) => new Map(list.map((probe) => [keyOf(probe.purpose, probe.url), probe]))
  const [mine, theirs] = [byKey(before), byKey(after)]
  for (const key of new Set([...mine.keys(), ...theirs.keys()])) {
    const { probe, part } = decide(mine.get(key), theirs.get(key))
    if (probe) probes.push(probe)
    if (part) parts.push(part)
  }
  return { facts: probes, parts: [...new Set(parts)] }
}

/** Returns the limit or refusal that kept us from seeing the resource; undefined if we saw it. */
const hiddenBy = ({ reasonCode, status }: ProbeFact) =>
  status === 429 ? 'bot_wall' : reasonCode === null ? undefined : partOfFailure[reasonCode]

const isSame = (a: ProbeFact, b: ProbeFact) => JSON.stringify({ ...a, at: null }) === JSON.stringify({ ...b, at: null })

/**
 * Returns the responses as we would have seen them in the later report: a response that a limit or a refusal hid in one
 * report is exchanged, and so is one that only one report sampled although both pages name it.
 */
export function exchangeViewOfProbes(before: PageFacts, after: PageFacts): Exchanged<Probes> {
  const [namedBefore, namedAfter] = [requestsOf(before), requestsOf(after)]
  return exchange(before.probes, after.probes, (mine, theirs) => {
    if (mine && theirs) {
      const part = hiddenBy(mine) ?? hiddenBy(theirs)
      return part && !isSame(mine, theirs) ? { probe: { ...theirs, at: mine.at }, part } : { probe: mine }
    }
    const only = mine ?? theirs
    if (!only || only.purpose === 'sitemap') return { probe: mine }
    const key = keyOf(only.purpose, only.url)
    const at = namedBefore.get(key) ?? null
    if (mine) return namedAfter.has(key) ? { probe: undefined, part: 'sample' } : { probe: mine }
    return namedBefore.has(key) ? { probe: { ...only, at }, part: 'sample' } : { probe: undefined }
  })
}

/**
 * Returns the responses of the later report to the requests of both. Sitemaps are exchanged as a whole if both pages
 * are on one origin, because robots.txt names them and not the page.
 */
export function exchangeSurroundingProbes(
  before: Probes,
  after: PageFacts,
  { isSameOrigin }: { isSameOrigin: boolean },
): Exchanged<Probes> {
  const { askedUrl, finalUrl } = after.response
  const lookedFor = new Set([askedUrl, finalUrl, after.canonicals.items[0]?.url ?? finalUrl].map(urlKey))
  return exchange(before, after.probes, (mine, theirs) => {
    if (mine && theirs) {
      const probe = { ...theirs, at: mine.at, sitemap: withFound(theirs.sitemap, mine.sitemap, lookedFor) }
      return isSame(mine, probe) ? { probe: mine } : { probe, part: partOfPurpose[mine.purpose] }
    }
    const only = mine ?? theirs
    if (!only || only.purpose !== 'sitemap' || !isSameOrigin) return { probe: mine }
    return { probe: theirs, part: 'sitemap' }
  })
}

/** Keeps the URLs found before that were not looked for this time, because the page names another canonical URL. */
function withFound(
  sitemap: ProbeFact['sitemap'],
  before: ProbeFact['sitemap'],
  lookedFor: ReadonlySet<string>,
): ProbeFact['sitemap'] {
  const kept = before?.found.filter((url) => !lookedFor.has(urlKey(url))) ?? []
  return sitemap && kept.length > 0 ? { ...sitemap, found: [...new Set([...sitemap.found, ...kept])] } : sitemap
}
