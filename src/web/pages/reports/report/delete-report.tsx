import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { useDeleteReport } from '#web/api/report-mutations.ts'
import { reportQueries } from '#web/api/report-queries.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { reportWords as words } from '#web/words/report.ts'

/** Asks, deletes, and goes back to the list. */
export function DeleteReport({ id, open, back, onClose }: { id: number; open: boolean; back: string; onClose: () => void }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { mutate, isPending, error, reset } = useDeleteReport()
  const deleted = useRef(false)
  // Only once the page is left: until then it still shows what was deleted.
  useEffect(
    () => () => {
      if (deleted.current) queries.removeQueries({ queryKey: reportQueries.detail(id).queryKey })
    },
    [queries, id],
  )
  const confirm = () =>
    mutate(id, {
      onSuccess: () => {
        deleted.current = true
        showToast({ text: words.deleted, tone: 'good' })
        navigate(back)
      },
    })
  return (
    <ConfirmDialog
      open={open}
      danger
      title={words.deleteTitle}
      confirmLabel={words.deleteConfirm}
      cancelLabel={words.cancel}
      busy={isPending}
      error={error && (error.message || words.deleteFailed)}
      onConfirm={confirm}
      onClose={() => {
        reset()
        onClose()
      }}
    >
      <p>{words.deleteText}</p>
    </ConfirmDialog>
  )
}
