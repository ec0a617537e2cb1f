import type { AnyAuditRow } from '#contract/access/audit.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { showReports } from '#web/reports/delete-reports.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { activityWords as words } from './words.ts'

/** Undoes the deletion of an entry, as long as the server can. */
export function RestoreButton({ event: { object, restorable } }: { event: AnyAuditRow }) {
  const { busy, failure, submit } = useSubmit(async (ids: readonly number[]) => {
    await restore(object?.kind === 'website' ? 'websites' : 'reports', ids)
    showToast({ text: words.restored })
  })
  if (!restorable) return null
  return (
    <>
      <Button size="s" icon="again" busy={busy} onClick={() => submit(restorable.ids)}>
        {words.restore}
      </Button>
      {failure && <span role="alert">{failure}</span>}
    </>
  )
}

async function restore(resource: 'reports' | 'websites', ids: readonly number[]) {
  const [id] = ids
  const client = currentClient()
  try {
    await (ids.length === 1
      ? client.call('POST', `/${resource}/${id}/restore`, { isSafeToRepeat: true })
      : client.call('POST', '/bulk/reports/restore', { form: { ids: ids.join(',') }, isSafeToRepeat: true }))
    if (resource === 'reports') showReports(ids)
  } finally {
    // Also after a failure, which can mean that it is too late. Any data can have changed.
    void queryClient.invalidateQueries()
  }
}
