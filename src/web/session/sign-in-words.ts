/** The sign-in page. */
export const signInWords = {
  title: 'Sign in',
  product: 'SEO Reports',
  lead: 'Sign in with your API key to view reports.',
  label: 'API key',
  hint: 'Stored only in this browser.',
  remember: 'Remember this key in this browser',
  rememberHint: 'Otherwise, you’ll be signed out when you close the browser.',
  submit: 'Sign in',
  empty: 'Enter an API key.',
  refused: 'That key isn’t valid. Check that you copied all of it and that it hasn’t been revoked.',
  exchanging: 'Signing in…',
  usedTitle: 'This sign-in link no longer works',
  used: 'Sign-in links work once and expire after 10 minutes. To get a new one, run this on the server:',
  command: 'npm run sign-in',
  orKey: 'Or enter an API key below.',
  noKey: 'No key yet? Run this on the server to get a sign-in link:',
  noKeyHere: 'No key yet? Ask your administrator to create one.',
  pitch: 'Scores pages from 0 to 100 as search engines see them, and shows what to fix first.',
  example: 'See an example report',
  checks: 'See what we check',
  copy: 'Copy command',
  copied: 'Copied',
  show: 'Show key',
  hide: 'Hide key',
}

/** The dialog that asks for another key when the current one is rejected. */
export const keyDialogWords = {
  title: 'Your API key no longer works',
  text: 'It may have expired or been revoked. Enter another key to pick up where you left off.',
  label: 'API key',
  remember: 'Remember this key in this browser',
  submit: 'Use key',
  later: 'Not now',
  empty: 'Enter an API key.',
  refused: 'That key isn’t valid. Check that you copied all of it and that it hasn’t been revoked.',
}
