import type { Outcome } from '#contract/analysis.ts'
import { roundScore } from '#contract/rating.ts'

const number = new Intl.NumberFormat('en')
const points = new Intl.NumberFormat('en', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'always',
})
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

export const plural = (many: number, one: string, more: string) => `${number.format(many)} ${many === 1 ? one : more}`
const checksNumber = (many: number) => plural(many, 'check', 'checks')

/** The words of the report page. */
export const reportWords = {
  title: (url: string, score: number | null) => (score === null ? url : `${roundScore(score)} · ${url}`),
  loadingTitle: 'Report',
  crumbs: 'Back to the list',
  backTo: 'Reports',
  moment: (date: Date) => moment.format(date),
  analysed: 'Analysed',
  website: 'Website',

  runAgain: 'Run again',
  running: (seconds: number) => (seconds < 1 ? 'Analysing' : `Analysing, ${seconds} s`),
  cancelRun: 'Cancel',
  openNew: 'Open report',
  runDone: (score: number | null) => (score === null ? 'Analysed again' : `Analysed again: score ${roundScore(score)}`),
  runFailed: 'This page could not be analysed again.',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  linkName: (url: string, score: number | null) => (score === null ? url : `${url} · score ${roundScore(score)}`),
  more: 'More actions',
  openPage: 'Open the page',
  copyUrl: 'Copy URL',
  urlCopied: 'URL copied',
  download: 'Download as JSON',
  remove: 'Delete report',

  /** A clause follows each, without a full stop. */
  verdict: {
    blocked: 'Google will not index this page:',
    unread: 'Google will not read this page:',
    unsure: 'Whether Google may index this page is not certain:',
    open: 'Google may index this page:',
    openReason: 'it answers, robots.txt allows it and nothing says noindex',
  },

  score: 'Score',
  noScore: 'No score',
  dial: (score: number) => `Score ${score} of 100`,
  of: 'of 100',
  heldBy: (score: number) => `Held at ${score} by a failed gate:`,
  beforeCap: (score: number, gates: number) => `${score} without ${gates === 1 ? 'it' : 'them'}.`,
  google: 'Google-backed',
  googleMeaning: 'Counts only the checks that Google or a standard demands or advises.',
  categories: 'Scores by category',
  notScored: '–',
  notScoredMeaning: 'not scored',
  needWorkShort: (work: number) =>
    work === 0 ? 'Nothing needs work' : `${checksNumber(work)} ${work === 1 ? 'needs' : 'need'} work`,

  fixFirst: 'Fix first',
  checks: 'Checks',
  needWork: (work: number, judged: number) =>
    `${number.format(work)} of ${checksNumber(judged)} ${work === 1 ? 'needs' : 'need'} work`,
  nothingToFix: 'Nothing to fix.',
  nothingToFixMore: (judged: number) =>
    `${judged === 1 ? 'The check that could be judged' : `All ${number.format(judged)} checks that could be judged`} passed.`,
  noChecks: 'This server sent no checks with this report.',
  points: (lost: number) => points.format(lost),
  pointsLabel: (lost: number) => (lost === 1 ? '1 point to gain' : `${lost} points to gain`),
  outcome: {
    fail: 'Failed',
    warn: 'Warning',
    pass: 'Passed',
    info: 'For information',
    'not-applicable': 'Not applicable',
    unknown: 'Could not be determined',
    error: 'The check itself failed',
  } satisfies Record<Outcome, string>,
  outcomes: {
    fail: (many: number) => `${number.format(many)} failed`,
    warn: (many: number) => plural(many, 'warning', 'warnings'),
    info: (many: number) => `${number.format(many)} info`,
    error: (many: number) => `${number.format(many)} could not run`,
    unknown: (many: number) => `${number.format(many)} unknown`,
    pass: (many: number) => `${number.format(many)} passed`,
    'not-applicable': (many: number) => `${number.format(many)} not applicable`,
  } satisfies Record<Outcome, (many: number) => string>,
  outcomeFilter: 'Outcome',
  allOf: (many: number) => `All ${number.format(many)}`,
  category: 'Category',
  every: 'All',
  googleOnly: 'Google-backed only',
  moreToFix: (many: number) => `${number.format(many)} more to fix`,
  hiddenByFilter: 'The address names this check, which the filter leaves out.',
  noneInView: 'No check of this report is like that.',
  showAll: 'Show all checks',
  checksShown: (many: number) => `${checksNumber(many)} shown`,
  loading: 'Loading the report',
}
