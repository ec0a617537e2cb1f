import type { SecretPart } from '#contract/forms/identity-form.ts'
import type { IdentityAttempt } from '#contract/websites/identity.ts'

/** The page that sets how a website's pages are requested and rendered. */
export const identityWords = {
  title: (domain: string) => `Access and rendering of ${domain}`,
  documentTitle: (domain: string) => `Access and rendering · ${domain}`,
  loadingTitle: 'Access and rendering',
  lead: 'Choose how we request and render the pages of this website, so that we see what visitors and Google see.',
  loading: 'Loading settings…',

  rendering: 'Rendering',
  renderText: {
    0: 'We render pages whose content depends on scripts, and the first pages of each page group.',
    1: 'We render every page that Google would render. This takes longer.',
    2: 'We read the HTML only, before any scripts run.',
  },
  judging: 'Treat as live (ignore noindex and robots.txt block)',
  judgingText:
    'For your own staging website. We still show a noindex and a robots.txt that blocks the whole website, but they cost no points and don’t stop our crawls.',

  identity: 'Identity',
  identityText: (domain: string) =>
    `Sent to ${domain} and the further hosts below, never to others, not even after redirects. Values are stored encrypted and can’t be shown again.`,
  basic: 'Basic auth',
  shows:
    'Visitors can read this website’s reports, and text in them can come from pages that only signed-in people see.',
  partNames: {
    user_agent_suffix: 'user agent suffix',
    headers: 'request headers',
    basic: 'username and password',
    cookies: 'cookies',
  } satisfies Record<SecretPart, string>,
  set: 'Set',
  willBeReplaced: 'Will be replaced when you save.',
  willBeCleared: 'Will be cleared when you save.',
  replace: 'Replace',
  clear: 'Clear',
  keep: 'Keep',
  show: 'Show password',
  hide: 'Hide password',

  signature: 'Sign requests (Web Bot Auth)',
  signatureText: 'Proves that requests come from this server. Firewalls such as Cloudflare’s can recognise us by it.',
  directory: 'URL of our public keys, for the firewall:',
  noDirectory:
    'Signed requests don’t say where our public keys are, because the server has no public https URL (SEO_REPORTS_PUBLIC_URL).',
  copyDirectory: 'Copy',
  directoryCopied: 'Copied',

  lockedTitle: 'The identity is locked',
  locked:
    'It was encrypted with a key that this server doesn’t have, so analyses of this website fail. Ask your administrator to restore the key, or set the identity again.',
  setAgain: 'Set identity again',
  clearAll: 'Clear identity',
  keepLocked: 'Leave identity locked',
  againHint: 'This replaces the whole identity. Leave blank the fields that you don’t need.',
  allCleared: 'The identity will be cleared when you save.',

  readOnly: 'Your access is read-only. Ask an owner to change this.',
  isSet: 'An identity is set for this website.',
  isNotSet: 'No identity is set for this website.',
  isLocked: 'It’s locked: the server doesn’t have the key it was encrypted with.',
  renderNow: (mode: string) => `Render pages: ${mode}`,
  judgedAsProduction: 'Treat as live: on',

  cancel: 'Cancel',
  saved: (domain: string) => `Settings saved for ${domain}`,
  names: (names: readonly string[]) => names.join(', '),
}

/** True if redirects led to a host that got nothing of an identity that the first request had. */
const isElsewhere = ({ requests }: IdentityAttempt) =>
  requests.length > 1 && requests[0]!.sent.length > 0 && requests.at(-1)!.sent.length === 0

/** The request that tries an identity. */
export const tryWords = {
  title: 'Test request',
  text: 'Requests a URL with the saved settings, and shows the status and the headers that the server saw. Nothing is stored.',
  submit: 'Send request',
  sending: 'Sending…',
  verdict: (attempt: IdentityAttempt): string => {
    const { status, error, final_url } = attempt
    if (error) return error.message
    if (isElsewhere(attempt))
      return `We were redirected to ${new URL(final_url).host}, which doesn’t get the identity (status ${status}).`
    if (status === 401)
      return attempt.requests.at(-1)?.sent.includes('basic')
        ? 'The server rejected the username or password (status 401).'
        : 'The server asks for a username and password (status 401).'
    if (status === 403) return 'The server rejected the request (status 403).'
    if (status === 429 || status === 503) return `The server has had too many requests, or is down (status ${status}).`
    return status !== null && status < 400
      ? `The page is reachable (status ${status}).`
      : `The server returned ${status}.`
  },
  isGood: (attempt: IdentityAttempt) =>
    !attempt.error && !isElsewhere(attempt) && attempt.status !== null && attempt.status < 400,
  request: (at: number, count: number) => (count === 1 ? 'Request' : `Request ${at + 1} of ${count}`),
  noResponse: 'No response',
  status: (status: number) => `Status ${status}`,
  sent: (parts: readonly string[]) => `Sent: ${parts.join(', ')}`,
  nothingSent: 'No identity sent: this is another host or an unencrypted URL, or nothing is set.',
  parts: { ...identityWords.partNames, signature: 'signature' } satisfies Record<
    IdentityAttempt['requests'][number]['sent'][number],
    string
  >,
  seen: 'Main headers that the server saw',
}
