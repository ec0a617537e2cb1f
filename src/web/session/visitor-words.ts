import { dateFormat } from '#contract/format/date-format.ts'

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
