import { roundScore } from '#contract/reports/rating.ts'

/** The buttons and the menu of the report page. */
export const reportActionWords = {
  again: 'Run again',
  runningFor: (seconds: number) => (seconds < 1 ? 'Analysing' : `Analysing, ${seconds} s`),
  cancelRun: 'Cancel',
  open: 'View report',
  ranAgain: (score: number | null) =>
    score === null ? 'Analysed again' : `Analysed again: score ${roundScore(score)}`,
  runFailed: 'Couldn’t re-run the analysis.',
  more: 'More actions',
  openPage: 'Visit page',
  copyUrl: 'Copy URL',
  urlCopied: 'URL copied',
  document: 'Client report, print or PDF',
  download: 'Download as JSON',
  notSaved: 'This report is too deeply nested to save as a file.',
  remove: 'Delete report',
}
