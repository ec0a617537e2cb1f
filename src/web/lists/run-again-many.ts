import type { ReportRow } from '#contract/report-row.ts'
import { ownDoing } from '#web/api/own-doing.ts'
import { queryClient } from '#web/api/query-client.ts'
import { outdateReports, reportQueries } from '#web/api/report-queries.ts'
import { currentClient } from '#web/api/session.ts'
import { websiteQueries } from '#web/api/website-queries.ts'
import { paths } from '#web/paths.ts'
import { batchWords } from '#web/words/batches.ts'
import { runBatch } from './run-batch.tsx'

const { running: words } = batchWords

/** Analyses each URL anew, once. */
export const runAgainMany = (reports: readonly Pick<ReportRow, 'id' | 'url'>[]) =>
  runBatch({
    items: [...new Map(reports.map((report) => [report.url, report])).values()],
    nameOf: ({ url }) => url,
    async act({ url }, signal) {
      const { id, score } = await currentClient().createReport(url, signal)
      ownDoing.add('reports', id)
      return { to: paths.report(id), note: words.score(score) }
    },
    after() {
      void outdateReports(queryClient)
      void queryClient.invalidateQueries({ queryKey: reportQueries.lists() })
      void queryClient.invalidateQueries({ queryKey: websiteQueries.all() })
    },
    words,
  })
