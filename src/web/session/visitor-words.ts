import { dateFormat } from '#contract/format/dates.ts'
import type { IssueChange } from '#contract/reports/comparison.ts'
import { checksPerDay, msBetweenChecks } from '#contract/sharing/opened-link.ts'
import { waitingTime } from '#web/data/error-words.ts'
import { issueChangeWords } from '#web/resources/words.ts'
import { formatTime } from '#web/ui/time.tsx'

const day = dateFormat({ dateStyle: 'long' })

/** The pages for visitors without a key. */
export const visitorWords = {
  readOnly: 'Read-only · Shared with you',
  signIn: 'Sign in',
  toDashboard: 'Open dashboard',
  dark: 'Dark theme',
  light: 'Light theme',
  loading: 'Shared page',

  nothing: {
    title: 'You can’t view this page',
    text: 'It may be private, or it may not exist. Ask the person who sent you the link to check or to share it with you.',
    withKey: 'Have an API key? Sign in to view it.',
    noSuchLink: 'This link doesn’t work. Check that you copied all of it, or ask the sender for a new one.',
  },

  ended: 'This link no longer works',
  askAgain: 'Ask the sender for a new one.',

  snapshot: (iso: string) => `Snapshot from ${day(new Date(iso))}`,
  until: (iso: string) => `Link expires ${day(new Date(iso))}`,
  itsReports: (name: string) => `Reports for ${name}`,
}

/** The form for the password of a website or share link. */
export const unlockWords = {
  title: 'Enter the password',
  lead: {
    website: 'Ask the person who shared this website for the password. We’ll remember it on this device for 30 days.',
    link: 'Ask the person who sent you this link for the password. We’ll remember it on this device for 30 days.',
  },
  show: 'Show password',
  hide: 'Hide password',
  submit: 'Continue',
  wait: (seconds: number) => `Try again in ${waitingTime(seconds)}`,
  limited: 'Too many wrong passwords. Wait a moment before you try again.',
  lockAgain: 'Lock again',
  lockedAgain: 'Locked on this device',
}

/** The check of a shared page by its visitors. */
export const checkAgainWords = {
  open: 'Check again',
  title: 'Check this page again',
  text: `We analyse the page again and compare it with this report. You can do this once a minute, up to ${checksPerDay} times a day.`,
  check: 'Check now',
  close: 'Close',
  /** The reason that the page can't be checked now. Limits other than that of the day end within a minute. */
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
