import type { AnyReport } from '#contract/any-report.ts'
import { queryClient } from '#web/data/query-client.ts'
import { outdateReports, reportQueries } from './queries.ts'
import { websiteQueries } from '#web/websites/queries.ts'

/** It is at hand at once; whatever else was known may be otherwise now. */
export function keepNewReport(report: AnyReport) {
  void outdateReports(queryClient)
  if (report.results.checks.length > 0) queryClient.setQueryData(reportQueries.detail(report.id).queryKey, report)
  void queryClient.invalidateQueries({ queryKey: reportQueries.lists() })
  void queryClient.invalidateQueries({ queryKey: websiteQueries.all() })
}
