import { counted } from '#contract/format/numbers.ts'
import { type ErrorCode, errorCodes } from '#contract/responses/error-codes.ts'
import { type ApiError, type BodyKind, maxResponseBytes, type Words } from './api-error.ts'

type Facts = Pick<ApiError, 'kind' | 'message' | 'status'> &
  Partial<Pick<ApiError, 'bodyKind' | 'words' | 'unsure' | 'repeatable'>>

/** The server's sentence with a full stop, or `otherwise`. */
const said = ({ message }: Facts, otherwise: string) => {
  const sentence = message.trim()
  if (!sentence || sentence.startsWith('<')) return otherwise
  return /[.?…]$/.test(sentence) ? sentence : `${sentence}.`
}

const bodySentences: Record<BodyKind, string> = {
  nothing: 'The response was empty.',
  page: 'The response was a web page, not data.',
  part: 'The response was cut off.',
}

const byKind: Record<ApiError['kind'], (error: Facts) => Words> = {
  offline: () => ({ title: 'You’re offline, so nothing was sent', text: 'Try again when you’re connected.' }),
  network: () => ({
    title: 'Can’t reach the server',
    text: 'Check your connection and that the server is running, then try again.',
  }),
  timeout: () => ({
    title: 'The server isn’t responding',
    text: 'Try again. If it keeps happening, contact your administrator.',
  }),
  'too-large': () => ({
    title: 'The response is too large',
    text: `The server sent more than ${maxResponseBytes / 2 ** 20} MB. Show fewer rows per page. If that doesn’t help, contact your administrator.`,
  }),
  unauthenticated: () => ({
    title: 'Your API key isn’t valid',
    text: 'It may have expired or been revoked. Enter another key to continue.',
  }),
  forbidden: (error) =>
    error.status === 405
      ? { title: 'This server doesn’t support that', text: 'It rejected the request as an unknown operation.' }
      : {
          title: 'Your API key doesn’t allow this',
          text: said(error, 'Use a full-access key, or ask your administrator.'),
        },
  missing: () => ({ title: 'Not found', text: 'It may have been deleted, or the URL may be wrong.' }),
  invalid: (error) => {
    const { title, text } =
      error.status === 413
        ? words.body_too_large
        : error.status === 415
          ? words.unsupported_media_type
          : words.invalid_fields
    return { title, text: said(error, text) }
  },
  limited: () => ({ title: 'Too many requests', text: 'Wait a moment. Nothing was lost.' }),
  conflict: (error) => ({
    title: error.status === 409 ? 'This conflicts with the server’s data' : 'Someone else changed this',
    text:
      error.status === 412
        ? 'Reload to see their change before you save yours.'
        : said(error, 'Reload to see their change before you save yours.'),
  }),
  server: ({ status }) =>
    status === 503
      ? words.busy
      : status === 502 || status === 504
        ? { title: 'The server isn’t responding', text: 'Try again in a moment.' }
        : {
            title: 'Something went wrong on the server',
            text: 'Try again. If it keeps happening, send the details to your administrator.',
          },
  unreadable: ({ bodyKind }) => ({
    title: 'We couldn’t read the server’s response',
    text: `${bodyKind ? bodySentences[bodyKind] : 'It may not be an SEO Reports server.'} Send the details to your administrator.`,
  }),
  aborted: () => ({ title: 'Cancelled', text: 'Nothing was changed.' }),
}

/** Returns an error in plain words, with advice. */
export function describeError(error: Facts): Words {
  // The server's sentence doesn't show whether the write was carried out.
  const words = (!error.unsure && error.words) || byKind[error.kind](error)
  if (!error.unsure) return words
  return {
    ...words,
    text: error.repeatable
      ? 'The change may have gone through. You can safely try again.'
      : 'The change may have gone through. Check before you try again.',
  }
}

/** One sentence for a field or a dialog: the server's, if it sent one. */
export function errorSentence(error: Facts) {
  const { title, text } = describeError(error)
  return error.kind === 'invalid' && error.message.trim() ? said(error, text) : `${title}. ${text}`
}

/** Seconds, or minutes if there are many. */
export const waitingTime = (seconds: number) =>
  seconds > 120 ? `${Math.round(seconds / 60)} minutes` : counted(seconds, 'second')

export const errorWords = {
  retry: 'Try again',
  waitFor: (seconds: number) => `Try again in ${waitingTime(seconds)}.`,
  copyDetail: 'Copy details',
  copied: 'Copied',
  enterKey: 'Enter a key',
}

const later = 'Try again in a moment.'
const checkFirst = 'If you changed something, check whether it was saved. Otherwise try again.'
const askSender = 'Ask the sender for a new one.'
const ask = 'If it keeps happening, send the details to your administrator.'

