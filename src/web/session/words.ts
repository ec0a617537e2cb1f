import { minPassword } from '#contract/access/people.ts'
import type { SignInProblem } from '#contract/access/sign-in.ts'
import { dateFormat } from '#contract/format/dates.ts'
import type { IssueChange } from '#contract/reports/comparison.ts'
import { checksPerDay, msBetweenChecks } from '#contract/sharing/opened-link.ts'
import { waitingTime } from '#web/data/error-words.ts'
import { issueChangeWords } from '#web/resources/words.ts'
import { formatTime } from '#web/ui/time.tsx'

const remember = 'Remember this key in this browser'
const refused = 'That key isn’t valid. Check that you copied all of it and that it hasn’t been revoked.'

const show = 'Show password'
const hide = 'Hide password'

/** The sign-in page. */
export const signInWords = {
  title: 'Sign in to SEO Reports',
  documentTitle: 'Sign in',
  label: 'API key',
  remember,
  rememberHint: 'Otherwise, you’ll be signed out when you close the browser.',
  submit: 'Sign in',
  empty: 'Enter an API key.',
  refused,
  wrong: 'Wrong email or password.',
  forgot: 'Forgot your password?',
  useKey: 'Use an API key instead',
  usePassword: 'Use your email and password instead',
  useAnother: 'Sign in another way',
  noCookies: 'Your browser is blocking cookies for this site. Allow them, then try again.',
  exchanging: 'Signing in…',
  usedTitle: 'This sign-in link no longer works',
  used: 'Sign-in links work once and expire after 10 minutes. To get a new one, run this on the server:',
  command: 'npm run sign-in',
  orSignIn: 'Or sign in below.',
  noKey: 'No key yet? Run this on the server to get a sign-in link:',
  noAccount:
    'No account yet? Ask a colleague to invite you. If you run this server, this command prints a link to sign in:',
  noKeyHere: 'No key yet? Ask your administrator to create one.',
  pitch: 'Scores pages from 0 to 100 as search engines see them, and shows what to fix first.',
  example: 'See an example report',
  checks: 'See what we check',
  copy: 'Copy command',
  copied: 'Copied',
  show: 'Show key',
  hide: 'Hide key',
}

/** The fields of passwords. */
export const passwordWords = {
  show,
  hide,
  strength: (strength: 'weak' | 'fair' | 'long', length: number) => {
    if (length < minPassword) return `${length} of at least ${minPassword} characters`
    return { weak: 'Weak: easy to guess', fair: 'Fair: longer is stronger', long: 'Good length' }[strength]
  },
}

/** The page at which the first owner, or a person who was invited, creates their account. */
export const accountWords = {
  title: 'Create your account',
  lead: 'You’ll sign in with your email and this password.',
  submit: 'Create account',
  usedTitle: 'This link no longer works',
  used: 'Links work once and expire. Ask the person who invited you for a new one. If you run this server, this command prints one:',
  signIn: 'Go to sign-in',
}

/** Signing in by a provider, and why it failed. */
export const providerWords = {
  continueWith: (name: string) => `Continue with ${name}`,
  or: 'or',
  unnamed: 'the provider',
  passwordsOff: 'Your team doesn’t use passwords.',
  problems: {
    cancelled: () => 'You cancelled signing in.',
    expired: () => 'This sign-in took too long, or was already used. Try again.',
    provider_down: (name) => `We couldn’t reach ${name}. Try again later, or sign in another way.`,
    provider_error: (name) =>
      `We couldn’t use the response from ${name}. Try again. If that doesn’t help, ask an owner of your team to check its settings.`,
    no_email: (name) => `${name} didn’t send your email, which an account needs.`,
    unverified_email: (name) => `${name} hasn’t verified your email. Verify it there, then try again.`,
    other_domain: () => 'Your team doesn’t allow emails from this domain. Use another account.',
    email_taken: (name) =>
      `Another account has this email. If it’s yours, sign in and link it from Your account. Then you can use ${name}.`,
    identity_taken: (name) => `Another person signs in with this ${name} account. Use a different one.`,
    invitation_expired: () => 'This invitation has expired or was already used. Ask for a new one.',
    suspended: () => 'Your account is suspended. Ask an owner of your team to activate it.',
    signed_out: () => 'You were signed out. Sign in, then try again.',
    settings_changed: (name) => `The settings of ${name} have changed. Try again.`,
    no_secret: (name) => `The server can’t decrypt the client secret of ${name}. An owner has to enter it again.`,
  } satisfies Record<SignInProblem, (name: string) => string>,
}

