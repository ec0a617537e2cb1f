import type { PageFilterName, ReportListQuery } from '#contract/list-query.ts'
import { checksQuery } from '#web/checks/queries.ts'
import { queryClient } from '#web/data/query-client.ts'
import { humanise } from '#web/ui/humanise.ts'
import { pageFilterWords as words } from './page-filter-words.ts'

export type PageFilterLabels = Record<PageFilterName, string | null>

/** Returns the label of each filter of pages that is set. The name of a check is from the server's catalogue. */
export async function pageFilterLabels(query: Pick<ReportListQuery, PageFilterName>): Promise<PageFilterLabels> {
  const { check, changed, indexability, group, structure, score, from, to } = query
  return {
    check: check && words.issue(await checkName(check)),
    changed: changed && words.changes[changed],
    indexability: indexability && words.states[indexability],
    group: group && words.inGroup(group),
    structure: structure && words.structures[structure],
    score: score && words.scored(score),
    from: from && words.fromDay(from),
    to: to && words.toDay(to),
  }
}

async function checkName(id: string): Promise<string> {
  const catalogue = await queryClient.ensureQueryData(checksQuery()).catch(() => null)
  return catalogue?.data.find((check) => check.id === id)?.name ?? humanise(id)
}
