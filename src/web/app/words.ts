import { grouped } from '#web/ui/text.ts'

export const frameWords = {
  product: 'SEO Reports',
  skip: 'Skip to content',
  main: 'Main',
  reports: 'Reports',
  websites: 'Websites',
  views: 'Views',
  settings: 'Settings',
  links: 'Share links',
  jump: 'Jump to',
  jumpKeys: /Mac|iP/.test(globalThis.navigator?.platform) ? '⌘K' : 'Ctrl K',
  count: (total: number, atLeast: boolean) => `${grouped(total)}${atLeast ? '+' : ''}`,
  notifications: 'Notifications',
  dismiss: 'Dismiss',
  /** Where even the words for what went wrong could not be loaded. */
  broken: 'This page could not be loaded. Check that you are connected, then reload it.',
}

/** Notices over every page. */
export const bannerWords = {
  offline: 'You are offline. What you see may be old; it is fetched anew when you are back.',
  limited: 'The server asks to slow down.',
  goingOn: (seconds: number) => `Going on in ${seconds} s.`,
  missing: 'A part of this page could not be loaded. Check that you are connected, then try again.',
}
