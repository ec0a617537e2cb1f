import { counted, grouped, wholePoints } from '#contract/format/numbers.ts'
import type { CheckNeed, EvidenceGrade, Importance, Outcome } from '#contract/reports/analysis.ts'
import { blockerCap } from '#contract/reports/rating.ts'

/** The words of the pages about checks. */
export const checksPageWords = {
  title: 'Checks',
  lead: (count: number, ruleset: number) =>
    `All ${count} checks we run on a page: what passes, why it matters and how to fix it. Ruleset ${ruleset}.`,
  search: 'Search checks',
  found: (count: number, all: number, notRun: number) =>
    `${count} of ${all} checks${notRun > 0 ? `, and ${notRun} not run in reports` : ''}`,
  noneFound: (text: string) => `No checks match “${text}”`,
  clearSearch: 'Show all checks',
  contents: 'Categories',
  category: 'Category',
  columns: { check: 'Check', importance: 'Importance', points: 'Points', grade: 'Basis', needs: 'Data used' },
  importance: { high: 'High', medium: 'Medium', low: 'Low' } satisfies Record<Importance, string>,
  blocker: 'Blocker',
  notScored: 'Not scored',
  pageOnly: 'This page only',
  notRun: 'Not run in reports',

  none: 'No check descriptions',
  noneText: 'This server doesn’t publish descriptions of its checks. Reports still show their results.',
  toReports: 'Go to reports',
  missing: 'Check not found',
  missingText: (id: string) => `There’s no check called ${id} on this server. It may have been renamed.`,
  allChecks: 'All checks',
  crumbs: 'Back to all checks',
  loading: 'Loading checks…',

  affected: (pages: number, total: number) => `Fails or warns on ${grouped(pages)} of your ${counted(total, 'page')}`,
  affectedWebsites: (websites: number) => `(on ${counted(websites, 'website')})`,
  affectsNone: (total: number) => `Doesn’t fail on any of your ${counted(total, 'page')}.`,

  id: 'ID',
  passTitle: 'When the check passes',
  failTitle: 'When the check fails',
  rank: 'Priority',
  why: 'Why it matters',
  how: 'How to fix it',
  thresholds: 'Criteria',
  scoring: 'Scoring',
  reference: 'Learn more',
  newWindow: '(opens in a new tab)',
  deducts: (points: number) => `Deducts up to ${counted(points, 'point')} from 100.`,
  deduction: 'A failure deducts all of them, a warning half.',
  supersedes: (checks: string) =>
    `While it fails or warns, these checks deduct nothing, because they have the same cause: ${checks}.`,
  shownOnly: 'For information only. Doesn’t affect the score.',
  isBlocker: `Blocker: while this check fails, the score can’t exceed ${blockerCap}.`,
  googleYes: 'Counts towards the Google-backed score.',
  googleNo: 'Doesn’t count towards the Google-backed score.',

  /** Explains the score. */
  method: {
    title: 'How the score is computed',
    rules: [
      'A report starts at 100. Each issue deducts its check’s points, in proportion to its extent. The score is never below 0.',
      'Passed checks earn nothing. Checks that don’t apply, or that we couldn’t run, deduct nothing.',
      `A failed blocker caps the score at ${blockerCap}. The report shows the score without it, such as ${blockerCap} → 81.`,
      'One cause is deducted once: over HTTP, for example, only the HTTPS check deducts points, not each form.',
      `A category’s score is 100 minus the share of its points that is lost. The Google-backed score counts only checks from Google’s documentation. A failed blocker among their checks caps these at ${blockerCap} too.`,
    ],
    example: 'Example: a page with 4 issues.',
    steps: [
      '2 of 12 sampled internal links are broken: a sixth of 12 points, −2.',
      'The meta description is missing: all of its 4 points, −4.',
      '4 of 12 images have no alt text: a third of 3 points, −1.',
      'The page says noindex, which is a blocker: all of its 12 points, −12.',
    ],
    orderTitle: 'How issues are ordered',
    order:
      'Within a priority, issues are sorted by importance times the number of pages: high importance counts 100, medium 10 and low 1. For broken links, every page that links to a broken URL counts.',
    settings:
      'A website setting, such as a response header, counts as one issue. Checks that aren’t scored come last and are never first steps.',
    result: '100 − 2 − 4 − 1 − 12 = 81, capped at 49 by the blocker. Without noindex, the score is 93: 49 → 93.',
    changes: (ruleset: number, pages: number, websites: number) =>
      `Ruleset ${ruleset}: ${counted(pages, 'page')} of ${counted(websites, 'website')} changed rating`,
    rating: 'Rating',
    change: (what: string, from: string, to: string, pages: number) =>
      `${what}: ${from} → ${to} (${counted(pages, 'page')})`,
  },
}

