import type { AnyReport } from '#contract/any-report.ts'
import { reportWords as words } from '../report-words.ts'
import type { CheckView } from './check-view.ts'

/** Whether Google may index the page, why in one clause, and the check that says so; `isUnread` when it may not even be fetched. */
export type Indexability = { value: boolean | null; isUnread: boolean; reason: string; check: CheckView | null }

/** As the server judged it; where a server does not, as the gates came out. Null when nothing is known of gates. */
export function indexability({ facts }: Pick<AnyReport, 'facts'>, checks: readonly CheckView[]): Indexability | null {
  const gates = checks.filter(({ gate }) => gate)
  const failed = gates.filter(({ outcome }) => outcome === 'fail')
  const blocker = failed.find(({ id }) => id === 'robots-blocked') ?? failed[0]
  const undecided = gates.find(({ outcome }) => outcome === 'unknown' || outcome === 'error')
  const check = blocker ?? undecided ?? null
  const isUnread = blocker?.id === 'robots-blocked'
  if (facts?.indexable) return { ...facts.indexable, isUnread, check }
  if (check) return { value: blocker ? false : null, isUnread, reason: check.reason ?? clause(check.title), check }
  return gates.length > 0 && gates.every(({ outcome }) => outcome === 'pass')
    ? { value: true, isUnread, reason: words.verdict.openReason, check }
    : null
}

/** A title as it stands after a colon. */
const clause = (title: string) => title.replace(/^(?:A|An|The) /, (word) => word.toLowerCase())
