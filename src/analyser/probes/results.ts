import { domainOf } from '#contract/websites/website.ts'
import {
  count,
  grouped,
  type LocatedEvidence,
  notApplicable,
  pass,
  shareOf,
  unknown,
  type CheckOutput,
} from '../define-check.ts'
import { type ProbeFact, type ProbeFacts, probesFor } from '../facts/probes.ts'
import type { Cut } from '../facts/text.ts'
import { isHiddenMail, privateReason } from '../facts/urls.ts'
import type { AnsweredLink, CrawlFacts, LinkAnswer, LinksInCrawl } from '../link-answers.ts'
import type { PageFacts } from '../page-facts.ts'
import type { Probe } from '../probe.ts'

export type Side = 'internal' | 'external'
/** `unclear` counts as not checked. */
export type LinkState = 'works' | 'broken' | 'unclear'
/** The result for a sampled URL. */
type SampledProbe = { probe: ProbeFact; state: LinkState; note: string }

/** Statuses that do not prove a broken link: a login, or too many requests. External servers also reject robots. */
const unclearStatuses: Record<Side, ReadonlySet<number>> = {
  internal: new Set([401, 429]),
  external: new Set([401, 403, 429, 999]),
}

/** Failures that every visitor meets, and failures that can be caused by our network or by the server's load. */
const lastingFailures: ReadonlySet<Probe['reasonCode']> = new Set(['dns', 'redirect_loop', 'too_many_redirects'])
const silentFailures: ReadonlySet<Probe['reasonCode']> = new Set(['unreachable', 'timeout', 'connection_closed'])

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
export const isLastingFailure = (code: Probe['reasonCode']) => lastingFailures.has(code)

/** Returns true if a server responded, but not with the resource: it refused us or showed a bot check. */
const isBehindWall = ({ reasonCode }: LinkAnswer) => reasonCode === 'refused' || reasonCode === 'bot_wall'

/** Returns a link's location as evidence. */
export const whereOf = ({ at, url }: ProbeFact): LocatedEvidence => (at === null ? { url } : { at, url })

export const linkTexts = {
  unknown: (side: Side) => `We couldn’t check ${side} links`,
  onlyWorks: (side: Side) => `The only ${side} link works`,
  allWork: (links: number, side: Side) => `All ${links} ${side} links work`,
  sampled: (checked: number, links: number, side: Side) =>
    `${checked} of ${count(links, `${side} link`)} sampled, none broken`,
  checked: (checked: number, links: number, side: Side) =>
    `${grouped(checked)} of ${count(links, `${side} link`)} checked, none broken`,
  /** `reason` is that of the link to `url`. */
  unchecked: (links: number, url: string, reason: string) =>
    `${count(links, 'link')} ${links === 1 ? 'wasn’t' : 'weren’t'} checked${links === 1 ? '' : `, such as ${url}`}: ${reason}.`,
  cut: (checked: number, links: number) => `Only the first ${grouped(checked)} of ${grouped(links)} were checked.`,
  unclear: (title: string, links: number) => `${title}; ${links} couldn’t be checked`,
  onlyBroken: (side: Side) => `The only sampled ${side} link is broken`,
  broken: (broken: number, checked: number, side: Side) =>
    `${broken} of ${checked} sampled ${side} links ${broken === 1 ? 'is' : 'are'} broken`,
  brokenInCrawl: (broken: number, links: number, side: Side, isCut: boolean) =>
    links === 1
      ? `The only ${side} link is broken`
      : `${grouped(broken)} of ${isCut ? 'the first ' : ''}${grouped(links)} ${side} links ${broken === 1 ? 'is' : 'are'} broken`,
}

type Details = Omit<CheckOutput, 'outcome' | 'reason'>
type Scoring = {
  fault: (details: Details) => CheckOutput
  floor: number
  /** Links that certainly work, besides those that were checked. */
  others?: number
}

/** The facts about the links of a page to one side. `total` counts all targets. */
type LinksOfSide = { probes: ProbeFact[]; crawl: CrawlFacts | undefined; total: number }

export const linksOfSide = (
  { probes, linkNotes, response, crawl }: Pick<PageFacts, 'probes' | 'linkNotes' | 'response' | 'crawl'>,
  side: Side,
): LinksOfSide => ({
  probes: linkProbes(probes, response.finalUrl, side),
  crawl,
  total: linkNotes.addresses[side],
})

/**
 * Evaluates the links to one side: a sample of them, or all listed ones of a page that a crawl read. One broken link is
 * enough for a fault. A fault deducts the broken share, and at least `floor`: links that couldn't be checked and the
 * `others` that certainly work count as working.
 */
export function evaluateLinks(links: LinksOfSide, side: Side, scoring: Scoring): CheckOutput {
  const { crawl, probes, total } = links
  if (total === 0 && probes.length === 0)
    return notApplicable(side === 'internal' ? 'The page has no internal links' : 'The page has no external links')
  if (crawl === undefined) return evaluateSample(links, side, scoring)
  return crawl.state === 'running' ? crawlRunning : evaluateAll(crawl[side], links, side, scoring)
}

