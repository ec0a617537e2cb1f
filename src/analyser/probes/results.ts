import { count, type Finding, notApplicable, pass, unknown, type Verdict } from '../define-check.ts'
import { type ProbeFact, type ProbeFacts, probesFor } from '../facts/probes.ts'
import { isHiddenMail, privateReason, websiteOf } from '../facts/urls.ts'

export type Side = 'internal' | 'external'
type Answer = { probe: ProbeFact; state: 'works' | 'broken' | 'unclear'; note: string }

/** A login is no fault of a link, and who asks too often learns nothing; others' servers also turn robots away. */
const unclear: Record<Side, ReadonlySet<number>> = {
  internal: new Set([401, 429]),
  external: new Set([401, 403, 429, 999]),
}

/** What holds for every visitor, and what may be so only from where we ask. */
const forEverybody = /host name does not exist|redirects? in a circle|redirects? more than/i
const noAnswer =
  /could not be reached|nothing answers|not complete after|took more than|no answer|time(?:d )?-?out|closed the connection/i
const ourOwnLimits = /secure connection|standard ports/i

/** The links of one side that were looked at: to the page's own website, or to others that everybody may open. */
export function linkProbes(probes: ProbeFacts, finalUrl: string, side: Side): ProbeFact[] {
  const page = new URL(finalUrl)
  return probesFor(probes, 'link').filter((probe) => {
    const url = new URL(probe.url)
    const closed = url.hostname !== page.hostname && privateReason(url) !== null
    return (websiteOf(url) === websiteOf(page)) === (side === 'internal') && !closed && !isHiddenMail(url)
  })
}

/** Where evidence about a link stands. */
export const whereOf = ({ at, url }: ProbeFact): Finding => (at === null ? { url } : { at, url })

/** Judges a sample: one broken link is a fault, and without one it says how many of how many were looked at. */
export function judgeAnswers(
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
  if (answers.length === 0) return unanswered(whether, asked)

  const evidenceOf = (state: Answer['state']) =>
    answers.filter((answer) => answer.state === state).map(({ probe, note }): Finding => ({ ...whereOf(probe), note }))
  const broken = evidenceOf('broken')
  const open = evidenceOf('unclear')
  const told = answers.length - open.length
  if (broken.length > 0) {
    const title =
      told === 1
        ? `The one ${side} link that was looked at is broken`
        : `${broken.length} of ${told} ${side} links that were looked at ${broken.length === 1 ? 'is' : 'are'} broken`
    return fault({ value: broken.length, title, evidence: broken })
  }
  if (told === 0) return unknown(whether, `${open[0]?.url ?? ''}: ${open[0]?.note ?? ''}.`, { evidence: open })
  return pass({
    value: 0,
    title: `${soundTitle(told, Math.max(total, answers.length), side)}${open.length > 0 ? `; of ${open.length} it could not be told` : ''}`,
    evidence: open,
  })
}

function soundTitle(told: number, total: number, side: Side): string {
  if (told === total) return total === 1 ? `The one ${side} link works` : `All ${total} ${side} links work`
  return told === 1
    ? `Of ${count(total, `${side} link`)} one was looked at, and it works`
    : `Of ${count(total, `${side} link`)} ${told} were looked at, and all of them work`
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
  if (forEverybody.test(reason)) return 'broken'
  return side === 'external' && noAnswer.test(reason) && !ourOwnLimits.test(reason) ? 'broken' : 'unclear'
}

/** The verdict where an answer from beside the page is needed and none came: unknown, with the reason. */
export function unanswered(title: string, probes: ProbeFact[]): Verdict {
  const [first] = probes
  const reason = first?.reason ?? 'it was not asked for'
  return unknown(
    title,
    first ? `${first.url} gave no answer: ${reason}.` : 'Nothing was asked beside the page.',
    first ? { evidence: [{ url: first.url, note: reason }] } : {},
  )
}
