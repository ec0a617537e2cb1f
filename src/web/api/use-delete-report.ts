import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Page } from '#contract/envelope.ts'
import type { ReportRow } from '#contract/report-row.ts'
import type { ApiError } from './api-error.ts'
import { gone } from './gone.ts'
import { ownDoing } from './own-doing.ts'
import { reportQueries } from './report-queries.ts'
import { currentClient } from './session.ts'
import { websiteQueries } from './website-queries.ts'

/** Deletes the report with this id. Its row leaves the lists at once; its own page is left to whoever shows it. */
export function useDeleteReport() {
  const queries = useQueryClient()
  return useMutation<void, ApiError, number>({
    mutationFn: (id) => gone(currentClient().deleteReport(id)),
    onSuccess: (_, id) => {
      ownDoing.add('reports', id)
      queries.removeQueries({ queryKey: reportQueries.detail(id).queryKey, type: 'inactive' })
      queries.setQueriesData<Page<ReportRow>>({ queryKey: reportQueries.lists() }, (page) => page && without(page, id))
      void queries.invalidateQueries({ queryKey: reportQueries.lists() })
      void queries.invalidateQueries({ queryKey: websiteQueries.all() })
    },
  })
}

function without(page: Page<ReportRow>, id: number): Page<ReportRow> {
  const rows = page.rows.filter((row) => row.id !== id)
  if (rows.length === page.rows.length) return page
  return { ...page, rows, total: page.total === null ? null : page.total - 1 }
}
