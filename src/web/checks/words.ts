import type { CheckNeed, EvidenceGrade, Importance } from '#contract/analysis.ts'

/** What a check is, on its own page and inside a report. */
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
