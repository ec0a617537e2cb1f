import type { FetchFailure } from '#contract/reports/fetch-failures.ts'
import { domainOf } from '#contract/websites/website.ts'
import {
  count,
  type LocatedEvidence,
  notApplicable,
  pass,
  shareOf,
  unknown,
  type CheckOutput,
} from '../define-check.ts'
import { type ProbeFact, type ProbeFacts, probesFor } from '../facts/probes.ts'
import { isHiddenMail, privateReason } from '../facts/urls.ts'

export type Side = 'internal' | 'external'
/** The result for a sampled URL. `unclear` counts as not checked. */
type SampledProbe = { probe: ProbeFact; state: 'works' | 'broken' | 'unclear'; note: string }

/** Statuses that do not prove a broken link: a login, or too many requests. External servers also reject robots. */
const unclearStatuses: Record<Side, ReadonlySet<number>> = {
  internal: new Set([401, 429]),
  external: new Set([401, 403, 429, 999]),
}

/** Failures that every visitor meets, and failures that can be caused by our network or by the server's load. */
const lastingFailures: ReadonlySet<FetchFailure> = new Set(['dns', 'redirect_loop', 'too_many_redirects'])
const silentFailures: ReadonlySet<FetchFailure> = new Set(['unreachable', 'timeout', 'connection_closed'])

/** Returns the sampled links of one side: to the page's own website, or to public pages of others. */
export function linkProbes(probes: ProbeFacts, finalUrl: string, side: Side): ProbeFact[] {
  const page = new URL(finalUrl)
  return probesFor(probes, 'link').filter((probe) => {
    const url = new URL(probe.url)
    const closed = url.hostname !== page.hostname && privateReason(url) !== null
    return sideOf(probe.url, finalUrl) === side && !closed && !isHiddenMail(url)
  })
}

/** Returns true if a URL belongs to the page's own website. */
export const sideOf = (url: string, finalUrl: string): Side =>
  domainOf(new URL(url)) === domainOf(new URL(finalUrl)) ? 'internal' : 'external'

/** Returns true if a request failed for a reason that applies to every visitor. */
export const isLastingFailure = (code: FetchFailure | null) => code !== null && lastingFailures.has(code)

/** Returns true if a server responded, but not with the resource: it refused us or showed a bot check. */
const isBehindWall = ({ reasonCode }: ProbeFact) => reasonCode === 'refused' || reasonCode === 'bot_wall'

/** Returns a link's location as evidence. */
export const whereOf = ({ at, url }: ProbeFact): LocatedEvidence => (at === null ? { url } : { at, url })

export const linkTexts = {
  unknown: (side: Side) => `We couldn’t check ${side} links`,
  onlyWorks: (side: Side) => `The only ${side} link works`,
  allWork: (links: number, side: Side) => `All ${links} ${side} links work`,
  sampled: (checked: number, links: number, side: Side) =>
    `${checked} of ${count(links, `${side} link`)} sampled, none broken`,
  unclear: (title: string, links: number) => `${title}; ${links} couldn’t be checked`,
  onlyBroken: (side: Side) => `The only sampled ${side} link is broken`,
  broken: (broken: number, checked: number, side: Side) =>
    `${broken} of ${checked} sampled ${side} links ${broken === 1 ? 'is' : 'are'} broken`,
}

/**
 * Evaluates a sample of links. One broken link is enough for a fault. Without one, the title states the size of the
 * sample. A fault deducts the broken share, and at least `floor`: links that couldn't be checked and the `others` that
 * certainly work count as working.
 */
export function evaluateLinks(
  probes: ProbeFact[],
  total: number,
  side: Side,
  {
    fault,
    floor,
    others = 0,
  }: { fault: (details: Omit<CheckOutput, 'outcome' | 'reason'>) => CheckOutput; floor: number; others?: number },
): CheckOutput {
  if (total === 0 && probes.length === 0)
    return notApplicable(side === 'internal' ? 'The page has no internal links' : 'The page has no external links')
  const unknownTitle = linkTexts.unknown(side)
  const sampled = probes.flatMap((probe): SampledProbe[] =>
    probe.outcome === 'not-asked' ? [] : [classifyProbe(probe, side)],
  )
  if (sampled.length === 0) return noResponse(unknownTitle, probes)

  const evidenceOf = (state: SampledProbe['state']) =>
    sampled
      .filter((one) => one.state === state)
      .map(({ probe, note }): LocatedEvidence => ({ ...whereOf(probe), note }))
  const broken = evidenceOf('broken')
  const unclear = evidenceOf('unclear')
  const checked = sampled.length - unclear.length
  if (broken.length > 0) {
    const title = checked === 1 ? linkTexts.onlyBroken(side) : linkTexts.broken(broken.length, checked, side)
    const extent = shareOf(broken.length, sampled.length + others, floor)
    return fault({ extent, value: broken.length, title, evidence: broken })
  }
  if (checked === 0)
    return unknown(unknownTitle, `${unclear[0]?.url ?? ''}: ${unclear[0]?.note ?? ''}.`, { evidence: unclear })
  const title = passTitle(checked, Math.max(total, sampled.length), side)
  return pass({
    value: 0,
    title: unclear.length > 0 ? linkTexts.unclear(title, unclear.length) : title,
    evidence: unclear,
  })
}

function passTitle(checked: number, total: number, side: Side): string {
  if (checked === total) return total === 1 ? linkTexts.onlyWorks(side) : linkTexts.allWork(total, side)
  return linkTexts.sampled(checked, total, side)
}

/** Classifies the response to one sampled URL. */
export function classifyProbe(probe: ProbeFact, side: Side): SampledProbe {
  const { outcome, status, redirects, finalUrl } = probe
  if (outcome === 'failed' || status === null)
    return {
      probe,
      state: stateOfFailure(probe.reasonCode, side),
      note: `${isBehindWall(probe) ? 'Not checked' : 'No response'}: ${probe.reason ?? 'unknown reason'}`,
    }
  const hops =
    redirects.length > 0 ? ` after ${count(redirects.length, 'redirect')}, at ${finalUrl ?? 'an unknown URL'}` : ''
  const note = `Returned ${status}${hops}`
  if (status < 300 && probe.isWebPage)
    return { probe, state: side === 'internal' ? 'broken' : 'unclear', note: `${note} with a web page (HTML)` }
  if (status < 300) return { probe, state: 'works', note }
  return { probe, state: status < 400 || unclearStatuses[side].has(status) ? 'unclear' : 'broken', note }
}

function stateOfFailure(code: FetchFailure | null, side: Side): SampledProbe['state'] {
  if (isLastingFailure(code)) return 'broken'
  return side === 'external' && code !== null && silentFailures.has(code) ? 'broken' : 'unclear'
}

/** Returns an unknown result for missing or unusable responses, with the reason of the first. */
export function noResponse(title: string, probes: ProbeFact[]): CheckOutput {
  const [first] = probes
  if (!first) return unknown(title, 'We made no extra requests for this page.')
  const { url, outcome, status } = first
  if (outcome === 'answered' && status !== null) {
    const returned = `returned ${first.isWebPage ? 'a web page (HTML)' : status}`
    return unknown(title, `${url} ${returned}.`, { evidence: [{ url, note: `It ${returned}` }] })
  }
  const reason = first.reason ?? 'unknown reason'
  const sentence =
    outcome === 'not-asked' || isBehindWall(first)
      ? `We couldn’t check ${url}: ${reason}.`
      : `${url} didn’t respond: ${reason}.`
  return unknown(title, sentence, { evidence: [{ url, note: reason }] })
}