/** Null if the words for the status suffice. */
const words = {
  bad_request: { title: 'The server couldn’t read the request', text: `Reload the page, then try again. ${ask}` },
  content_length_mismatch: { title: 'The request was cut off', text: 'Check your connection, then try again.' },
  request_timeout: { title: 'The request took too long to send', text: 'Check your connection, then try again.' },
  client_closed_request: null,

  unauthenticated: null,
  password_required: { title: 'A password is required', text: 'Reload the page to enter it.' },
  read_only_key: { title: 'Your key is read-only', text: 'To change something, use a full-access key.' },
  full_key_required: { title: 'This needs a full-access key', text: 'Your key is read-only.' },
  not_allowed: { title: 'You can’t do that', text: 'Ask an owner of your team.' },
  wrong_credentials: null,
  origin_not_allowed: {
    title: 'The server rejected this page’s origin',
    text: 'Open the dashboard at the server’s own URL, then try again.',
  },
  not_available_here: {
    title: 'Not available through this dashboard',
    text: 'Password-protected pages can only be opened on the server itself.',
  },

  not_found: null,
  method_not_allowed: null,
  passwords_off: { title: 'Passwords are off', text: 'Sign in the way your team does, or ask an owner for a link.' },
  needs_https: {
    title: 'You can’t check this page here',
    text: 'Its URL starts with http://. Ask the sender to check it.',
  },
  link_expired: { title: 'This link no longer works', text: `This link has expired. ${askSender}` },
  link_revoked: { title: 'This link no longer works', text: `This link was revoked. ${askSender}` },
  content_deleted: { title: 'This link no longer works', text: 'The content of this link was deleted.' },

  conflict: { title: 'Someone else changed this', text: 'Check their change, then try again.' },
  precondition_failed: null,
  no_secret: {
    title: 'The server can’t encrypt this',
    text: 'Your administrator must set SEO_REPORTS_SECRET, or repair identity.key.',
  },
  last_full_key: {
    title: 'This is the last full-access key',
    text: 'Create another full-access key first, so that you can still make changes.',
  },
  last_way_in: {
    title: 'This is the last way to sign in',
    text: 'Add another one first, or turn passwords on.',
  },
  job_finished: null,
  in_progress: { title: 'The server is still working on this', text: later },
  already_done: { title: 'This was already done', text: 'Reload the page to see it.' },
  domain_taken: {
    title: 'The domain has a new website',
    text: 'Delete the new website first, then try again.',
  },
  limit_reached: { title: 'You’ve reached the limit', text: 'Delete one first, then try again.' },

  body_too_large: { title: 'That’s too long', text: 'Shorten what you entered, then try again.' },
  headers_too_large: { title: 'That’s too long', text: 'Use a shorter search or fewer filters, then try again.' },
  unsupported_media_type: {
    title: 'The server rejected the request format',
    text: 'It expects another format. Reload the page, then try again. If that doesn’t help, contact your administrator.',
  },
  invalid_fields: { title: 'The server rejected this', text: 'Check what you entered and try again.' },
  quota_exceeded: {
    title: 'You’ve reached your storage limit',
    text: 'Cancel jobs that you don’t need, or wait a week until finished ones are deleted. Your administrator can raise the limit.',
  },
  page_not_analysed: { title: 'We couldn’t analyse this page', text: 'Check the URL, then try again.' },
  refused: { title: 'We couldn’t see this page', text: 'Its server rejected our request.' },
  bot_wall: { title: 'We couldn’t see this page', text: 'Its server showed a bot check instead.' },

  identity_locked: {
    title: 'The identity is locked',
    text: 'Ask your administrator to restore its key, or set the identity again.',
  },

  google_refused: {
    title: 'Google denied access',
    text: 'Check the account’s permission in Search Console, then connect Google again.',
  },
  google_unreachable: { title: 'We couldn’t reach Google', text: later },
  file_refused: {
    title: 'We couldn’t import this file',
    text: 'Export “Search results” of this website from Search Console, as ZIP or CSV.',
  },

  rate_limited: null,
  too_many_failures: { title: 'Too many failed attempts', text: 'Wait a moment before you try again.' },

  internal_error: null,
  busy: { title: 'The server is busy', text: later },
  queue_full: { title: 'The analysis queue is full', text: later },
  slow_host: {
    title: 'This website is slow to respond',
    text: 'We’re still analysing other pages of it. Try again in a minute, or analyse the page in the background.',
  },
  shutting_down: { title: 'The server is restarting', text: later },
  database_unavailable: { title: 'The server can’t reach its database', text: later },
  disk_full: {
    title: 'The server’s disk is full',
    text: 'You can read, but nothing can be saved. Contact your administrator.',
  },
  pdf_unavailable: { title: 'This server can’t make PDF files', text: 'Use Print instead, and save as PDF.' },
  pdf_failed: { title: 'We couldn’t make the PDF', text: 'Try again, or use Print and save as PDF.' },
  not_built: { title: 'The dashboard hasn’t been built', text: 'Contact your administrator.' },

  upstream_unreachable: { title: 'Can’t reach the server behind this dashboard', text: later },
  upstream_timeout: { title: 'The server behind this dashboard isn’t responding', text: checkFirst },
  upstream_closed: { title: 'The server behind this dashboard broke the connection', text: checkFirst },
  upstream_busy: { title: 'The server behind this dashboard is busy', text: later },
  upstream_untrusted: {
    title: 'The certificate of the server behind this dashboard isn’t trusted',
    text: 'Nothing was sent to it. Your administrator can renew or fix the certificate.',
  },
  upstream_invalid: {
    title: 'The server behind this dashboard sent an invalid response',
    text: 'Contact your administrator.',
  },
  upstream_redirect: {
    title: 'The server behind this dashboard has another URL',
    text: 'Your administrator can set the right server URL.',
  },
} satisfies Record<ErrorCode, Words | null>

/**
 * Returns true if an error has a code of our service or gateway. Its `message` is for developers, so it isn't shown.
 */
export const isOurs = (code: string | null): code is ErrorCode => (errorCodes as (string | null)[]).includes(code)

/** Returns the dashboard's words for the `code` of an error response. */
export const wordsOf = (code: string | null): Words | null => (isOurs(code) ? (words[code] ?? null) : null)
