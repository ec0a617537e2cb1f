const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' })

/** The pages for visitors without a key. */
export const visitorWords = {
  readOnly: 'Read-only · shared by its owner',
  signIn: 'Sign in',
  toDashboard: 'Open the dashboard',
  dark: 'Dark colours',
  light: 'Light colours',
  loading: 'Shared page',

  nothing: {
    title: 'There is nothing here for you',
    text: 'What was here may be private, or it may not exist. Whoever sent you this address can tell, or share it with you.',
    withKey: 'If you have a key, sign in: this address is opened then.',
    noSuchLink: 'This link leads nowhere. Check that it is whole, or ask whoever sent it for another.',
  },

  locked: {
    title: 'A password opens this',
    website: 'Whoever shared this website with you knows it. It is remembered on this device for 30 days.',
    link: 'Whoever sent you this link knows it. It is remembered on this device for 30 days.',
    label: 'Password',
    show: 'Show password',
    hide: 'Hide password',
    submit: 'Open',
    empty: 'Enter the password.',
    wait: (seconds: number) => `Try again in ${seconds} s`,
    limited: 'Too many wrong passwords were tried. Wait a moment before the next.',
    forget: 'Forget on this device',
    forgotten: 'The password is asked for again from now on',
  },

  ended: 'This link opens nothing any more',
  askAgain: 'Ask whoever sent it for another.',

  frozen: (iso: string) => `As it was on ${day.format(new Date(iso))}`,
  until: (iso: string) => `This link works until ${day.format(new Date(iso))}`,
  itsReports: (name: string) => `Reports of ${name}`,
  noReports: 'No reports yet',
  noReportsText: 'When there are some, they are listed here.',
  reportsOf: 'Its reports',
}
