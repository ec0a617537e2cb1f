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
  broken: 'This page didn’t load. Check your connection, then reload.',
}

/** Notices over every page. */
export const bannerWords = {
  offline: 'You’re offline. This data may be old. It refreshes when you’re back online.',
  limited: 'Too many requests right now.',
  goingOn: (seconds: number) => `Trying again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  missing: 'Part of this page didn’t load. Check your connection and try again.',
}
