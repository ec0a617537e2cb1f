import { counted } from '#contract/format/numbers.ts'

export const frameWords = {
  product: 'SEO Reports',
  skip: 'Skip to content',
  skipToRows: 'Skip to rows',
  main: 'Main',
  overview: 'Overview',
  reports: 'Reports',
  websites: 'Websites',
  runs: 'Runs',
  views: 'Views',
  manage: 'Manage',
  manageViews: 'Manage views',
  settings: 'Settings',
  jump: 'Search or jump to…',
  jumpKeys: /Mac|iP/.test(globalThis.navigator?.platform) ? '⌘K' : 'Ctrl K',
  notifications: 'Notifications',
  dismiss: 'Dismiss',
  alerts: 'Alerts',
  unread: (count: number) => counted(count, 'unread alert'),
  serverInUse: (name: string) => `Current server: ${name}`,
}

/** The field of the command menu, which is loaded before its results. */
export const menuFieldWords = {
  label: 'Command menu: go to a page, view, website, report or check, or run a command',
  placeholder: 'Search or jump to…',
  close: 'Close',
}

/** The notices over every page. */
export const bannerWords = {
  offline: 'You’re offline. This data may be old. It refreshes when you’re back online.',
  limited: 'Too many requests right now.',
  goingOn: (seconds: number) => `Trying again in ${counted(seconds, 'second')}.`,
}

/** Pages that failed, and files that could not be loaded. */
export const pageFailureWords = {
  notLoaded: { title: 'This page didn’t load', text: 'Check your connection, then try again.' },
  newVersion: {
    title: 'A new version is available',
    text: 'Reload to open this page. We’ll keep what you typed.',
  },
  missing: 'Part of this page didn’t load. Reload to continue. We’ll keep what you typed.',
  replaced: 'A new version is available. Reload to continue. We’ll keep what you typed.',
  dialogTitle: 'Can’t open this',
  close: 'Close',
  reload: 'Reload',
  broken: {
    title: 'Something went wrong',
    text: 'This is a bug in the dashboard. Reload the page. If it happens again, send the details to your administrator.',
  },
}

/** The page for an unknown URL. */
export const notFoundWords = {
  title: 'Page not found',
  lead: (path: string) => `There’s nothing at ${path}.`,
  text: 'The URL may be wrong, or the page may have been deleted.',
  reports: 'Go to reports',
  websites: 'Go to websites',
  search: (text: string) => `Search reports for “${text.length > 30 ? `${text.slice(0, 30)}…` : text}”`,
}

export const otherServerWords = {
  title: 'Not available on this server',
  text: 'Connect to an SEO Reports server to open this page.',
}
