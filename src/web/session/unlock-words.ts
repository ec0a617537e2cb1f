import { waitingTime } from '#web/data/error-words.ts'

/** The form for the password of a website or share link. */
export const unlockWords = {
  title: 'Enter the password',
  lead: {
    website: 'Ask the person who shared this website for the password. We’ll remember it on this device for 30 days.',
    link: 'Ask the person who sent you this link for the password. We’ll remember it on this device for 30 days.',
  },
  label: 'Password',
  show: 'Show password',
  hide: 'Hide password',
  submit: 'Continue',
  empty: 'Enter the password.',
  wait: (seconds: number) => `Try again in ${waitingTime(seconds)}`,
  limited: 'Too many wrong passwords. Wait a moment before you try again.',
  lockAgain: 'Lock again',
  lockedAgain: 'Locked on this device',
}
