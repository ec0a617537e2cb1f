import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Report } from '#contract/report.ts'
import type { ApiError } from './api-error.ts'
import { ownDoing } from './own-doing.ts'
import { reportQueries } from './report-queries.ts'
import { currentClient } from './session.ts'
import { websiteQueries } from './website-queries.ts'

/** Analyses `url`; resolves with the finished report, which is then at hand for its page. */
export function useCreateReport() {
  const queries = useQueryClient()
  return useMutation<Report, ApiError, { url: string; signal?: AbortSignal | undefined }>({
    mutationFn: ({ url, signal }) => currentClient().createReport(url, signal),
    onSuccess: (report) => {
      ownDoing.add('reports', report.id)
      if (Object.keys(report.results).length > 0) queries.setQueryData(reportQueries.detail(report.id).queryKey, report)
      void queries.invalidateQueries({ queryKey: reportQueries.lists() })
      void queries.invalidateQueries({ queryKey: websiteQueries.all() })
    },
  })
}
