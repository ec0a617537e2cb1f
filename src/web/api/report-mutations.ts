import type { Report } from '#contract/report.ts'
import { queryClient } from './query-client.ts'
import { outdateReports, reportQueries } from './report-queries.ts'
import { websiteQueries } from './website-queries.ts'

/** It is at hand at once; whatever else was known may be otherwise now. */
export function keepNewReport(report: Report) {
  void outdateReports(queryClient)
  if (Object.keys(report.results).length > 0) queryClient.setQueryData(reportQueries.detail(report.id).queryKey, report)
  void queryClient.invalidateQueries({ queryKey: reportQueries.lists() })
  void queryClient.invalidateQueries({ queryKey: websiteQueries.all() })
}
