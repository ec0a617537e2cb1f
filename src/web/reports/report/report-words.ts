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
  crumbs: 'Back to reports',
  backTo: 'Reports',
  moment: (date: Date) => moment.format(date),
  analysed: 'Analysed',
  website: 'Website',

  runAgain: 'Run again',
  running: (seconds: number) => (seconds < 1 ? 'Analysing' : `Analysing, ${seconds} s`),
  cancelRun: 'Cancel',
  openNew: 'View report',
  runDone: (score: number | null) => (score === null ? 'Analysed again' : `Analysed again: score ${roundScore(score)}`),
  runFailed: 'Couldn’t re-run the analysis.',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  linkName: (url: string, score: number | null) => (score === null ? url : `${url} · score ${roundScore(score)}`),
  more: 'More actions',
  openPage: 'Visit page',
  copyUrl: 'Copy URL',
  urlCopied: 'URL copied',
  download: 'Download as JSON',
  notSaved: 'This report is too deeply nested to save as a file.',
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
    openReason: 'it responds, robots.txt allows crawling and there’s no noindex',
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
  googleMeaning: 'Only counts checks backed by Google’s documentation or a web standard.',
  categories: 'Scores by category',
  notScored: '–',
  notScoredMeaning: 'not scored',
  needWorkShort: (work: number) => (work === 0 ? 'Nothing to fix' : `${grouped(work)} to fix`),

  fixFirst: 'Fix first',
  checks: 'Checks',
  needWork: (work: number, judged: number) => `${grouped(work)} of ${checksNumber(judged)} to fix`,
  nothingToFix: 'Nothing to fix.',
  nothingToFixMore: (judged: number) =>
    judged === 1 ? 'The scored check passed.' : `All ${grouped(judged)} scored checks passed.`,
  noChecks: 'This report has no checks.',
  points: (lost: number) => points.format(lost),
  pointsLabel: (lost: number, heldBy: 'blockers' | 'floor' | null) =>
    `${lost === 1 ? '1 point' : `${lost} points`} more if fixed${heldBy === null ? '' : heldBy === 'blockers' ? ', once the blockers are fixed' : ', once the score is above 0'}`,
  rise: ({ from, to }: { from: number; to: number }) => `${from} → ${to}`,
  riseLabel: ({ from, to }: { from: number; to: number }) => `raises the score from ${from} to ${to}`,
  outcome: {
    fail: 'Failed',
    warn: 'Warning',
    pass: 'Passed',
    info: 'Info',
    'not-applicable': 'Not applicable',
    unknown: 'Not checked',
    error: 'Check error',
  } satisfies Record<Outcome, string>,
  outcomes: {
    fail: (many: number) => `${grouped(many)} failed`,
    warn: (many: number) => plural(many, 'warning', 'warnings'),
    info: (many: number) => `${grouped(many)} info`,
    error: (many: number) => plural(many, 'error', 'errors'),
    unknown: (many: number) => `${grouped(many)} not checked`,
    pass: (many: number) => `${grouped(many)} passed`,
    'not-applicable': (many: number) => `${grouped(many)} not applicable`,
  } satisfies Record<Outcome, (many: number) => string>,
  outcomeFilter: 'Result',
  allOf: (many: number) => `All ${grouped(many)}`,
  category: 'Category',
  every: 'All',
  googleOnly: 'Google-backed only',
  moreToFix: (many: number) => `${grouped(many)} more to fix`,
  hiddenByFilter: 'Your filters hide the check you followed a link to.',
  noneInView: 'No checks match these filters.',
  showAll: 'Show all checks',
  checksShown: (many: number) => `Showing ${checksNumber(many)}`,
  loading: 'Loading report…',

  /** The body of a check. */
  check: {
    capped: 'Blocker: the score can’t exceed 49 until you fix this.',
    held: {
      blockers: 'These points count once the blockers are fixed.',
      floor: 'The issues add up to more than 100 points, so the score stays at 0 until you fix more of them.',
    },
    superseded: (id: string) => `Deducts nothing: the check “${id}” deducts points for the same cause.`,
    reason: 'Why',
    noReason: 'No reason given.',
    how: 'How to fix it',
    importance: (word: string) => `Importance: ${word}`,
    thresholds: 'Pass criteria',
    about: 'About this check',
    newWindow: '(opens in a new tab)',
    copyCheckLink: 'Copy link to this check',
    linkCopied: 'Link copied',
    copySnippet: 'Copy snippet',
    copyNote: 'Copy note',
    copyPlace: 'Copy position',
    copySelector: 'Copy selector',
    copyAddress: 'Copy URL',
    copied: 'Copied',
    showEvery: (many: number) => `Show all ${many}`,
    showFewer: 'Show fewer',
    moreOnPage: (many: number) => `plus ${grouped(many)} more on this page`,
    line: (line: number, column?: number) => (column === undefined ? `line ${line}` : `line ${line}, column ${column}`),
  },

  /** The links to the previous and the next report of the list. */
  neighbours: {
    label: 'Reports in this list',
    place: (position: number, total: string | null) =>
      total === null ? grouped(position) : `${grouped(position)} of ${total}`,
    previous: (url: string) => `Previous report: ${url}`,
    next: (url: string) => `Next report: ${url}`,
    noPrevious: 'This is the first report',
    noNext: 'This is the last report',
  },

  /** The page for a report that doesn't exist. */
  missing: {
    title: 'Report not found',
    text: 'It may have been deleted, or the URL may be wrong.',
    newer: 'There’s another report for this URL.',
    openNewest: 'View the latest report',
    toReports: 'Go to reports',
  },
}
