import { roundScore } from '#contract/rating.ts'
import { count } from '#web/list/words.ts'

// The words of the actions on one report, and on many.

const reports = (many: number) => (many === 1 ? '1 report' : `${count(many)} reports`)

export const reportMenuWords = {
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

export const reportSelectionWords = {
  copyUrls: 'Copy URLs',
  copied: (many: number) => (many === 1 ? '1 URL copied' : `${count(many)} URLs copied`),
  remove: (many: string) => (many === '1' ? 'Delete 1 report' : `Delete ${many} reports`),
  again: 'Run again',
  againTitle: (many: number) => `Run ${count(many)} reports again?`,
  againText: 'Each page is fetched and analysed anew, four at a time. The reports that are there stay.',
  againConfirm: (many: number) => `Run ${count(many)} again`,
  cancel: 'Cancel',
}

export const deletingWords = {
  waiting: (many: number, seconds: number) => `Deleting ${reports(many)} in ${seconds} s`,
  waitingSpoken: (many: number, seconds: number) =>
    `Deleting ${reports(many)} in ${seconds} seconds. Control Z undoes it.`,
  undo: 'Undo',
  undone: (many: number) => (many === 1 ? 'The report stays' : `The ${reports(many)} stay`),
  working: (many: number) => `Deleting ${reports(many)}`,
  resumed: (many: number) => `Finishing what the last visit began: deleting ${reports(many)}`,
  done: (many: number) => (many === 1 ? 'Report deleted' : `${reports(many)} deleted`),
  resumedDone: (many: number) => `What the last visit began is finished: ${reports(many)} deleted`,
  failed: (failed: number, many: number) =>
    many === 1
      ? 'The report could not be deleted and is back'
      : `${count(failed)} of ${reports(many)} could not be deleted and are back`,
  report: (id: number) => `Report ${id}`,
}

export const runningWords = {
  working: (many: number) => `Running ${reports(many)} again`,
  done: (many: number) => `${reports(many)} run again`,
  failed: (failed: number, many: number) => `${count(failed)} of ${reports(many)} could not be run again`,
  stopped: (done: number, many: number) => `Stopped: ${count(done)} of ${reports(many)} run again`,
  lost: (lost: number) => `${count(lost)} without an answer`,
  score: (score: number | null) => (score === null ? 'No score' : `Score ${roundScore(score)}`),
}
