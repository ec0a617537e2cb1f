import type { ReportRow } from '#contract/report-row.ts'
import { useDeleteReport } from '#web/api/use-delete-report.ts'
import { useSubmit } from '#web/forms/use-submit.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { UrlText } from '#web/ui/url-text.tsx'
import { errorSentence } from '#web/words/errors.ts'
import { reportRowWords } from '#web/words/report-row.ts'

type DeleteReportDialogProps = { report: Pick<ReportRow, 'id' | 'url'>; onClose: () => void; onDeleted: () => void }

/** Deletes a report after saying what goes with it. */
export function DeleteReportDialog({ report, onClose, onDeleted }: DeleteReportDialogProps) {
  const { mutateAsync } = useDeleteReport()
  const { busy, error, submit } = useSubmit(async (id: number) => {
    await mutateAsync(id)
    showToast({ text: reportRowWords.deleted })
    onDeleted()
  })
  return (
    <ConfirmDialog
      open
      danger
      title={reportRowWords.deleteTitle}
      confirmLabel={reportRowWords.deleteConfirm}
      cancelLabel={reportRowWords.cancel}
      busy={busy}
      error={error && errorSentence(error)}
      onConfirm={() => submit(report.id)}
      onClose={onClose}
    >
      <UrlText url={report.url} lines="wrap" />
      <p>{reportRowWords.deleteText}</p>
    </ConfirmDialog>
  )
}
