import { counted } from '#contract/format/numbers.ts'
import { changeLabels, scoreRangeLabel, structureLabels } from '#contract/lists/page-filter-labels.ts'
import { indexabilityTexts } from '#contract/reports/indexability-texts.ts'
import { roundScore } from '#contract/reports/rating.ts'
import type { PageGroup } from '#contract/websites/website-pages.ts'

/** The words of the filters of pages, and of the headline in their rows. */
export const pageFilterWords = {
  any: 'Any',
  check: 'Issue',
  checkHint: 'Pages whose latest report fails this check or has a warning.',
  changed: 'Change since the previous report',
  indexability: 'Google',
  from: 'Analysed from',
  to: 'Analysed until',
  group: 'Page group',
  folders: 'Folders',
  shapes: 'URL patterns',
  /** “/blog/ · 212 pages · average 74 · Title tag” */
  groupOption: ({ group, pages, average, worst_check, worst_check_name }: PageGroup) =>
    [group, counted(pages, 'page'), `average ${roundScore(average)}`, worst_check_name ?? worst_check]
      .filter(Boolean)
      .join(' · '),
  structure: 'Website structure',
  structureHint: 'Found by the last crawl of the website.',
  score: 'Score',
  clear: 'Clear these filters',
  done: 'Show pages',

  changes: changeLabels,
  states: indexabilityTexts,
  structures: structureLabels,
  /** “Google can’t index this page: Noindex” */
  headline: (text: string, check: string) => `${text}: ${check}`,
  scoreRange: scoreRangeLabel,
}
