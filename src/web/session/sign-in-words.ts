/** The sign-in page. */
export const signInWords = {
  title: 'Sign in',
  product: 'SEO Reports',
  lead: 'Reports are opened with an API key.',
  label: 'API key',
  hint: 'It is kept in this browser only.',
  remember: 'Remember it in this browser',
  rememberHint: 'Otherwise it is forgotten when the browser is closed.',
  submit: 'Sign in',
  empty: 'Enter a key.',
  refused: 'This key is not accepted. Check that it is whole and not revoked.',
  exchanging: 'Signing in',
  usedTitle: 'This sign-in link does not work any more',
  used: 'A link works once and for ten minutes. To get a new one, run this where the service runs:',
  command: 'npm run sign-in',
  orKey: 'Or enter an API key below.',
  noKey: 'No key yet? Where the service runs, this prints a link that signs you in:',
  noKeyHere: 'No key yet? Whoever runs the server can make one for you.',
  checks: 'What reports look at, readable without a key',
  copy: 'Copy command',
  copied: 'Copied',
  show: 'Show key',
  hide: 'Hide key',
}

/** The dialog that asks for another key when the current one is rejected. */
export const keyDialogWords = {
  title: 'Your key is not accepted any more',
  text: 'It was revoked, has expired or is mistyped. Enter another one, and everything goes on where it was.',
  label: 'API key',
  remember: 'Remember it in this browser',
  submit: 'Use this key',
  later: 'Not now',
  empty: 'Enter a key.',
  refused: 'This key is not accepted. Check that it is whole and not revoked.',
}