/** The page for a forgotten password. */
export const resetWords = {
  title: 'Reset your password',
  lead: 'Enter your email. We’ll send you a link to choose a new password.',
  submit: 'Send link',
  sentTitle: 'Check your email',
  sent: (email: string) =>
    `If there’s an account for ${email}, a link to choose a new password is on its way. It works once, for 10 minutes.`,
  noMail: 'This server can’t send email. Ask an owner of your team for a password link: Settings › People.',
  command: 'If you run this server, this command prints a link to sign in:',
  newTitle: 'Choose a new password',
  newLead: 'This signs you out everywhere else.',
  save: 'Save password',
  usedTitle: 'This link no longer works',
  used: 'Password links work once and expire after 10 minutes. Ask for a new one.',
  again: 'Ask for a new link',
  back: 'Back to sign-in',
}

/** The dialog that asks to sign in again when the key or the session in use is rejected. */
export const signInAgainWords = {
  title: 'You’ve been signed out',
  text: 'Sign in to go on where you are.',
  textForKey: 'Enter your key, or ask for a new sign-in link.',
  remember,
  submit: 'Sign in',
  submitKey: 'Use key',
  later: 'Not now',
  refused,
}

/** The response headers that a server needs to send. Not for translation. */
export const corsHeaders = (origin: string) =>
  [
    `Access-Control-Allow-Origin: ${origin}`,
    'Access-Control-Allow-Methods: GET, POST, PUT, DELETE',
    'Access-Control-Allow-Headers: Authorization, Content-Type, If-Match',
    'Access-Control-Expose-Headers: Date, ETag, Retry-After',
  ].join('\n')

/** The form that signs in to a server of choice, in a static build. */
export const serverWords = {
  title: 'Sign in to SEO Reports',
  addTitle: 'Sign in to another server',
  lead: 'Enter your server’s URL and an API key.',
  address: 'Server URL',
  addressHint: 'For example, seo.example.com. Leave out /api/v1.',
  keyHint: 'Sent only to this server.',
  keyEmpty: 'Enter an API key for this server.',
  fromLink: (name: string) =>
    `This link is for ${name}. Enter a key for that server to open it. Your other keys won’t be sent there.`,
  rejectedLink: (given: string, reason: string) =>
    `We ignored the server in the link you followed (${given}). ${reason}`,
  invalidLink: {
    empty: 'It doesn’t name a server. Choose yours below.',
    unreadable: 'It isn’t a valid URL.',
    scheme: 'Server URLs start with https://.',
    credentials: 'It contains a username or password, which isn’t allowed.',
    insecure: 'It uses http://. Browsers block that from a secure page.',
    private: 'It’s on a private network. If you trust it, enter its URL yourself.',
  },
  known: 'Your servers',
  use: (name: string) => `Use ${name}`,
  back: 'Back to settings',
  notStored:
    'Your browser is blocking storage for this site, so we can’t remember a server. Allow site data, then try again.',

  invalidAddress: {
    empty: 'Enter the server URL.',
    unreadable: 'Enter a valid URL, such as https://seo.example.com or seo.example.com/tools.',
    scheme: 'Start with https://. You can use http:// only for a server on this computer.',
    credentials: 'Remove the username and password from the URL. We only send the API key.',
    insecure:
      'This page uses HTTPS, so your browser only lets it connect to HTTPS servers. Use https://. You can use http:// only for a server on this computer.',
    private: 'That server is on a private network.',
  },

  fault: {
    unreachable: (name: string) =>
      `Can’t reach ${name}. Check the URL, that the server is running with a valid certificate, and that you’re on the right network.`,
    timeout: (name: string) => `${name} took too long to respond. Try again, or check the URL.`,
    cors: (name: string) =>
      `${name} responded, but its CORS settings block this page. Check that the URL is right and doesn’t redirect. Otherwise, the server must allow this page’s origin.`,
    preflight: (name: string) =>
      `${name} allows this page to read from it, but not to send an API key. Its CORS settings must allow the Authorization header.`,
    missing: (name: string) => `${name} responded, but there’s no API at /api/v1. Check the path in the URL.`,
    'web-page': (name: string) =>
      `${name} returned a web page instead of API data. Check the URL, especially the path.`,
    'other-response': (name: string) =>
      `${name} responded, but doesn’t look like an SEO Reports server. Check the URL.`,
  },
  here: {
    unreachable: 'Can’t reach the server. Check your connection and that the server is running, then try again.',
    timeout: 'The server took too long to respond. Try again.',
    other: 'The server’s response wasn’t what we expected. Your key may be fine. Contact your administrator.',
  },
  key: {
    refused: 'The server rejected this key. Check that you copied all of it and that it hasn’t been revoked.',
    forbidden: 'This key doesn’t have permission to view reports. Use another key.',
    'no-key': 'That doesn’t look like an API key: it contains spaces or other invalid characters. Copy it again.',
  },
  offline: 'You’re offline. Connect to the internet, then try again.',
  copied: 'Copied',

  help: {
    summary: 'How the server owner can fix this',
    headers:
      'Allow OPTIONS requests without a key, and add these headers to every response under /api/v1, including errors:',
    gateway: 'Or run the dashboard as a proxy in front of the server, which needs no CORS headers:',
    copy: 'Copy',
  },
  private: 'If your browser asks to access your local network, choose Allow.',
}

