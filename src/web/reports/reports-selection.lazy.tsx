import { useContext, useState } from 'react'
import { ReportRow } from '#contract/report-row.ts'
import { useMayWrite } from '#web/data/session.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { selectionWords as words } from '#web/list/selection-words.ts'
import { deleteWithUndo } from './delete-with-undo.lazy.tsx'
import { ExportDialog } from '#web/list/export-dialog.tsx'
import { gatherAll } from '#web/list/collect-stream.ts'
import { ReportRowActionsContext } from './report-row-actions.ts'
import { reportsExport } from './reports-export.ts'
import { runAgainMany } from './run-again-many.ts'
import type { Selection } from '#web/list/selection.ts'
import { SelectionBar } from '#web/list/selection-bar.tsx'
import type { ReportsListState } from './use-reports-list.ts'

/** So many analyses are begun without asking. */
const fewAnalyses = 10

/** The chosen reports, and what can be done with them. */
export function ReportsSelection({ state, selection }: { state: ReportsListState; selection: Selection<ReportRow> }) {
  const mayWrite = useMayWrite()
  const { leave } = useContext(ReportRowActionsContext)
  const [toRun, setToRun] = useState<ReportRow[]>([])
  const [toExport, setToExport] = useState<{ rows: ReportRow[] | null } | null>(null)

  const runAll = (rows: ReportRow[]) => {
    setToRun([])
    selection.reset(false)
    void runAgainMany(rows)
  }
  const remove = (rows: ReportRow[]) => {
    leave(rows.map(({ id }) => id))
    deleteWithUndo(rows)
  }
  return (
    <>
      <SelectionBar
        selection={selection}
        total={state.rows.page?.total ?? null}
        relation={state.rows.page?.totalRelation ?? 'eq'}
        gather={gatherAll(reportsExport(state).source, ReportRow)}
        copy={{ label: words.copyUrls, done: words.copied, textOf: ({ url }) => url }}
        {...(mayWrite && {
          onRemove: remove,
          onAgain: (rows: ReportRow[]) => (rows.length > fewAnalyses ? setToRun(rows) : runAll(rows)),
        })}
        onExport={(rows) => setToExport({ rows })}
      />
      <ConfirmDialog
        open={toRun.length > 0}
        title={words.againTitle(toRun.length)}
        confirmLabel={words.againConfirm(toRun.length)}
        cancelLabel={words.cancel}
        onConfirm={() => runAll(toRun)}
        onClose={() => setToRun([])}
      >
        {words.againText}
      </ConfirmDialog>
      {toExport && <ExportDialog {...reportsExport(state)} rows={toExport.rows} onClose={() => setToExport(null)} />}
    </>
  )
}
