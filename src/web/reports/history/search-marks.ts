import type { PageHistory } from '#contract/reports/comparison.ts'
import { roundScore } from '#contract/reports/rating.ts'
import type { CheckView } from '#web/checks/check-view.ts'
import type { Mark } from '#web/google/search-chart.tsx'
import { searchHistoryWords as words } from '#web/google/words.ts'

/** More would hide the line. */
const mostMarks = 9
/** A smaller change of the score says little. */
const leastChange = 5

/**
 * Returns what our reports of a page found, to be shown beside its clicks, the oldest first: when it could no longer be
 * indexed, when the issues of the last report began, and when its score changed much.
 */
export function marksOf({ data, issues }: PageHistory, checks: readonly CheckView[]): Mark[] {
  return [...changesOf(data), ...issueMarks(issues, checks)]
    .toSorted((a, b) => a.day.localeCompare(b.day))
    .slice(-mostMarks)
}

function changesOf(reports: PageHistory['data']): Mark[] {
  return reports.flatMap((report, at): Mark[] => {
    const before = reports[at - 1]
    const day = report.created_at?.slice(0, 10)
    if (!before || !day) return []
    const [was, is] = [before.indexability, report.indexability].map(
      (state) => state === 'indexable' || state === 'unclear',
    )
    if (before.indexability !== null && report.indexability !== null && was !== is)
      return [is ? { day, text: words.found.indexable, tone: 'good' } : { day, text: words.found.blocked, tone: 'bad' }]
    if (before.score === null || report.score === null || before.ruleset !== report.ruleset) return []
    const [from, to] = [roundScore(before.score), roundScore(report.score)]
    if (Math.abs(to - from) < leastChange) return []
    return [
      to > from
        ? { day, text: words.found.better(from, to), tone: 'good' }
        : { day, text: words.found.worse(from, to), tone: 'bad' },
    ]
  })
}

/** The beginning of each issue that is known, those of a day together. */
function issueMarks(issues: PageHistory['issues'], checks: readonly CheckView[]): Mark[] {
  const byDay = new Map<string, string[]>()
  for (const { id, title } of checks) {
    const { since, or_earlier } = issues[id] ?? {}
    if (!since || or_earlier) continue
    const day = since.created_at.slice(0, 10)
    byDay.set(day, [...(byDay.get(day) ?? []), title])
  }
  return [...byDay].map(([day, titles]) => ({ day, text: words.found.issues(titles), tone: 'info' }))
}
