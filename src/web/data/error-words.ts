import { counted } from '#contract/format/numbers.ts'
import type { ApiError, BodyKind } from './api-error.ts'
import type { Words } from './code-words.ts'

type Facts = Pick<ApiError, 'kind' | 'message' | 'status'> &
  Partial<Pick<ApiError, 'bodyKind' | 'words' | 'unsure' | 'repeatable'>>

/** The server's sentence with a full stop, or `otherwise`. */
const said = ({ message }: Facts, otherwise: string) => {
  const sentence = message.trim()
  if (!sentence || sentence.startsWith('<')) return otherwise
  return /[.?…]$/.test(sentence) ? sentence : `${sentence}.`
}

/** What a status means if the server sent no sentence. */
const refusals: Record<number, Words> = {
  413: { title: 'That’s too long', text: 'Shorten what you entered and try again.' },
  415: {
    title: 'The server rejected the request format',
    text: 'It expects a different format from the API specification. Contact your administrator.',
  },
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
    text: 'The server sent more than 32 MB. Show fewer rows per page. If that doesn’t help, contact your administrator.',
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
    const { title, text } = refusals[error.status ?? 0] ?? {
      title: 'The server rejected this',
      text: 'Check what you entered and try again.',
    }
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
      ? { title: 'The server is busy', text: 'Try again in a moment.' }
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

/** An error in plain words: what happened and what to do next. */
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
