import type { ReportRow } from '#contract/report-row.ts'
import { createReport } from '#web/analyse/create-report.ts'
import { queryClient } from '#web/data/query-client.ts'
import { outdateReports, reportQueries } from './queries.ts'
import { websiteQueries } from '#web/websites/queries.ts'
import { paths } from '#web/app/paths.ts'
import { batchWords } from '#web/list/batch-words.ts'
import { runBatch } from '#web/list/run-batch.tsx'

const { running: words } = batchWords

/** Analyses each URL anew, once: what a limit has refused is told, and left to whoever looks. One without an answer is told over the page, where its report is looked for. */
export const runAgainMany = (reports: readonly Pick<ReportRow, 'id' | 'url'>[]) =>
  runBatch({
    items: [...new Map(reports.map((report) => [report.url, report])).values()],
    nameOf: ({ url }) => url,
    once: true,
    async act({ url }, signal) {
      const { id, score } = await createReport(url, signal)
      return { to: paths.report(id), note: words.score(score) }
    },
    after() {
      void outdateReports(queryClient)
      void queryClient.invalidateQueries({ queryKey: reportQueries.lists() })
      void queryClient.invalidateQueries({ queryKey: websiteQueries.all() })
    },
    words,
  })
