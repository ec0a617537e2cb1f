import type { ErrorCode } from '#contract/error-codes.ts'

/** `text` is what to do. Both are for people, unlike the sentences of the API. */
export type Words = { title: string; text: string }

const later = 'Try again in a moment.'
const checkFirst = 'If you changed something, check whether it was saved. Otherwise try again.'

const words: Partial<Record<ErrorCode, Words>> = {
  read_only_key: { title: 'Your key is read-only', text: 'To change something, use a full-access key.' },
  full_key_required: { title: 'This needs a full-access key', text: 'Your key is read-only.' },

  busy: { title: 'The server is busy', text: later },
  queue_full: { title: 'The analysis queue is full', text: later },
  shutting_down: { title: 'The server is restarting', text: later },
  database_unavailable: { title: 'The server can’t reach its database', text: later },
  disk_full: {
    title: 'The server’s disk is full',
    text: 'You can read, but nothing can be saved. Contact your administrator.',
  },

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
}

/** Returns the dashboard's words for the `code` of an error response. */
export const wordsOf = (code: string | null): Words | undefined =>
  code !== null && Object.hasOwn(words, code) ? words[code as ErrorCode] : undefined
