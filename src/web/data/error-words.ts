import type { ApiError, BodyKind } from './api-error.ts'
import type { Words } from './code-words.ts'

type Facts = Pick<ApiError, 'kind' | 'message' | 'status'> &
  Partial<Pick<ApiError, 'bodyKind' | 'words' | 'unsure' | 'notDone'>>

/** The server's sentence with a full stop, or `otherwise`. */
const said = ({ message }: Facts, otherwise: string) => {
  const sentence = message.trim()
  if (!sentence || sentence.startsWith('<')) return otherwise
  return /[.?…]$/.test(sentence) ? sentence : `${sentence}.`
}

/** What a status means if the server sent no sentence. */
const refusals: Record<number, Words> = {
  413: { title: 'This is too long for the server', text: 'Shorten what you entered and try again.' },
  415: {
    title: 'The server does not read what was sent',
    text: 'It asks for another format than the specification does. Tell whoever runs it.',
  },
}

const bodySentences: Record<BodyKind, string> = {
  nothing: 'It was empty.',
  page: 'It was a web page, not data.',
  part: 'It ended in the middle.',
}

const byKind: Record<ApiError['kind'], (error: Facts) => Words> = {
  offline: () => ({ title: 'You’re offline, so nothing was sent', text: 'Try again when you’re connected.' }),
  network: () => ({
    title: 'The server could not be reached',
    text: 'Check that it is running and that you are connected, then try again.',
  }),
  silent: () => ({
    title: 'The server does not answer',
    text: 'Nothing came for too long. Try again; if it stays so, tell whoever runs it.',
  }),
  oversized: () => ({
    title: 'The server’s answer is too large',
    text: 'More than 32 MB came, more than any page here needs, and the rest was not read. Show fewer rows, or tell whoever runs the server.',
  }),
  unauthenticated: () => ({
    title: 'Your key is not accepted',
    text: 'It may have been revoked or have expired. Enter another key to go on.',
  }),
  forbidden: (error) =>
    error.status === 405
      ? { title: 'This server does not offer that', text: 'It answered that it does not know this operation.' }
      : {
          title: 'Your key does not allow this',
          text: said(error, 'Use a key that may, or ask whoever runs the server.'),
        },
  missing: () => ({ title: 'This does not exist', text: 'It may have been deleted, or the address is mistyped.' }),
  invalid: (error) => {
    const { title, text } = refusals[error.status ?? 0] ?? {
      title: 'The server did not accept this',
      text: 'Check what you entered and try again.',
    }
    return { title, text: said(error, text) }
  },
  limited: () => ({ title: 'Too many requests', text: 'The server asks to slow down. Nothing is lost.' }),
  conflict: (error) => ({
    title:
      error.status === 409 ? 'This does not go with what the server has now' : 'Someone else changed this meanwhile',
    text:
      error.status === 412
        ? 'Load it again to see the change, then decide.'
        : said(error, 'Load it again to see the change, then decide.'),
  }),
  server: ({ status }) =>
    status === 503
      ? { title: 'The server is busy or restarting', text: 'Try again in a moment.' }
      : status === 502 || status === 504
        ? { title: 'The server behind this address does not answer', text: 'Try again in a moment.' }
        : {
            title: 'The server made a mistake',
            text: 'Try again. If it stays, send the details to whoever runs the server.',
          },
  'not-understood': ({ bodyKind }) => ({
    title: 'The server’s answer was not understood',
    text: `${bodyKind ? bodySentences[bodyKind] : 'It may be a server of another kind.'} The details help whoever runs it.`,
  }),
  aborted: () => ({ title: 'Cancelled', text: 'Nothing was changed.' }),
}

/** An error in plain words: what happened and what to do next. */
export function describeError(error: Facts): Words {
  // The server's sentence doesn't show whether the write was carried out.
  const words = (!error.unsure && error.words) || byKind[error.kind](error)
  if (error.notDone)
    return {
      title: error.kind === 'network' ? 'The connection broke' : words.title,
      text: 'It was looked up since: this has not been done so far. You can try again.',
    }
  return error.unsure ? { ...words, text: 'It may have been done all the same: look before you try again.' } : words
}

/** One sentence for a field or a dialog: the server's, if it sent one. */
export function errorSentence(error: Facts) {
  const { title, text } = describeError(error)
  return error.kind === 'invalid' && error.message.trim() ? said(error, text) : `${title}. ${text}`
}

/** Seconds, or minutes if there are many. */
export const waitingTime = (seconds: number) => (seconds > 120 ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`)

export const errorWords = {
  retry: 'Try again',
  waitFor: (seconds: number) => `Try again in ${waitingTime(seconds)}.`,
  copyDetail: 'Copy details',
  copied: 'Copied',
  enterKey: 'Enter a key',
  notLoaded: { title: 'This page could not be loaded', text: 'Check that you are connected, then try again.' },
  newVersion: {
    title: 'A new version is ready',
    text: 'This page is part of it. Reload to go on: what you typed is kept.',
  },
  replaced: 'A new version is ready. Reload to go on: what you typed is kept.',
  reload: 'Reload',
  broken: {
    title: 'This page broke',
    text: 'That is a fault in the dashboard. Reloading may help; the details say what went wrong.',
  },
}
