import { dateFormat } from '../format/date-format.ts'
import { indexabilityTexts } from '../reports/indexability-texts.ts'
import { deepClicks } from '../websites/site-structure.ts'
import type { ReportChange, PageFilterName, ReportListQuery, Structure } from './list-query.ts'

/** The labels of the filters of pages that are set. */
export type PageFilterLabels = Record<PageFilterName, string | null>

export const changeLabels: Record<ReportChange, string> = {
  better: 'Got better',
  worse: 'Got worse',
  new: 'New',
  not_indexable: 'No longer indexable',
}

/** The places of pages in their website. */
export const structureLabels: Record<Structure, string> = {
  orphan: 'Orphan pages',
  deep: `Pages more than ${deepClicks} clicks deep`,
}

/** "70–79" */
export const scoreRangeLabel = (range: string) => range.replace('-', '–')

const formatDay = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' })
const day = (iso: string) => formatDay(new Date(iso))

/** Returns the label of each filter of pages that is set. `checkName` is the name of the check of the filter. */
export function pageFilterLabels(
  query: Pick<ReportListQuery, PageFilterName>,
  checkName: string | null,
): PageFilterLabels {
  const { check, changed, indexability, group, structure, score, from, to } = query
  return {
    check: check && `Issue: ${checkName ?? check}`,
    changed: changed && changeLabels[changed],
    indexability: indexability && indexabilityTexts[indexability],
    group: group && `URLs: ${group}`,
    structure: structure && structureLabels[structure],
    score: score && `score ${scoreRangeLabel(score)}`,
    from: from && `from ${day(from)}`,
    to: to && `until ${day(to)}`,
  }
}
