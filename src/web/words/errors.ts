import type { ApiError } from '#web/api/api-error.ts'

type Facts = Pick<ApiError, 'kind' | 'message' | 'status' | 'retryAfter'>

type Words = {
  /** What happened, without a full stop. */
  title: string
  /** What to do about it. */
  text: string
}

/** The server's own sentence, closed with a full stop, or `otherwise`. */
const said = ({ message }: Facts, otherwise: string) => {
  const sentence = message.trim()
  if (!sentence || sentence.startsWith('<')) return otherwise
  return /[.?…]$/.test(sentence) ? sentence : `${sentence}.`
}

const byKind: Record<ApiError['kind'], (error: Facts) => Words> = {
  network: () => ({ title: 'The server could not be reached', text: 'Check that it is running and that you are connected, then try again.' }),
  unauthenticated: () => ({ title: 'Your key is not accepted', text: 'It may have been revoked or have expired. Enter another key to go on.' }),
  forbidden: (error) =>
    error.status === 405
      ? { title: 'This server does not offer that', text: 'It answered that it does not know this operation.' }
      : { title: 'Your key does not allow this', text: said(error, 'It may only read. Use a key that may also write.') },
  missing: () => ({ title: 'This does not exist', text: 'It may have been deleted, or the address is mistyped.' }),
  invalid: (error) => ({ title: 'The server did not accept this', text: said(error, 'Check what you entered and try again.') }),
  limited: () => ({ title: 'Too many requests', text: 'The server asks to slow down. Nothing is lost.' }),
  conflict: (error) => ({
    title: 'Someone else changed this meanwhile',
    text: error.status === 412 ? 'Load it again to see the change, then decide.' : said(error, 'Load it again to see the change, then decide.'),
  }),
  server: (error) =>
    error.status === 503
      ? { title: 'The server is busy or restarting', text: 'Try again in a moment.' }
      : { title: 'The server made a mistake', text: 'Try again. If it stays, send the details to whoever runs the server.' },
  'not-understood': () => ({
    title: 'The server’s answer was not understood',
    text: 'It may be a server of another kind. The details help whoever runs it.',
  }),
  aborted: () => ({ title: 'Cancelled', text: 'Nothing was changed.' }),
}

/** An error in plain words: what happened and what to do next. */
export const describeError = (error: Facts): Words => byKind[error.kind](error)

/** The same in one line, for places beside a field or in a dialog; where the server said a sentence, that one. */
export function errorSentence(error: Facts) {
  const { title, text } = describeError(error)
  return error.kind === 'invalid' ? said(error, text) : `${title}. ${text}`
}

export const errorWords = {
  retry: 'Try again',
  retryIn: (seconds: number) => `Trying again in ${seconds} s`,
  waitFor: (seconds: number) => `Try again in ${seconds} s.`,
  copyDetail: 'Copy details',
  copied: 'Copied',
  enterKey: 'Enter a key',
  newVersion: { title: 'This page could not be loaded', text: 'There may be a newer version of the dashboard. Reload to get it.', reload: 'Reload' },
  broken: { title: 'This page broke', text: 'That is a fault in the dashboard. Reloading may help; the details say what went wrong.' },
}
