import { reportsWords } from './words.ts'
import { ColumnsDialog } from '#web/list/columns-dialog.tsx'
import { ExportDialog } from '#web/list/export-dialog.tsx'
import type { Tool } from '#web/list/list-tools.tsx'
import { reportsExport } from './reports-export.ts'
import type { ReportsListState } from './use-reports-list.ts'

const { columns: names } = reportsWords

/** The dialogs behind the tools of a reports list. */
export function ReportsToolDialog({
  tool,
  state,
  onClose,
}: {
  tool: Tool
  state: ReportsListState
  onClose: () => void
}) {
  if (tool === 'export') return <ExportDialog {...reportsExport(state)} rows={null} onClose={onClose} />
  const rows = state.rows.page?.rows ?? []
  // What this server does not tell is not offered.
  const told = {
    title: rows.some(({ title }) => title !== null),
    change: rows.some(({ previous_score }) => previous_score !== null),
    engine: rows.some(({ engine }) => engine !== null),
  }
  return (
    <ColumnsDialog
      onClose={onClose}
      columns={[
        { name: 'reports.score', label: names.score },
        { name: 'reports.previous_score', label: names.change, optional: true, is: told.change },
        { name: 'reports.result', label: names.rating },
        { name: 'reports.title', label: names.title, is: told.title },
        {
          name: 'reports.domain',
          label: names.website,
          is: !state.websiteFixed || state.list.query.website_id === null,
        },
        { name: 'reports.created_at', label: names.created },
        { name: 'reports.engine', label: names.engine, optional: true, is: told.engine },
        { name: 'reports.id', label: names.id, optional: true },
      ].filter(({ is }) => is !== false)}
    />
  )
}
