import { roundScore } from '#contract/rating.ts'

/** The words of the field in the top bar. */
export const analyseWords = {
  label: 'Analyse a URL',
  placeholder: 'Enter a URL, such as example.com',
  submit: 'Analyse',
  cancel: 'Cancel',
  starting: (url: string) => `Analysing ${url}`,
  running: 'Analysing:',
  seconds: (seconds: number) => `${seconds} s`,
  ready: (score: number | null) => (score === null ? 'Report ready.' : `Report ready. Score: ${roundScore(score)}.`),
  open: 'View report',
  cancelled: 'Cancelled. If the server had already started, the report may still be saved.',
}
