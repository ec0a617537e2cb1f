const apple = typeof navigator !== 'undefined' && /Mac|iP(hone|ad|od)/.test(navigator.platform)

/** The command menu. */
export const commandMenuWords = {
  label: 'Jump to a page, view, website or report, or do something',
  placeholder: 'Jump to a page, view, website or report',
  results: 'Results',
  close: 'Close',
  searching: 'Searching',
  none: (typed: string) => `Nothing found for “${typed}”`,
  noneHint: 'Type a part of a website’s domain or of a page’s address, or a whole address to analyse it.',
  failed: 'Websites and reports could not be searched',
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
    light: 'Use the light colour scheme',
    dark: 'Use the dark colour scheme',
    system: 'Use the system’s colour scheme',
  },
  density: { comfortable: 'Show comfortable rows', compact: 'Show compact rows' },
  lookTerms: 'look theme mode density',
  copyLink: 'Copy the link to this page',
  linkCopied: 'Link copied',
  saveView: 'Save this view',
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
  always: [{ keys: apple ? ['⌘', 'K'] : ['Ctrl', 'K'], does: 'Jump to anything' }],
  single: [
    { keys: ['/'], does: 'Go to the search of the page' },
    { keys: ['j'], does: 'Next report of the list a report was opened from' },
    { keys: ['k'], does: 'Previous report of that list' },
    { keys: ['?'], does: 'Show these shortcuts' },
  ],
}
