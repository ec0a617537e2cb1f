import { grouped } from '#web/ui/number.ts'

export const frameWords = {
  product: 'SEO Reports',
  skip: 'Skip to content',
  main: 'Main',
  reports: 'Reports',
  websites: 'Websites',
  views: 'Views',
  settings: 'Settings',
  jump: 'Jump to',
  jumpKeys: /Mac|iP/.test(globalThis.navigator?.platform) ? '⌘K' : 'Ctrl K',
  count: (total: number, atLeast: boolean) => `${grouped(total)}${atLeast ? '+' : ''}`,
  notifications: 'Notifications',
  dismiss: 'Dismiss',
  /** Where even the words for what went wrong could not be loaded. */
  broken: 'This page could not be loaded. Check that you are connected, then reload it.',
  analyse: {
    label: 'Analyse a URL',
    placeholder: 'Analyse a URL, such as example.com',
    submit: 'Analyse',
    cancel: 'Cancel',
    failed: 'This could not be loaded. Check that you are connected, then try again.',
  },
}
