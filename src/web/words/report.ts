import type { EvidenceGrade, Importance, Outcome } from '#contract/analysis.ts'

/** What keeps a page out of the index, by the id of the check that found it. */
export type Obstacle = { id: string; title: string; line: number | null; status: number | null }

const number = new Intl.NumberFormat('en')
const points = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'always' })
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

export const plural = (many: number, one: string, more: string) => `${number.format(many)} ${many === 1 ? one : more}`
const checksNumber = (many: number) => plural(many, 'check', 'checks')

function obstacle({ id, title, line, status }: Obstacle): string {
  const where = line === null ? '' : ` (line ${line})`
  if (id === 'http-status') return status === null ? 'it does not answer with 200' : `it answers with status ${status}`
  if (id === 'noindex') return `it says noindex${where}`
  if (id === 'robots-blocked') return 'robots.txt does not let Googlebot fetch it'
  return `${title}${where}`
}

const joined = (sentences: string[]) =>
  sentences.length < 2 ? sentences.join('') : `${sentences.slice(0, -1).join(', ')} and ${sentences.at(-1)}`

/** The words of the report page. */
export const reportWords = {
  title: (url: string, score: number) => `${score} · ${url}`,
  loadingTitle: 'Report',
  crumbs: 'Back to the list',
  backTo: 'Reports',
  changePrivacy: 'Change who can see this website',
  moment: (iso: string) => moment.format(new Date(iso)),
  analysed: 'Analysed',
  website: 'Website',

  runAgain: 'Run again',
  running: (seconds: number) => (seconds < 1 ? 'Analysing' : `Analysing, ${seconds} s`),
  cancelRun: 'Cancel',
  openNew: 'Open report',
  runDone: (score: number) => `Analysed again: score ${score}`,
  runFailed: 'This page could not be analysed again.',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  linkName: (url: string, score: number) => `${url} · score ${score}`,
  more: 'More actions',
  openPage: 'Open the page',
  copyUrl: 'Copy URL',
  urlCopied: 'URL copied',
  download: 'Download as JSON',
  remove: 'Delete report',

  verdict: {
    blocked: 'Google will not index this page:',
    unread: 'Google cannot read this page:',
    unsure: 'Whether Google may index this page is not certain:',
    open: 'Google may index this page:',
    openReason: 'it answers, robots.txt allows it and nothing says noindex.',
    obstacles: (obstacles: Obstacle[]) => `${joined(obstacles.map(obstacle))}.`,
    unreadMore: 'At most its bare address can be listed, without its title or text.',
  },

  score: 'Score',
  dial: (score: number) => `Score ${score} of 100`,
  of: 'of 100',
  beforeCap: (score: number) => `${score} before the cap`,
  google: (score: number) => `Google-backed ${score}`,
  googleMeaning: 'The score over the checks alone that Google or a standard demands or advises.',
  capMeaning: 'A failed gate holds the score at 49 or less until it is mended.',
  categories: 'Scores by category',
  notScored: '–',
  notScoredMeaning: 'not scored',
  other: 'Other checks',

  fixFirst: 'Fix first',
  needWork: (work: number, judged: number) => `${number.format(work)} of ${checksNumber(judged)} ${work === 1 ? 'needs' : 'need'} work`,
  nothingToFix: 'Nothing to fix.',
  nothingToFixMore: (judged: number) => `${judged === 1 ? 'The check that could be judged' : `All ${number.format(judged)} checks that could be judged`} passed.`,
  noChecks: 'This server sent a score without its checks.',
  capped: 'The score stays at 49 or less until this is mended.',
  points: (lost: number) => points.format(lost),
  pointsLabel: (lost: number) => (lost === 1 ? '1 point to gain' : `${lost} points to gain`),
  how: 'What to do',
  thresholds: 'How it is judged',
  found: 'Found',
  newWindow: '(opens in a new tab)',
  yes: 'yes',
  no: 'no',
  copySnippet: 'Copy snippet',
  copyCheckLink: 'Copy link to this check',
  snippetCopied: 'Snippet copied',
  moreEvidence: (many: number) => `${number.format(many)} more`,
  line: (line: number, column?: number) => (column === undefined ? `line ${line}` : `line ${line}, column ${column}`),
  outcome: {
    fail: 'Failed',
    warn: 'Warning',
    pass: 'Passed',
    info: 'For information',
    'not-applicable': 'Not applicable',
    unknown: 'Could not be determined',
    error: 'The check itself failed',
  } satisfies Record<Outcome, string>,
  grade: {
    required: 'Required by Google or a standard',
    recommended: 'Recommended by Google',
    heuristic: 'A habit of the trade; Google does not ask for it',
  } satisfies Record<EvidenceGrade, string>,
  importance: {
    high: 'High importance',
    medium: 'Medium importance',
    low: 'Low importance',
  } satisfies Record<Importance, string>,
  unscored: 'Not scored',

  allChecks: 'All checks',
  openAll: 'Open all',
  outcomes: {
    fail: (many: number) => `${many} failed`,
    warn: (many: number) => plural(many, 'warning', 'warnings'),
    info: (many: number) => `${many} for information`,
    error: (many: number) => `${many} could not run`,
    unknown: (many: number) => `${many} could not be determined`,
    pass: (many: number) => `${many} passed`,
    'not-applicable': (many: number) => `${many} not applicable`,
  } satisfies Record<Outcome, (many: number) => string>,
  seeAbove: 'Details under Fix first',
  noReason: 'No reason was given.',

  missingTitle: 'This report does not exist',
  missingText: 'It was deleted, or the address is mistyped.',
  missingNewer: 'There is another report of the same URL.',
  openNewest: 'Open the newest report of this URL',
  toReports: 'Go to the reports',
  loading: 'Loading the report',
}
