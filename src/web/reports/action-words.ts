import { roundScore } from '#contract/rating.ts'
import { count } from '#web/list/words.ts'

// The words of the actions on one report, and on many.

const reports = (many: number) => (many === 1 ? '1 report' : `${count(many)} reports`)

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
  copied: (many: number) => (many === 1 ? '1 URL copied' : `${count(many)} URLs copied`),
  remove: (many: string) => (many === '1' ? 'Delete 1 report' : `Delete ${many} reports`),
  again: 'Run again',
  againTitle: (many: number) => `Run ${count(many)} reports again?`,
  againText: 'We’ll fetch and analyse each page again, four at a time. Existing reports are kept.',
  againConfirm: (many: number) => `Run ${count(many)} again`,
  cancel: 'Cancel',
}

export const deletingWords = {
  waiting: (many: number, seconds: number) => `Deleting ${reports(many)} in ${seconds} s`,
  waitingSpoken: (many: number, seconds: number) =>
    `Deleting ${reports(many)} in ${seconds} seconds. Press Ctrl+Z (⌘Z on a Mac) to undo.`,
  undo: 'Undo',
  undone: (many: number) => (many === 1 ? 'Report restored' : `${reports(many)} restored`),
  working: (many: number) => `Deleting ${reports(many)}`,
  resumed: (many: number) => `Finishing deletions from your last visit: ${reports(many)}`,
  done: (many: number) => (many === 1 ? 'Report deleted' : `${reports(many)} deleted`),
  resumedDone: (many: number) => `Finished deletions from your last visit: ${reports(many)}`,
  failed: (failed: number, many: number) =>
    many === 1
      ? 'Couldn’t delete the report. It’s back in the list.'
      : `${count(failed)} of ${reports(many)} couldn’t be deleted. They’re back in the list.`,
  report: (id: number) => `Report ${id}`,
}

export const runningWords = {
  working: (many: number) => `Re-running ${reports(many)}`,
  done: (many: number) => `Re-ran ${reports(many)}`,
  failed: (failed: number, many: number) => `${count(failed)} of ${reports(many)} couldn’t be re-run`,
  stopped: (done: number, many: number) => `Stopped. Re-ran ${count(done)} of ${reports(many)}.`,
  lost: (lost: number) => `${count(lost)} with an unknown result`,
  score: (score: number | null) => (score === null ? 'No score' : `Score ${roundScore(score)}`),
}
