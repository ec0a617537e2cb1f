const apple = typeof navigator !== 'undefined' && /Mac|iP(hone|ad|od)/.test(navigator.platform)

/** The command menu. */
export const commandMenuWords = {
  label: 'Command menu: go to a page, view, website or report, or run a command',
  placeholder: 'Go to a page, view, website or report',
  results: 'Results',
  close: 'Close',
  searching: 'Searching…',
  none: (typed: string) => `No results for “${typed}”`,
  noneHint: 'Try part of a domain or URL, or paste a full URL to analyse it.',
  failed: 'Couldn’t search websites and reports',
  found: (many: number) => (many === 1 ? '1 result' : `${many} results`),
  hints: { move: 'to move', choose: 'to open', close: 'to close' },

  kinds: { page: 'Page', view: 'View', website: 'Website', report: 'Report', action: 'Action' },
  pages: {
    reports: 'Reports',
    websites: 'Websites',
    views: 'Views',
    links: 'Share links',
    checks: 'Checks',
    settings: 'Settings',
    keys: 'API keys',
    activity: 'Activity',
  },
  score: (score: number) => `Score ${score}`,
  reports: (many: number) => (many === 1 ? '1 report' : `${many} reports`),

  analyse: (address: string) => `Analyse ${address}`,
  scheme: {
    light: 'Switch to light theme',
    dark: 'Switch to dark theme',
    system: 'Use system theme',
  },
  density: { comfortable: 'Use comfortable rows', compact: 'Use compact rows' },
  lookTerms: 'appearance look colour scheme mode density',
  copyLink: 'Copy link to this page',
  linkCopied: 'Link copied',
  saveView: 'Save view',
  shortcuts: 'Show keyboard shortcuts',
  shortcutsTerms: 'help keys',
  switchTo: (name: string) => `Switch to ${name}`,
  signOut: 'Sign out',
}

/** What keys do, for the dialog that shows them and for the settings. */
export const shortcutWords = {
  title: 'Keyboard shortcuts',
  close: 'Close',
  off: 'Single-key shortcuts are off. Turn them on in Settings.',
  always: [{ keys: apple ? ['⌘', 'K'] : ['Ctrl', 'K'], does: 'Open command menu' }],
  single: [
    { keys: ['/'], does: 'Search this page’s list' },
    { keys: ['j'], does: 'Next report in the list' },
    { keys: ['k'], does: 'Previous report in the list' },
    { keys: ['?'], does: 'Show keyboard shortcuts' },
  ],
}
