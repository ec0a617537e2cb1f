import { waitingTime } from '#web/data/error-words.ts'

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' })

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

  locked: {
    title: 'Enter the password',
    website: 'Ask the person who shared this website for the password. We’ll remember it on this device for 30 days.',
    link: 'Ask the person who sent you this link for the password. We’ll remember it on this device for 30 days.',
    label: 'Password',
    show: 'Show password',
    hide: 'Hide password',
    submit: 'Continue',
    empty: 'Enter the password.',
    wait: (seconds: number) => `Try again in ${waitingTime(seconds)}`,
    limited: 'Too many wrong passwords. Wait a moment before you try again.',
    lockAgain: 'Lock again',
    lockedAgain: 'Locked on this device',
  },

  ended: 'This link no longer works',
  askAgain: 'Ask the sender for a new one.',

  snapshot: (iso: string) => `Snapshot from ${day.format(new Date(iso))}`,
  until: (iso: string) => `Link expires ${day.format(new Date(iso))}`,
  itsReports: (name: string) => `Reports for ${name}`,
  noReports: 'No reports yet',
  noReportsText: 'Reports will appear here.',
}
