import { roundScore } from '#contract/rating.ts'

/** The words of the field in the top bar. */
export const analyseWords = {
  label: 'Analyse a URL',
  placeholder: 'Analyse a URL, such as example.com',
  submit: 'Analyse',
  cancel: 'Cancel',
  starting: (url: string) => `Analysing ${url}`,
  running: 'Analysing:',
  seconds: (seconds: number) => `${seconds} s`,
  ready: (score: number | null) => (score === null ? 'Report ready.' : `Report ready: score ${roundScore(score)}.`),
  open: 'Open report',
  cancelled: 'Cancelled. The address is still in the field. A server that had begun may store the report all the same.',
}
