import { grouped } from './number.ts'

export const frameWords = {
  product: 'SEO Reports',
  skip: 'Skip to content',
  main: 'Main',
  reports: 'Reports',
  websites: 'Websites',
  settings: 'Settings',
  count: (total: number, atLeast: boolean) => `${grouped(total)}${atLeast ? '+' : ''}`,
  notifications: 'Notifications',
  dismiss: 'Dismiss',
  offline: 'You are offline. What you see may be old; it is fetched anew when you are back.',
  limited: (seconds: number) => `The server asks to slow down. Going on in ${seconds} s.`,
  /** Where even the words for what went wrong could not be loaded. */
  broken: 'This page could not be loaded. Check that you are connected, then reload it.',
  analyse: {
    label: 'Analyse a URL',
    placeholder: 'Analyse a URL, such as example.com',
    submit: 'Analyse',
    cancel: 'Cancel',
    empty: 'Enter the address of a page, such as example.com/page.',
    dismiss: 'Dismiss this message',
    starting: (url: string) => `Analysing ${url}`,
    running: 'Analysing:',
    seconds: (seconds: number) => `${seconds} s`,
    failed: 'That did not work. Check that you are connected, then try again.',
    cancelled: 'Cancelled. The address is still in the field.',
    ready: (score: number) => `Report ready: score ${score}.`,
    open: 'Open report',
  },
}
