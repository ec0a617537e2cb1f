import type { ApiErrorKind } from '#web/data/api-error.ts'
import { waitingTime } from '#web/data/error-words.ts'

type Why = ApiErrorKind | 'left'

const why: Partial<Record<Why, string>> = {
  left: 'You left the page while this URL was being analysed.',
  network: 'We lost the connection before the server replied about this URL.',
  silent: 'The server took too long to reply about this URL.',
  'not-understood': 'We couldn’t read the server’s response about this URL.',
  oversized: 'The server’s response about this URL was too large to read.',
}

/** Why there is no report, under the field. */
export const problemWords = {
  empty: 'Enter a page URL, such as example.com/page.',
  several: 'Enter one URL at a time. If this is one URL, write each space in it as %20.',
  dismiss: 'Dismiss',
}

/** The words for analyses whose result is unknown. */
export const pendingWords = {
  label: 'Analyses with an unknown result',
  why: (reason: Why | null) => (reason && why[reason]) ?? 'We don’t know whether this URL was analysed.',
  looking: 'Checking for a report…',
  stored: (id: number, after: number | null) =>
    after === null
      ? `Report ${id} for this URL is new since you asked.`
      : `Report ${id} for this URL was saved ${waitingTime(after)} after you asked.`,
  open: (id: number) => `View report ${id}`,
  notYet: (seconds: number) =>
    `No report yet, ${waitingTime(seconds)} after you asked. The analysis may still be running.`,
  notFound: (sentence: string) => `We couldn’t check for a report. ${sentence}`,
  lookAgain: 'Check again',
  analyseAgain: 'Analyse again',
  dismiss: 'Dismiss',
}
