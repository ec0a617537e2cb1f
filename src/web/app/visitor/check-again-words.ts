import { checksPerDay, msBetweenChecks } from '#contract/reports/check-again.ts'
import type { IssueChange } from '#contract/reports/comparison.ts'
import { waitingTime } from '#web/data/error-words.ts'
import { issueChangeWords } from '#web/resources/words.ts'
import { formatTime } from '#web/ui/time.ts'

/** The check of a shared page by its visitors. */
export const checkAgainWords = {
  open: 'Check again',
  title: 'Check this page again',
  text: `We analyse the page again and compare it with this report. You can do this once a minute, up to ${checksPerDay} times a day.`,
  check: 'Check now',
  close: 'Close',
  /** Why the page can't be checked now. Limits other than that of the day end within a minute. */
  wait: (seconds: number, when: string) =>
    seconds * 1000 > msBetweenChecks
      ? `This page was already checked ${checksPerDay} times today with this link. You can check again after ${when}.`
      : `You can check again in ${waitingTime(seconds)}.`,
  checked: (seen: string, before: number, after: number) =>
    `Last checked: ${seen}. ${before === after ? `The score is still ${after}.` : `The score was ${before} and is now ${after}.`}`,
  noIssues: 'There are no issues.',
  findings: 'Issues',
  /** “Fixed as of 14:02”, “New, line 4” */
  change: (change: IssueChange, seen: string, line: number | null) =>
    issueChangeWords[change] + (change === 'fixed' ? ` as of ${seen}` : line === null ? '' : `, line ${line}`),
  /** "14:02" */
  timeOf: formatTime,
}
