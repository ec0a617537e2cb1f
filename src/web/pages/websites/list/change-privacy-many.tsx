import type { Website } from '#contract/website.ts'
import { forEach } from '#web/api/many.ts'
import { queryClient } from '#web/api/query-client.ts'
import { currentClient } from '#web/api/session.ts'
import { updateWebsite, type WebsiteChange } from '#web/api/website-calls.ts'
import { websiteQueries } from '#web/api/website-queries.ts'
import { type Batch, type BatchLine, failedOf } from '#web/lists/batch.ts'
import { BatchCard } from '#web/lists/batch-card.tsx'
import { createStore } from '#web/lists/store.ts'
import { paths } from '#web/paths.ts'
import { showToast } from '#web/ui/toast.tsx'
import { batchWords } from '#web/words/batches.ts'
import { manyPrivacyWords as words } from '#web/words/privacy.ts'

/** Changes each, four at a time; the card over the page tells how each went, and can stop what has not begun. */
export async function changePrivacyOfMany(websites: readonly Pick<Website, 'id' | 'domain'>[], change: WebsiteChange) {
  const many = websites.length
  const stop = new AbortController()
  const lines: BatchLine[] = []
  const action = { label: batchWords.stop, onSelect: () => stop.abort() }
  const working = { title: words.working(many), of: many, lines, action }
  const batch = createStore<Batch>(working)
  const drop = showToast({ text: <BatchCard batch={batch} />, stays: true })

  await forEach(websites, ({ id }) => updateWebsite(currentClient(), id, change), {
    signal: stop.signal,
    onOutcome({ item: { id, domain }, error }) {
      lines.push(error ? { id, url: domain, error } : { id, url: domain, error, to: paths.website(id), note: words.isNow(change.privacy) })
      batch.set({ ...working })
    },
  })
  void queryClient.invalidateQueries({ queryKey: websiteQueries.all() })

  const failed = failedOf(lines)
  const retry = () => {
    drop()
    void changePrivacyOfMany(websites.filter(({ id }) => failed.some((line) => line.id === id)), change)
  }
  const done = lines.length - failed.length
  const title = stop.signal.aborted ? words.stopped(done, many) : failed.length > 0 ? words.failed(failed.length, many) : words.done(many)
  batch.set({ title, of: null, lines, action: failed.length > 0 ? { label: batchWords.retry(failed.length), onSelect: retry } : undefined })
}