/** The words for the properties of a check, on its page and in reports. */
export const checkWords = {
  importance: {
    high: 'High importance',
    medium: 'Medium importance',
    low: 'Low importance',
  } satisfies Record<Importance, string>,
  unscored: 'Not scored',
  grade: {
    required: 'Required by Google or a web standard',
    recommended: 'Recommended by Google',
    heuristic: 'Common practice, not required by Google',
  } satisfies Record<EvidenceGrade, string>,
  gradeShort: { required: 'Required', recommended: 'Recommended', heuristic: 'Common practice' } satisfies Record<
    EvidenceGrade,
    string
  >,
  needs: {
    requests: 'Extra requests',
    website: 'Other reports for this website',
    elsewhere: 'Field data, which reports don’t have yet',
  } satisfies Record<CheckNeed, string>,
}

/** The words of an opened check. */
export const checkBodyWords = {
  held: {
    blockers: 'These points count once the blockers are fixed.',
    floor: 'The issues add up to more than 100 points, so the score stays at 0 until you fix more of them.',
  },
  superseded: (name: string) => `Deducts nothing: the check “${name}” deducts points for the same cause.`,
  reason: 'Why',
  how: 'How to fix it',
  about: 'About',
  aboutCheck: (name: string | null) => (name === null ? 'About this check' : `About “${name}”`),
  newWindow: '(opens in a new tab)',
  copyCheckLink: 'Copy link',
  linkCopied: 'Link copied',
  copySnippet: 'Copy snippet',
  copyNote: 'Copy note',
  copyPlace: 'Copy position',
  copySelector: 'Copy selector',
  copyUrl: 'Copy URL',
  copied: 'Copied',
  showEvery: (count: number) => `Show all ${count}`,
  showFewer: 'Show fewer',
  /** “20 of 99 kept” */
  kept: (kept: number, found: number) => `${grouped(kept)} of ${grouped(found)} kept`,
  evidence: 'Evidence',
  element: 'Element',
  position: 'Line',
  note: 'Note',
  line: (line: number, column?: number) => (column === undefined ? `line ${line}` : `line ${line}, column ${column}`),
}

/** The words that agree with several pages. */
const ofPages = [
  ['pages belongs', 'pages belong'],
  ['pages doesn’t', 'pages don’t'],
  ['pages before its', 'pages before their'],
  ['pages on its', 'pages on their'],
  ['so that it loads', 'so that they load'],
  [', or remove it', ', or remove them'],
  [', which says that it wasn’t found', ', which say that they weren’t found'],
] as const

/** “Let Google list these 6 pages”: the actions of checks are worded for one page. */
export function actionFor(action: string, pages: number): string {
  const those = `these ${grouped(pages)} pages`
  const many = action.replace(/\b(?:this|the) page’s\b/, `${those}’`).replace(/\b(?:this|the) page\b/, those)
  if (pages < 2 || many === action) return action
  return ofPages.reduce((text, [one, several]) => text.replace(one, several), many)
}

export const checksNumber = (count: number) => counted(count, 'check')

/** The outcomes of checks, alone and with their number. */
export const outcomeWords = {
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
    fail: (count: number) => `${grouped(count)} failed`,
    warn: (count: number) => counted(count, 'warning'),
    info: (count: number) => `${grouped(count)} info`,
    error: (count: number) => counted(count, 'error'),
    unknown: (count: number) => `${grouped(count)} not checked`,
    pass: (count: number) => `${grouped(count)} passed`,
    'not-applicable': (count: number) => `${grouped(count)} not applicable`,
  } satisfies Record<Outcome, (count: number) => string>,
  outcomeFilter: 'Result',
  allOf: (count: number) => `All ${grouped(count)}`,
  checksShown: (count: number) => `Showing ${checksNumber(count)}`,
}

/** The words of a finding as a ticket. */
export const ticketWords = {
  copy: 'Copy as ticket',
  copied: 'Ticket copied',
  send: (tracker: string) => `New ${tracker} issue`,
  setUp: 'Set up Jira, GitHub or Linear',
  newWindow: '(opens in a new tab)',

  page: 'Page',
  importance: (importance: Importance) => `${importance} importance`,
  points: (points: number) => `${wholePoints(points)} ${points < 1.5 ? 'point' : 'points'} lost`,
  rise: ({ from, to }: { from: number; to: number }) => `score ${from} → ${to}`,
  why: 'Why it matters',
  how: 'How to fix it',
  found: 'Found on the page',
  line: (line: number, column?: number) => (column === undefined ? `line ${line}` : `line ${line}, column ${column}`),
  more: (count: number) => `The report has ${counted(count, 'more finding')}.`,
  report: 'Open the report',
}
