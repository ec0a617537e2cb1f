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

  /** How the score is computed. */
  method: {
    title: 'How the score is computed',
    rules: [
      'A report starts at 100. Each fault deducts its check’s points, in proportion to its extent. The score is never below 0.',
      'Passed checks earn nothing. Checks that don’t apply, or that we couldn’t run, deduct nothing.',
      'A failed blocker caps the score at 49. The report shows the score without it, such as 49 → 81.',
      'One cause is deducted once: over HTTP, for example, only the HTTPS check deducts points, not each form.',
      'A category’s score is 100 minus the share of its points that is lost. The Google-backed score counts only checks from Google’s documentation.',
    ],
    example: 'Example: a page with four faults.',
    steps: [
      '2 of 20 sampled internal links are broken: a tenth of 20 points, −2.',
      'The meta description is missing: all of its 6 points, −6.',
      '4 of 12 images have no alt text: a third of 6 points, −2.',
      'The page says noindex, which is a blocker: all of its 12 points, −12.',
    ],
    result: '100 − 2 − 6 − 2 − 12 = 78, capped at 49 by the blocker. Without noindex, the score is 90: 49 → 90.',
    changes: (ruleset: number, pages: number, websites: number) =>
      `Ruleset ${ruleset}: ${pages} ${pages === 1 ? 'page' : 'pages'} of ${websites} ${websites === 1 ? 'website' : 'websites'} changed rating`,
    rating: 'Rating',
    absent: 'not checked',
    change: (what: string, from: string, to: string, pages: number) =>
      `${what}: ${from} → ${to} (${pages} ${pages === 1 ? 'page' : 'pages'})`,
  },
}