/** The result of a check that a crawl completes when it ends. */
export const crawlRunning: CheckOutput = {
  ...unknown('Not checked yet', 'Links are checked when the crawl ends.'),
  reasonCode: 'crawl_running',
}

/** Without a broken link, the title states the size of the sample. */
function evaluateSample(
  { probes, total }: LinksOfSide,
  side: Side,
  { fault, floor, others = 0 }: Scoring,
): CheckOutput {
  const unknownTitle = linkTexts.unknown(side)
  const sampled = probes.flatMap((probe): SampledProbe[] =>
    probe.outcome === 'not-asked' ? [] : [classifyProbe(probe, side)],
  )
  if (sampled.length === 0) return noResponse(unknownTitle, probes)

  const evidenceOf = (state: SampledProbe['state']) =>
    sampled
      .filter((result) => result.state === state)
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
  const title = passTitle(checked, Math.max(total, sampled.length), side, linkTexts.sampled)
  return pass({
    value: 0,
    title: unclear.length > 0 ? linkTexts.unclear(title, unclear.length) : title,
    evidence: unclear,
  })
}

/** Links that were not requested count as working, and the reason names their number. */
function evaluateAll(
  { targets, broken, unclear, unchecked }: LinksInCrawl,
  { total }: LinksOfSide,
  side: Side,
  { fault, floor, others = 0 }: Scoring,
): CheckOutput {
  const reason = reasonOfUnchecked(unchecked, targets, total)
  const checked = targets - unclear.total - unchecked.total
  if (broken.total > 0) {
    const title = linkTexts.brokenInCrawl(broken.total, targets, side, targets < total)
    const extent = shareOf(broken.total, targets + others, floor)
    return { ...fault({ extent, value: broken.total, title, ...evidenceOf(broken, side) }), ...reason }
  }
  if (checked <= 0) {
    const [first] = [...unclear.items, ...unchecked.items]
    return {
      ...unknown(linkTexts.unknown(side), first ? `${first.url}: ${noteOf(first, side)}.` : 'None of them was listed.'),
      ...(unclear.total > 0 && evidenceOf(unclear, side)),
      ...reason,
    }
  }
  const title = passTitle(checked, total, side, linkTexts.checked)
  return {
    ...pass({
      value: 0,
      title: unclear.total > 0 ? linkTexts.unclear(title, unclear.total) : title,
      ...evidenceOf(unclear, side),
    }),
    ...reason,
  }
}

const noteOf = (link: AnsweredLink, side: Side) =>
  link.outcome === 'not-asked' ? (link.reason ?? 'unknown reason') : classifyLink(link, side).note

const evidenceOf = ({ items, total }: Cut<AnsweredLink>, side: Side) => ({
  evidence: items.map((link): LocatedEvidence => ({ at: link.at, url: link.url, note: noteOf(link, side) })),
  evidenceTotal: total,
})

/** Names the number of links that were not checked, and a reason. */
export function reasonOfUnchecked(
  { items, total: unchecked }: Cut<AnsweredLink>,
  targets: number,
  total: number,
): Pick<CheckOutput, 'reason'> {
  const [first] = items
  const because = first ? linkTexts.unchecked(unchecked, first.url, first.reason ?? 'unknown reason') : null
  const cut = targets < total ? linkTexts.cut(targets, total) : null
  const reason = [because, cut].filter((text) => text !== null).join(' ')
  return reason === '' ? {} : { reason }
}

function passTitle(checked: number, total: number, side: Side, some: typeof linkTexts.sampled): string {
  if (checked === total) return total === 1 ? linkTexts.onlyWorks(side) : linkTexts.allWork(total, side)
  return some(checked, total, side)
}

/** Classifies the response to one sampled URL. */
export const classifyProbe = (probe: ProbeFact, side: Side): SampledProbe => ({ probe, ...classifyLink(probe, side) })

/** Classifies the answer to the target of a link, or to a file. */
export function classifyLink(
  link: LinkAnswer & Pick<ProbeFact, 'isWebPage'>,
  side: Side,
): Pick<SampledProbe, 'state' | 'note'> {
  const { outcome, status, redirects, finalUrl, reason, reasonCode } = link
  if (outcome === 'failed' || status === null)
    return {
      state: stateOfFailure(reasonCode, side),
      note: `${isBehindWall(link) ? 'Not checked' : 'No response'}: ${reason ?? 'unknown reason'}`,
    }
  const hops =
    redirects.length > 0 ? ` after ${count(redirects.length, 'redirect')}, at ${finalUrl ?? 'an unknown URL'}` : ''
  const note = `Returned ${status}${hops}`
  if (status < 300 && link.isWebPage)
    return { state: side === 'internal' ? 'broken' : 'unclear', note: `${note} with a web page (HTML)` }
  if (status < 300) return { state: 'works', note }
  return { state: status < 400 || unclearStatuses[side].has(status) ? 'unclear' : 'broken', note }
}

function stateOfFailure(code: Probe['reasonCode'], side: Side): LinkState {
  if (isLastingFailure(code)) return 'broken'
  return side === 'external' && silentFailures.has(code) ? 'broken' : 'unclear'
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
