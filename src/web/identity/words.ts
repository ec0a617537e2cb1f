import type { SecretPart } from '#contract/forms/identity-form.ts'
import type { IdentityAttempt } from '#contract/websites/identity.ts'

/** The page that sets how a website's pages are requested and rendered. */
export const identityWords = {
  title: (domain: string) => `How we visit ${domain}`,
  documentTitle: (domain: string) => `Identity and rendering · ${domain}`,
  loadingTitle: 'Identity and rendering',
  lead: 'Choose how we request and render the pages of this website, so that we see what visitors and Google see.',
  crumbs: 'Back to website',
  loading: 'Loading settings…',

  rendering: 'Rendering',
  renderText: {
    0: 'We render pages whose content depends on scripts, and the first pages of each page group.',
    1: 'We render every page. This takes longer.',
    2: 'We read the HTML only, before any scripts run.',
  },
  judging: 'Judge as production',
  judgingText:
    'For staging websites. If robots.txt or a noindex blocks the pages, reports show it, but it costs no points. We still obey robots.txt for our own requests.',

  identity: 'Identity',
  identityText: (domain: string) =>
    `Sent with every request to ${domain} and the further hosts below, never elsewhere, not even after redirects. Values are stored encrypted and can’t be shown again.`,
  basic: 'Basic authentication',
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
  copyDirectory: 'Copy',
  directoryCopied: 'Copied',

  lockedTitle: 'The identity is locked',
  locked:
    'It was encrypted with a key that this server doesn’t have, so analyses of this website fail. Ask your administrator to restore the key, or set the identity again.',
  setAgain: 'Set it again',
  clearAll: 'Clear it',
  keepLocked: 'Leave it locked',
  againHint: 'All of it is replaced. Leave blank what you don’t need.',
  allCleared: 'The identity will be cleared when you save.',

  readOnly: 'Your key is read-only. Someone with a full-access key can change this.',
  isSet: 'An identity is set for this website.',
  isNotSet: 'No identity is set for this website.',
  isLocked: 'It’s locked: the server doesn’t have the key it was encrypted with.',
  renderNow: (mode: string) => `Render pages: ${mode}`,
  judgedAsProduction: 'Judge as production: on',

  cancel: 'Cancel',
  saved: (domain: string) => `Settings saved for ${domain}`,
  names: (names: readonly string[]) => names.join(', '),
}

/** The request that tries an identity. */
export const tryWords = {
  title: 'Try it',
  text: 'Sends one request with the saved settings, and shows the response and what the server saw. Nothing is stored.',
  submit: 'Send request',
  sending: 'Sending…',
  verdict: ({ status, error }: IdentityAttempt): string => {
    if (error) return error.message
    if (status === 401) return 'The server wants a username and password, or rejected the ones we sent (status 401).'
    if (status === 403) return 'The server rejected the request (status 403).'
    if (status === 429 || status === 503) return `The server has had too many requests, or is down (status ${status}).`
    return status !== null && status < 400
      ? `The page is reachable (status ${status}).`
      : `The server returned ${status}.`
  },
  isGood: ({ status, error }: IdentityAttempt) => !error && status !== null && status < 400,
  request: (at: number, count: number) => (count === 1 ? 'Request' : `Request ${at + 1} of ${count}`),
  noResponse: 'No response',
  status: (status: number) => `Status ${status}`,
  sent: (parts: readonly string[]) => `Sent: ${parts.join(', ')}`,
  nothingSent: 'No identity sent: this is another host, or nothing is set.',
  parts: {
    user_agent_suffix: 'user agent suffix',
    headers: 'headers',
    basic: 'username and password',
    cookies: 'cookies',
    signature: 'signature',
  } satisfies Record<IdentityAttempt['requests'][number]['sent'][number], string>,
  seen: 'What the server saw',
}
