import { count, type Finding, notApplicable, pass, unknown, type Verdict } from '../define-check.ts'
import { type ProbeFact, type ProbeFacts, probesFor } from '../facts/probes.ts'
import { isHiddenMail, privateReason, websiteOf } from '../facts/urls.ts'

export type Side = 'internal' | 'external'
type Answer = { probe: ProbeFact; state: 'works' | 'broken' | 'unclear'; note: string }

/** Statuses that do not prove a broken link: a login, or too many requests. External servers also reject robots. */
const unclear: Record<Side, ReadonlySet<number>> = {
  internal: new Set([401, 429]),
  external: new Set([401, 403, 429, 999]),
}

/** Reasons that apply to every visitor, and reasons that can apply only to our network. */
const permanentReasons = /host name does not exist|redirects? in a circle|redirects? more than/i
const noAnswer =
  /could not be reached|nothing answers|not complete after|took more than|no answer|time(?:d )?-?out|closed the connection/i
const ownLimits = /secure connection|standard ports/i

/** Returns the sampled links of one side: to the page's own website, or to public pages of others. */
export function linkProbes(probes: ProbeFacts, finalUrl: string, side: Side): ProbeFact[] {
  const page = new URL(finalUrl)
  return probesFor(probes, 'link').filter((probe) => {
    const url = new URL(probe.url)
    const closed = url.hostname !== page.hostname && privateReason(url) !== null
    return (websiteOf(url) === websiteOf(page)) === (side === 'internal') && !closed && !isHiddenMail(url)
  })
}

/** Returns where a link is, as evidence. */
export const whereOf = ({ at, url }: ProbeFact): Finding => (at === null ? { url } : { at, url })

/**
 * Judges a sample of links. One broken link is enough for a fault. Without one, the title states the size of the
 * sample.
 */
export function judgeLinks(
  asked: ProbeFact[],
  total: number,
  side: Side,
  fault: (details: Omit<Verdict, 'outcome' | 'reason'>) => Verdict,
): Verdict {
  if (total === 0 && asked.length === 0)
    return notApplicable(
      side === 'internal' ? 'The page links to no other page of its website' : 'The page links to no other website',
    )
  const whether = `Whether ${side} links are broken could not be determined`
  const answers = asked.flatMap((probe): Answer[] => (probe.outcome === 'not-asked' ? [] : [answerOf(probe, side)]))
  if (answers.length === 0) return noResponse(whether, asked)

  const evidenceOf = (state: Answer['state']) =>
    answers.filter((answer) => answer.state === state).map(({ probe, note }): Finding => ({ ...whereOf(probe), note }))
  const broken = evidenceOf('broken')
  const open = evidenceOf('unclear')
  const determined = answers.length - open.length
  if (broken.length > 0) {
    const title =
      determined === 1
        ? `The one ${side} link that was looked at is broken`
        : `${broken.length} of ${determined} ${side} links that were looked at ${broken.length === 1 ? 'is' : 'are'} broken`
    return fault({ value: broken.length, title, evidence: broken })
  }
  if (determined === 0) return unknown(whether, `${open[0]?.url ?? ''}: ${open[0]?.note ?? ''}.`, { evidence: open })
  return pass({
    value: 0,
    title: `${soundTitle(determined, Math.max(total, answers.length), side)}${open.length > 0 ? `; of ${open.length} it could not be told` : ''}`,
    evidence: open,
  })
}

function soundTitle(determined: number, total: number, side: Side): string {
  if (determined === total) return total === 1 ? `The one ${side} link works` : `All ${total} ${side} links work`
  return determined === 1
    ? `Of ${count(total, `${side} link`)} one was looked at, and it works`
    : `Of ${count(total, `${side} link`)} ${determined} were looked at, and all of them work`
}

function answerOf(probe: ProbeFact, side: Side): Answer {
  const { outcome, status, redirects, finalUrl } = probe
  if (outcome === 'failed' || status === null)
    return {
      probe,
      state: stateOfFailure(probe.reason ?? '', side),
      note: `No answer: ${probe.reason ?? 'the reason is not known'}`,
    }
  const hops =
    redirects.length > 0 ? ` after ${count(redirects.length, 'redirect')}, at ${finalUrl ?? 'an unknown address'}` : ''
  const note = `Answered ${status}${hops}`
  if (status < 300) return { probe, state: 'works', note }
  return { probe, state: status < 400 || unclear[side].has(status) ? 'unclear' : 'broken', note }
}

function stateOfFailure(reason: string, side: Side): Answer['state'] {
  if (permanentReasons.test(reason)) return 'broken'
  return side === 'external' && noAnswer.test(reason) && !ownLimits.test(reason) ? 'broken' : 'unclear'
}

/** Returns an unknown result for a missing response, with the reason. */
export function noResponse(title: string, probes: ProbeFact[]): Verdict {
  const [first] = probes
  const reason = first?.reason ?? 'it was not asked for'
  return unknown(
    title,
    first ? `${first.url} gave no answer: ${reason}.` : 'Nothing was asked beside the page.',
    first ? { evidence: [{ url: first.url, note: reason }] } : {},
  )
}