const day = dateFormat({ dateStyle: 'long' })

/** The pages for visitors without a key. */
export const visitorWords = {
  readOnly: 'Read-only · Shared with you',
  logo: 'Logo of the sender',
  ask: 'Ask a question',
  signIn: 'Sign in',
  toDashboard: 'Open dashboard',
  dark: 'Dark theme',
  light: 'Light theme',
  loading: 'Shared page',

  nothing: {
    title: 'You can’t view this page',
    text: 'It may be private, or it may not exist. Ask the person who sent you the link to check or to share it with you.',
    withKey: 'Have an account? Sign in to view it.',
    noSuchLink: 'This link doesn’t work. Check that you copied all of it, or ask the sender for a new one.',
  },

  ended: 'This link no longer works',
  askAgain: 'Ask the sender for a new one.',

  snapshot: (iso: string) => `Snapshot from ${day(new Date(iso))}`,
  until: (iso: string) => `Link expires ${day(new Date(iso))}`,
  itsReports: (name: string) => `Reports for ${name}`,
}

/** The form for the password of a website or share link. */
export const unlockWords = {
  title: 'Enter the password',
  lead: {
    website: 'Ask the person who shared this website for the password. We’ll remember it on this device for 30 days.',
    link: 'Ask the person who sent you this link for the password. We’ll remember it on this device for 30 days.',
  },
  show,
  hide,
  submit: 'Continue',
  wait: (seconds: number) => `Try again in ${waitingTime(seconds)}`,
  limited: 'Too many wrong passwords. Wait a moment before you try again.',
  lockAgain: 'Lock again',
  lockedAgain: 'Locked on this device',
}

/** The check of a shared page by its visitors. */
export const checkAgainWords = {
  open: 'Check again',
  title: 'Check this page again',
  text: `We analyse the page again and compare it with this report. You can do this once a minute, up to ${checksPerDay} times a day.`,
  check: 'Check now',
  close: 'Close',
  /** The reason that the page can't be checked now. Limits other than that of the day end within a minute. */
  wait: (seconds: number, when: string) =>
    seconds * 1000 > msBetweenChecks
      ? `This page was already checked ${checksPerDay} times today with this link. You can check again after ${when}.`
      : `You can check again in ${waitingTime(seconds)}.`,
  checked: (seen: string, before: number, after: number) =>
    `Last checked: ${seen}. ${before === after ? `The score is still ${after}.` : `The score was ${before} and is now ${after}.`}`,
  noIssues: 'There are no issues.',
  findings: 'Issues',
  /** “Fixed as of 14:02”, “New, line 4” */
  change: (change: IssueChange, seen: string, line: number | null) =>
    issueChangeWords[change] + (change === 'fixed' ? ` as of ${seen}` : line === null ? '' : `, line ${line}`),
  /** "14:02" */
  timeOf: formatTime,
}
