import type { PageFilterName, ReportListQuery } from '#contract/lists/list-query.ts'
import { pageFilterLabels, type PageFilterLabels } from '#contract/lists/page-filter-labels.ts'
import { checkNameIn } from '#web/checks/check-name.ts'
import { checksQuery } from '#web/checks/queries.ts'
import { queryClient } from '#web/data/query-client.ts'

/** Returns the labels of the filters of pages. The name of a check is from the server's catalogue. */
export async function loadPageFilterLabels(query: Pick<ReportListQuery, PageFilterName>): Promise<PageFilterLabels> {
  return pageFilterLabels(query, query.check && (await checkName(query.check)))
}

async function checkName(id: string): Promise<string> {
  const catalogue = await queryClient.ensureQueryData(checksQuery()).catch(() => null)
  return checkNameIn(catalogue?.data, id)
}
