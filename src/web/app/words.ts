export const frameWords = {
  product: 'SEO Reports',
  skip: 'Skip to content',
  main: 'Main',
  overview: 'Overview',
  reports: 'Reports',
  websites: 'Websites',
  views: 'Views',
  settings: 'Settings',
  jump: 'Jump to',
  jumpKeys: /Mac|iP/.test(globalThis.navigator?.platform) ? '⌘K' : 'Ctrl K',
  notifications: 'Notifications',
  dismiss: 'Dismiss',
  /** Shown if the explanation of an error could not be loaded. */
  broken: 'This page didn’t load. Check your connection, then reload.',
}

/** The notice over every page that must not need a file. */
export const bannerWords = {
  missing: 'Part of this page didn’t load. Check your connection and try again.',
}
