import type { ChangeCausePart } from '#contract/reports/comparison.ts'
import { bestIcon, namedCanonical } from '../facts/link-elements.ts'
import type { Tls } from '../fetched-page.ts'
import type { StoredFacts } from '../page-facts.ts'
import { type Exchanged, exchangeSurroundingProbes, exchangeViewOfProbes } from './exchange-probes.ts'

/**
 * Returns the earlier facts as we would have collected them for the later report: with the groups that only one of the
 * reports has, the responses that a limit, a refusal or another sample hid, and the same cut of the HTML.
 */
export function exchangeView(before: StoredFacts, after: StoredFacts): Exchanged<StoredFacts> {
  const parts: ChangeCausePart[] = []
  const facts: StoredFacts = { ...after, ...before }
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

/** How much larger a page can be that counts as no larger. */
const tolerance = 1.1

/**
 * Returns true if one report has less of a page that is no larger. A cut of a page that has grown is the page's doing.
 */
function isOtherCut(before: StoredFacts, after: StoredFacts): boolean {
  const isOther = (wasCut: boolean, isCut: boolean, [was, is]: [number, number]) =>
    wasCut !== isCut && (isCut ? is <= was * tolerance : was <= is * tolerance)
  return (
    isOther(before.response.truncated, after.response.truncated, [before.response.bytes, after.response.bytes]) ||
    isOther(before.document.cut, after.document.cut, [before.document.nodes, after.document.nodes])
  )
}

/**
 * Returns facts of the earlier page in the surroundings of the later report: robots.txt, sitemaps, linked pages and
 * resources, certificate and server time. What depends on the page's own URLs is exchanged only if these are the same.
 */
export function exchangeSurroundings(
  view: StoredFacts,
  before: StoredFacts,
  after: StoredFacts,
): Exchanged<StoredFacts> {
  const parts: ChangeCausePart[] = []
  const [from, to] = [before.response.finalUrl, after.response.finalUrl]
  const isSameOrigin = new URL(from).origin === new URL(to).origin
  const facts: StoredFacts = { ...view, timings: after.timings }
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

/** What robots.txt allows for URLs of the page, and whether both pages name the same URL. */
const boundGroups = (before: StoredFacts, after: StoredFacts) =>
  [
    ['crawlerAccess', before.response.finalUrl === after.response.finalUrl],
    ['canonicalAccess', namedCanonical(before.canonicals) === namedCanonical(after.canonicals)],
    ['iconAccess', iconOf(before) === iconOf(after)],
  ] as const

const iconOf = ({ icons }: StoredFacts) => bestIcon(icons)?.url ?? null

/**
 * Returns the later certificate with the time left that it had then. Dates are compared with that of the response,
 * which belongs to the page, because cookies and other headers are compared with it too.
 */
function certificateOf(before: StoredFacts, after: StoredFacts): Tls | null {
  const { tls } = after.response
  const apart = Date.parse(before.response.answeredAt ?? '') - Date.parse(after.response.answeredAt ?? '')
  if (tls === null || !Number.isFinite(apart)) return tls
  return { ...tls, validFrom: shifted(tls.validFrom, apart), validTo: shifted(tls.validTo, apart) }
}

const shifted = (date: string | null, by: number) => {
  const at = Date.parse(date ?? '')
  return Number.isNaN(at) ? date : new Date(at + by).toISOString()
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
