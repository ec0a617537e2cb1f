import { roundScore } from '#contract/rating.ts'

/** What can be done with a report in a list, and what is said about it. */
export const reportRowWords = {
  open: 'Open report',
  again: 'Run again',
  copyUrl: 'Copy URL',
  copyReportLink: 'Copy link to report',
  remove: 'Delete report',
  urlCopied: 'URL copied',
  linkCopied: 'Link copied',
  linkName: (url: string, score: number | null) => (score === null ? url : `${url} · score ${roundScore(score)}`),

  running: (url: string) => `Analysing ${url}`,
  ran: (url: string, score: number | null) =>
    score === null ? `Analysed ${url}` : `Analysed ${url}: score ${roundScore(score)}`,
  openRan: 'Open report',
}
