import type { ReactNode } from 'react'
import type { AnyReportRow } from '#contract/reports/report-row.ts'
import { BulkDeleteResponse } from '#contract/responses/envelope.ts'
import { maxConcurrent } from '#web/data/concurrency.ts'
import { currentClient } from '#web/data/current-client.ts'
import { ownChanges, removeOnceUnused } from '#web/data/query-client.ts'
import { onOwnService } from '#web/data/service.ts'
import { currentPerson } from '#web/data/session.ts'
import { type Batch, BatchCard, type BatchLine, failedOf, runGroups } from '#web/list/batch.tsx'
import { batchWords } from '#web/list/words.ts'
import { reportQueries, outdateReports } from '#web/resources/report-queries.ts'
import { showDeleted } from '#web/resources/restore.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { createStore } from '#web/ui/store.ts'
import { showToast } from '#web/ui/toast.tsx'
import { deletingWords as words } from './words.ts'

/** Reports per request: few enough for a response within seconds. */
const maxPerRequest = 500

type Report = Pick<AnyReportRow, 'id' | 'url'>
type Deletion = {
  /** Shows a dialog over the page; null closes it. */
  showDialog: (dialog: ReactNode) => void
  /** Called before the first request, after the confirmation if there is one. */
  onStart?: () => unknown
  /** Called before the deleted rows leave the lists. */
  onDeleted?: (ids: readonly number[]) => void
}

/** Deletes reports. Other servers can't restore them, so the user confirms it there. */
export async function deleteReports(reports: readonly Report[], deletion: Deletion) {
  const { showDialog, onStart } = deletion
  const began = currentPerson()
  const isOwn = await onOwnService()
  const start = async () => {
    await onStart?.()
    if (currentPerson() === began) await send(reports, isOwn ? maxPerRequest : 1, deletion)
  }
  if (isOwn) return start()
  showDialog(
    <ConfirmDialog
      open
      title={words.confirmTitle(reports.length)}
      confirmLabel={words.confirm(reports.length)}
      cancelLabel={words.cancel}
      danger
      onConfirm={() => {
        showDialog(null)
        void start()
      }}
      onClose={() => showDialog(null)}
    >
      {words.confirmText}
    </ConfirmDialog>,
  )
}

async function send(reports: readonly Report[], perRequest: number, deletion: Deletion) {
  const of = reports.length
  const restorable: number[] = []
  const groups = Array.from({ length: Math.ceil(of / perRequest) }, (_, at) =>
    reports.slice(at * perRequest, (at + 1) * perRequest),
  )
  const { lines, close, isOver, isStopped } = await runGroups({
    title: words.working(of),
    groups,
    lineOf: ({ id, url }) => ({ id, url }),
    act: async (group) => void restorable.push(...(await deleteGroup(group))),
    // Requests that were sent can't be stopped.
    canStop: groups.length > maxConcurrent,
  })
  close()
  const failed = failedOf(lines)
  const deleted = lines.flatMap(({ id, error }) => (error ? [] : id))
  if (deleted.length > 0) deletion.onDeleted?.(deleted)
  for (const id of deleted) {
    ownChanges.add('reports', id)
    removeOnceUnused(reportQueries.detail(id).queryKey)
  }
  outdateReports()
  if (isOver) return
  if (deleted.length > 0 || isStopped)
    showDeleted(isStopped ? words.stopped(deleted.length, of) : words.done(deleted.length), 'reports', restorable)
  if (failed.length > 0) showFailed(failed, of, () => void send(failed, perRequest, deletion))
}

/** Returns the IDs of the reports that can be restored. Those that another person has deleted count as deleted. */
async function deleteGroup(reports: readonly Report[]): Promise<number[]> {
  const ids = reports.map(({ id }) => id)
  if (ids.length === 1) return (await currentClient().remove(`/reports/${ids[0]}`)) ? ids : []
  const { data, restorable_until } = await currentClient().write(
    'POST',
    '/bulk/reports/delete',
    (body) => BulkDeleteResponse.parse(body),
    { form: { ids: ids.join(',') }, isSafeToRepeat: true },
  )
  return restorable_until === null ? [] : data.flatMap(({ id, deleted }) => (deleted ? id : []))
}

function showFailed(failed: BatchLine[], of: number, onRetry: () => void) {
  const retry = () => {
    close()
    onRetry()
  }
  const batch = createStore<Batch>({
    title: words.failed(failed.length, of),
    of: null,
    lines: failed,
    action: { label: batchWords.retry(failed.length), onSelect: retry },
  })
  const close = showToast({ tone: 'bad', stays: true, text: <BatchCard batch={batch} /> })
}
