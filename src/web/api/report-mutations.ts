import type { AnyReport } from '#contract/any-report.ts'
import { ownDoing } from './own-doing.ts'
import { queryClient } from './query-client.ts'
import { outdateReports, reportQueries } from './report-queries.ts'
import { currentClient } from './session.ts'
import { websiteQueries } from './website-queries.ts'

/** Analyses `url`; resolves with the finished report, which is then at hand for its page. Throws ApiError alone. */
export async function createReport(url: string, signal?: AbortSignal): Promise<AnyReport> {
  const report = await currentClient().createReport(url, signal)
  ownDoing.add('reports', report.id)
  keepNewReport(report)
  return report
}

/** It is at hand at once; whatever else was known may be otherwise now. */
export function keepNewReport(report: AnyReport) {
  void outdateReports(queryClient)
  if (report.results.checks.length > 0) queryClient.setQueryData(reportQueries.detail(report.id).queryKey, report)
  void queryClient.invalidateQueries({ queryKey: reportQueries.lists() })
  void queryClient.invalidateQueries({ queryKey: websiteQueries.all() })
}
