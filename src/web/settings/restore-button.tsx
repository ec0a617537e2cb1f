import type { AnyAuditRow } from '#contract/access/audit.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { restore } from '#web/resources/restore.tsx'
import { Button } from '#web/ui/button.tsx'
import { activityWords as words } from './words.ts'

/** Undoes the deletion of an entry, as long as the server can. */
export function RestoreButton({ event: { object, restorable } }: { event: AnyAuditRow }) {
  const { busy, failure, submit } = useSubmit((ids: readonly number[]) =>
    restore(object?.kind === 'website' ? 'websites' : 'reports', ids),
  )
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
