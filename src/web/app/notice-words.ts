import { counted } from '#contract/format/numbers.ts'
/** The notice that the browser is offline. */
export const offlineWords = {
  offline: 'You’re offline. This data may be old. It refreshes when you’re back online.',
}

/** The notice that part of the page is missing and trying again did not help. */
export const missingWords = {
  reload: 'Part of this page didn’t load. Reload to continue. We’ll keep what you typed.',
}

/** Pages that failed, and files that could not be loaded. */
export const pageFailureWords = {
  notLoaded: { title: 'This page didn’t load', text: 'Check your connection, then try again.' },
  newVersion: {
    title: 'A new version is available',
    text: 'Reload to open this page. We’ll keep what you typed.',
  },
  replaced: 'A new version is available. Reload to continue. We’ll keep what you typed.',
  reload: 'Reload',
  broken: {
    title: 'Something went wrong',
    text: 'This is a bug in the dashboard. Reload the page. If it happens again, send the details to your administrator.',
  },
}

/** The notice that the server limits requests. */
export const limitWords = {
  limited: 'Too many requests right now.',
  goingOn: (seconds: number) => `Trying again in ${counted(seconds, 'second')}.`,
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
