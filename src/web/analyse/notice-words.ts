import type { ApiErrorKind } from '#web/data/api-error.ts'

type Why = ApiErrorKind | 'left'

const why: Partial<Record<Why, string>> = {
  left: 'The page was left while this address was being analysed.',
  network: 'The connection broke before the server said what became of this address.',
  silent: 'The server has kept silent for too long about this address.',
  'not-understood': 'The server’s answer about this address was not understood.',
  oversized: 'The server’s answer about this address was too large to be read.',
}

/** Why there is no report, under the field. */
export const problemWords = {
  empty: 'Enter the address of a page, such as example.com/page.',
  several: 'Enter one URL at a time. If this is one URL, write each space in it as %20.',
  dismiss: 'Dismiss this message',
}

/** The words for analyses whose result is unknown. */
export const pendingWords = {
  label: 'Analyses without an answer',
  why: (reason: Why | null) => (reason && why[reason]) ?? 'The server gave no clear answer about this address.',
  looking: 'Looking for its report.',
  stored: (id: number, after: number | null) =>
    after === null
      ? `Report ${id} of it was not known before you asked.`
      : `Report ${id} of it was stored ${after} s after you asked.`,
  open: (id: number) => `Open report ${id}`,
  notYet: (seconds: number) =>
    `No such report so far, ${seconds > 120 ? `${Math.round(seconds / 60)} min` : `${seconds} s`} after you asked. The server may still be at work.`,
  notFound: (sentence: string) => `Its report could not be looked for. ${sentence}`,
  lookAgain: 'Look again',
  analyseAgain: 'Analyse again',
  dismiss: 'Dismiss this message',
}
