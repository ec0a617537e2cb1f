import type { AuditFilter } from '#contract/audit.ts'
import { exportAudit } from './audit-queries.ts'
import { piecesOf } from '#web/list/export-calls.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { openFile } from '#web/list/file-sink.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { auditWords as words } from './activity-words.ts'
import { errorSentence } from '#web/data/error-words.ts'

/** Saves every note that the filters leave. */
export function ExportButton({ filter }: { filter: AuditFilter }) {
  const { busy, error, submit } = useSubmit(async (_: undefined, signal) => {
    const file = await openFile(`activity-${new Date().toISOString().slice(0, 10)}.csv`, 'text/csv')
    if (!file) return
    try {
      const { body, total } = await exportAudit(filter, signal)
      for await (const piece of piecesOf(body)) await file.write(piece)
      await file.close()
      if (total !== null) showToast({ text: words.exported(total), tone: 'good' })
    } catch (thrown) {
      await file.abort().catch(() => {})
      throw thrown
    }
  })
  return (
    <>
      {error && <span role="alert">{errorSentence(error)}</span>}
      <Button icon="download" busy={busy} onClick={() => submit(undefined)}>
        {busy ? words.exporting : words.export}
      </Button>
    </>
  )
}
