import { dateFormat } from '#contract/format/dates.ts'
import type { IssueChange } from '#contract/reports/comparison.ts'
import { checksPerDay, msBetweenChecks } from '#contract/sharing/opened-link.ts'
import { waitingTime } from '#web/data/error-words.ts'
import { issueChangeWords } from '#web/resources/words.ts'
import { formatTime } from '#web/ui/time.tsx'

const remember = 'Remember this key in this browser'
const refused = 'That key isn’t valid. Check that you copied all of it and that it hasn’t been revoked.'

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

/** The question after signing in with a one-time link. */
export const nameWords = {
  title: 'What’s your name?',
  text: (name: string) => `Until you tell us, your team sees you as “${name}”.`,
  submit: 'Save name',
  skip: 'Not now',
}

/** The dialog that asks for another key when the current one is rejected. */
export const keyDialogWords = {
  title: 'You’ve been signed out',
  text: 'Enter your key, or ask for a new sign-in link.',
  remember,
  submit: 'Use key',
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
    withKey: 'Have an API key? Sign in to view it.',
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
  show: 'Show password',
  hide: 'Hide password',
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
