import type { Outcome } from '#contract/analysis.ts'
import { roundScore } from '#contract/rating.ts'
import { grouped } from '#web/ui/text.ts'

const points = new Intl.NumberFormat('en', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'always',
})
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

export const plural = (many: number, one: string, more: string) => `${grouped(many)} ${many === 1 ? one : more}`
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
  notSaved: 'This report is nested too deep to be saved as a file.',
  remove: 'Delete report',

  /** A clause without a full stop follows each. */
  verdict: {
    blocked: 'Google can’t index this page:',
    deliberate: 'Google can’t index this page, which looks intended:',
    unread: 'Google can’t crawl this page:',
    another: 'Google will probably index another URL:',
    unlikely: 'Google probably won’t index this page:',
    unsure: 'We couldn’t check whether Google can index this page:',
    open: 'Google can index this page:',
    openReason: 'it responds, robots.txt allows it and nothing says noindex',
  },

  score: 'Score',
  noScore: 'No score',
  dial: (score: number) => `Score ${score} of 100`,
  of: 'of 100',
  heldBy: (score: number) => `Capped at ${score} by a blocker:`,
  withoutBlockers: (from: number, to: number, blockers: number) =>
    `${from} → ${to} without ${blockers === 1 ? 'it' : 'them'}.`,
  /** “Rescored under ruleset 3 on 22 Nov 2026: 74, was 81.” */
  rescored: (ruleset: number, at: Date, score: number, first: number) =>
    `Rescored under ruleset ${ruleset} on ${day.format(at)}: ${score}, was ${first}.`,
  judged: (many: number) => `From ${checksNumber(many)}`,
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
    `${grouped(work)} of ${checksNumber(judged)} ${work === 1 ? 'needs' : 'need'} work`,
  nothingToFix: 'Nothing to fix.',
  nothingToFixMore: (judged: number) =>
    `${judged === 1 ? 'The check that could be judged' : `All ${grouped(judged)} checks that could be judged`} passed.`,
  noChecks: 'This server sent no checks with this report.',
  points: (lost: number) => points.format(lost),
  pointsLabel: (lost: number, heldBy: 'blockers' | 'floor' | null) =>
    `${lost === 1 ? '1 point' : `${lost} points`} to gain${heldBy === null ? '' : heldBy === 'blockers' ? ', counted once the blockers are fixed' : ', counted once the score is above 0'}`,
  rise: ({ from, to }: { from: number; to: number }) => `${from} → ${to}`,
  riseLabel: ({ from, to }: { from: number; to: number }) => `raises the score from ${from} to ${to}`,
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
    fail: (many: number) => `${grouped(many)} failed`,
    warn: (many: number) => plural(many, 'warning', 'warnings'),
    info: (many: number) => `${grouped(many)} info`,
    error: (many: number) => `${grouped(many)} could not run`,
    unknown: (many: number) => `${grouped(many)} unknown`,
    pass: (many: number) => `${grouped(many)} passed`,
    'not-applicable': (many: number) => `${grouped(many)} not applicable`,
  } satisfies Record<Outcome, (many: number) => string>,
  outcomeFilter: 'Outcome',
  allOf: (many: number) => `All ${grouped(many)}`,
  category: 'Category',
  every: 'All',
  googleOnly: 'Google-backed only',
  moreToFix: (many: number) => `${grouped(many)} more to fix`,
  hiddenByFilter: 'The address names this check, which the filter leaves out.',
  noneInView: 'No check of this report is like that.',
  showAll: 'Show all checks',
  checksShown: (many: number) => `${checksNumber(many)} shown`,
  loading: 'Loading the report',

  /** The body of a check. */
  check: {
    capped: 'The score stays at 49 or less until this is fixed.',
    held: {
      blockers: 'These points count once the blockers are fixed.',
      floor: 'The faults add up to more than 100 points, so the score is 0 until more of them are fixed.',
    },
    superseded: (id: string) => `Deducts nothing: the check “${id}” deducts points for the same cause.`,
    reason: 'Why',
    noReason: 'no reason was given.',
    how: 'What to do',
    importance: (word: string) => `Importance: ${word}`,
    thresholds: 'How it is judged',
    about: 'About this check',
    newWindow: '(opens in a new tab)',
    copyCheckLink: 'Copy link to this check',
    linkCopied: 'Link copied',
    copySnippet: 'Copy snippet',
    copyNote: 'Copy note',
    copyPlace: 'Copy line and column',
    copySelector: 'Copy selector',
    copyAddress: 'Copy address',
    copied: 'Copied',
    showEvery: (many: number) => `Show all ${many}`,
    showFewer: 'Show fewer',
    moreOnPage: (many: number) => `and ${grouped(many)} more on the page`,
    line: (line: number, column?: number) => (column === undefined ? `line ${line}` : `line ${line}, column ${column}`),
  },

  /** The links to the previous and the next report of the list. */
  neighbours: {
    label: 'Reports in this list',
    place: (position: number, total: string | null) =>
      total === null ? grouped(position) : `${grouped(position)} of ${total}`,
    previous: (url: string) => `Previous report: ${url}`,
    next: (url: string) => `Next report: ${url}`,
    noPrevious: 'No report before this one',
    noNext: 'No report after this one',
  },

  /** The page for a report that doesn't exist. */
  missing: {
    title: 'This report does not exist',
    text: 'It was deleted, or the address is mistyped.',
    newer: 'There is another report of the same URL.',
    openNewest: 'Open the newest report of this URL',
    toReports: 'Go to the reports',
  },
}
