const apple = typeof navigator !== 'undefined' && /Mac|iP(hone|ad|od)/.test(navigator.platform)

/** What keys do, for the dialog that shows them and for the settings. */
export const shortcutWords = {
  title: 'Keyboard shortcuts',
  close: 'Close',
  off: 'Single-key shortcuts are off. Turn them on in Settings.',
  always: [{ keys: apple ? ['⌘', 'K'] : ['Ctrl', 'K'], does: 'Open command menu' }],
  overview: { keys: ['o'], does: 'Go to the overview' },
  single: [
    { keys: ['r'], does: 'Go to reports' },
    { keys: ['/'], does: 'Search this page’s list' },
    { keys: ['j'], does: 'Next report in the list' },
    { keys: ['k'], does: 'Previous report in the list' },
    { keys: ['?'], does: 'Show keyboard shortcuts' },
  ],
}
