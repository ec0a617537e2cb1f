import type { ReportRow } from '#contract/report-row.ts'
import { forEach } from '#web/api/many.ts'
import { ownDoing } from '#web/api/own-doing.ts'
import { queryClient } from '#web/api/query-client.ts'
import { reportQueries } from '#web/api/report-queries.ts'
import { currentClient } from '#web/api/session.ts'
import { websiteQueries } from '#web/api/website-queries.ts'
import { paths } from '#web/paths.ts'
import { showToast } from '#web/ui/toast.tsx'
import { batchWords } from '#web/words/batches.ts'
import { type Batch, type BatchLine, failedOf } from './batch.ts'
import { BatchCard } from './batch-card.tsx'
import { createStore } from './store.ts'

const { running: words } = batchWords

/** Analyses each URL anew, once, four at a time; the card over the page tells how each went, and can stop what has not begun. */
export async function runAgainMany(reports: readonly Pick<ReportRow, 'id' | 'url'>[]) {
  const urls = [...new Map(reports.map((report) => [report.url, report])).values()]
  const many = urls.length
  const stop = new AbortController()
  const lines: BatchLine[] = []
  const action = { label: batchWords.stop, onSelect: () => stop.abort() }
  const batch = createStore<Batch>({ title: words.working(many), of: many, lines, action })
  const drop = showToast({ text: <BatchCard batch={batch} />, stays: true })

  await forEach(urls, ({ url }) => currentClient().createReport(url, stop.signal), {
    signal: stop.signal,
    onOutcome({ item, result, error }) {
      lines.push(error ? { ...item, error } : { ...item, error, to: paths.report(result.id), note: words.score(result.score) })
      if (result) ownDoing.add('reports', result.id)
      batch.set({ title: words.working(many), of: many, lines, action })
    },
  })
  void queryClient.invalidateQueries({ queryKey: reportQueries.lists() })
  void queryClient.invalidateQueries({ queryKey: websiteQueries.all() })

  const failed = failedOf(lines)
  const retry = () => {
    drop()
    void runAgainMany(failed)
  }
  const title = stop.signal.aborted ? words.stopped(lines.length - failed.length, many) : failed.length > 0 ? words.failed(failed.length, many) : words.done(many)
  batch.set({ title, of: null, lines, action: failed.length > 0 ? { label: batchWords.retry(failed.length), onSelect: retry } : undefined })
}
