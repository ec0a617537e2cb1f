import { roundScore } from '#contract/rating.ts'
import { count } from './words.ts'

const reports = (many: number) => (many === 1 ? '1 report' : `${count(many)} reports`)
const all = (many: number) => (many === 1 ? '' : `the ${count(many)} `)

/** What is said of many reports that something is done with at once. */
export const batchWords = {
  deleting: {
    waiting: (many: number, seconds: number) => `Deleting ${reports(many)} in ${seconds} s`,
    waitingSaid: (many: number, seconds: number) =>
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
  },
  running: {
    working: (many: number) => `Running ${reports(many)} again`,
    done: (many: number) => `${reports(many)} run again`,
    failed: (failed: number, many: number) => `${count(failed)} of ${reports(many)} could not be run again`,
    stopped: (done: number, many: number) => `Stopped: ${count(done)} of ${reports(many)} run again`,
    lost: (lost: number) => `${count(lost)} without an answer`,
    score: (score: number | null) => (score === null ? 'No score' : `Score ${roundScore(score)}`),
  },
  progress: (done: number, many: number) => `${count(done)} of ${count(many)}`,
  stop: 'Stop',
  retry: (many: number) => `Retry ${all(many)}failed`,
  outcomes: 'Outcomes',
  outcomesDone: (many: number) => `${count(many)} done`,
  more: (many: number) => `and ${count(many)} more`,
  doneMark: 'Done:',
  failedMark: 'Failed:',
  report: (id: number) => `Report ${id}`,
}
