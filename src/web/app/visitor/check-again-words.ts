import { checksPerDay, type FindingState, msBetweenChecks } from '#contract/page-check.ts'
import { waitingTime } from '#web/data/error-words.ts'

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

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
  state: {
    fixed: (seen) => `Fixed as of ${seen}`,
    still: (_, line) => (line === null ? 'Still there' : `Still there, line ${line}`),
    new: (_, line) => (line === null ? 'New' : `New, line ${line}`),
    not_checked_before: (_, line) => (line === null ? 'Not checked before' : `Not checked before, line ${line}`),
    unknown: () => 'We couldn’t check this',
  } satisfies Record<FindingState, (seen: string, line: number | null) => string>,
  /** "14:02" */
  timeOf: (date: Date) => time.format(date),
}
