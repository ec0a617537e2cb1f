import { counted, grouped } from '#contract/format/numbers.ts'
import { roundScore } from '#contract/reports/rating.ts'

// The words of the actions on one report, and on many.

const reports = (count: number) => counted(count, 'report')

export const reportMenuWords = {
  open: 'View report',
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
  openRan: 'View report',
}

export const reportSelectionWords = {
  copyUrls: 'Copy URLs',
  copied: (count: number) => `${counted(count, 'URL')} copied`,
  remove: (count: string) => (count === '1' ? 'Delete 1 report' : `Delete ${count} reports`),
  again: 'Run again',
  againTitle: (count: number) => `Run ${grouped(count)} reports again?`,
  againText: 'We’ll fetch and analyse each page again, four at a time. Existing reports are kept.',
  againConfirm: (count: number) => `Run ${grouped(count)} again`,
  cancel: 'Cancel',
}

export const deletingWords = {
  waiting: (count: number, seconds: number) => `Deleting ${reports(count)} in ${seconds} s`,
  waitingSpoken: (count: number, seconds: number) =>
    `Deleting ${reports(count)} in ${seconds} seconds. Press Ctrl+Z (⌘Z on a Mac) to undo.`,
  undo: 'Undo',
  undone: (count: number) => (count === 1 ? 'Report restored' : `${reports(count)} restored`),
  working: (count: number) => `Deleting ${reports(count)}`,
  resumed: (count: number) => `Finishing deletions from your last visit: ${reports(count)}`,
  done: (count: number) => (count === 1 ? 'Report deleted' : `${reports(count)} deleted`),
  resumedDone: (count: number) => `Finished deletions from your last visit: ${reports(count)}`,
  failed: (failed: number, count: number) =>
    count === 1
      ? 'Couldn’t delete the report. It’s back in the list.'
      : `${grouped(failed)} of ${reports(count)} couldn’t be deleted. They’re back in the list.`,
  report: (id: number) => `Report ${id}`,
}

export const runningWords = {
  working: (count: number) => `Re-running ${reports(count)}`,
  done: (count: number) => `Re-ran ${reports(count)}`,
  failed: (failed: number, count: number) => `${grouped(failed)} of ${reports(count)} couldn’t be re-run`,
  stopped: (done: number, count: number) => `Stopped. Re-ran ${grouped(done)} of ${reports(count)}.`,
  lost: (lost: number) => `${grouped(lost)} with an unknown result`,
  score: (score: number | null) => (score === null ? 'No score' : `Score ${roundScore(score)}`),
}
