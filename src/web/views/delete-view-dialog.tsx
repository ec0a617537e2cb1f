import { alertQueries } from '#web/alerts/queries.ts'
import { queryClient } from '#web/data/query-client.ts'
import { scheduleOf, schedulesQuery } from '#web/schedules/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { View } from '#contract/views.ts'
import { viewsWords as words } from './words.ts'

/** Whether a view on screen has a schedule or alerts. They are deleted with it, and Undo can't bring them back. */
export function isMonitored({ id }: View): boolean {
  const rules = queryClient.getQueryData(alertQueries.rules().queryKey) ?? []
  const schedules = queryClient.getQueryData(schedulesQuery().queryKey) ?? []
  return rules.some(({ view_id }) => view_id === id) || scheduleOf({ kind: 'view', id }, schedules) !== undefined
}

type DeleteViewDialogProps = { view: View; onDelete: () => void; onClose: () => void }

/** Confirms the deletion of a view that has a schedule or alerts. */
export const DeleteViewDialog = ({ view, onDelete, onClose }: DeleteViewDialogProps) => (
  <Dialog
    open
    onClose={onClose}
    title={words.deleteTitle(view.name)}
    actions={
      <>
        <Button data-autofocus onClick={onClose}>
          {words.cancel}
        </Button>
        <Button variant="danger" onClick={onDelete}>
          {words.deleteView}
        </Button>
      </>
    }
  >
    <p>{words.deleteText}</p>
  </Dialog>
)
