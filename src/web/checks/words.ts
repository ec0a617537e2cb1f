import type { CheckNeed, EvidenceGrade, Importance } from '#contract/analysis.ts'

/** The words for the properties of a check, on its page and in reports. */
export const checkWords = {
  importance: {
    high: 'High importance',
    medium: 'Medium importance',
    low: 'Low importance',
  } satisfies Record<Importance, string>,
  unscored: 'Not scored',
  grade: {
    required: 'Required by Google or a standard',
    recommended: 'Recommended by Google',
    heuristic: 'A habit of the trade; Google does not ask for it',
  } satisfies Record<EvidenceGrade, string>,
  gradeShort: { required: 'Required', recommended: 'Recommended', heuristic: 'Habit' } satisfies Record<
    EvidenceGrade,
    string
  >,
  needs: {
    requests: 'Requests beside the page',
    website: 'Other reports of the website',
    elsewhere: 'A browser, a crawl or field data',
  } satisfies Record<CheckNeed, string>,
}

/** The words of the pages about checks. */
export const checksPageWords = {
  title: 'Checks',
  lead: (many: number, ruleset: number) =>
    `The ${many} checks of rule set ${ruleset}: what each asks for, why, and where its limits come from.`,
  search: 'Search checks',
  found: (many: number, all: number) => `${many} of ${all} checks`,
  noneFound: (text: string) => `No check speaks of “${text}”`,
  clearSearch: 'Show all checks',
  contents: 'Categories',
  category: 'Category',
  columns: { check: 'Check', importance: 'Importance', points: 'Points', grade: 'Evidence', needs: 'Needs' },
  importance: { high: 'High', medium: 'Medium', low: 'Low' } satisfies Record<Importance, string>,
  gate: 'blocker',
  notScored: 'not scored',
  pageOnly: 'The page alone',

  none: 'This server does not explain its checks',
  noneText: 'Its reports carry what they found; the texts behind them are not to be had here.',
  toReports: 'Go to reports',
  missing: 'There is no such check',
  missingText: (id: string) => `This server has no check called ${id}. It may have been renamed.`,
  allChecks: 'All checks',
  crumbs: 'Back to all checks',
  loading: 'Loading the checks',

  id: 'Id',
  passTitle: 'When it passes',
  failTitle: 'When it does not',
  why: 'Why it matters',
  how: 'What to do',
  thresholds: 'How it is judged',
  scoring: 'How it is scored',
  reference: 'Read more',
  newWindow: '(opens in a new tab)',
  deducts: (points: number) => `Deducts at most ${points} ${points === 1 ? 'point' : 'points'} from 100.`,
  deduction: 'A failure deducts all of them, a warning half.',
  supersedes: (checks: string) =>
    `While it has a fault, these checks deduct nothing, because they show the same cause: ${checks}.`,
  shownOnly: 'It is shown for information and never changes the score.',
  isBlocker: 'It’s a blocker: while it fails, the score is at most 49.',
  googleYes: 'It counts in the Google-backed score too.',
  googleNo: 'It does not count in the Google-backed score.',
}
