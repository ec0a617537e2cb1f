import { grouped } from '#contract/format/numbers.ts'
import type { CheckNeed, EvidenceGrade, Importance } from '#contract/reports/analysis.ts'

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
    elsewhere: 'A rendered page, a site crawl or field data',
  } satisfies Record<CheckNeed, string>,
}

/** The ring of a website. */
export const websiteRingWords = {
  segment: (name: string, pages: number, all: number) =>
    pages === 0 ? `${name}: no issue` : `${name}: ${grouped(pages)} of ${grouped(all)} pages`,
}
