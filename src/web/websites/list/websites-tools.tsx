import { isVisitor } from '#web/data/session.ts'
import { ColumnsDialog } from '#web/list/columns-dialog.tsx'
import { ExportDialog } from '#web/list/export-dialog.tsx'
import type { Tool } from '#web/list/list-tools.tsx'
import { websitesWords } from '../words.ts'
import type { WebsitesListState } from './use-websites-list.ts'
import { websitesExport } from './websites-export.ts'

const { columns: names } = websitesWords

const columns = [
  { name: 'websites.reports_avg_score', label: names.score },
  { name: 'websites.rating', label: names.rating },
  { name: 'websites.reports_count', label: names.reports },
  { name: 'websites.privacy', label: names.privacy },
  { name: 'websites.created_at', label: names.created },
]

/** The dialogs behind the tools of the websites list. */
export function WebsitesToolDialog({
  tool,
  state,
  onClose,
}: {
  tool: Tool
  state: WebsitesListState
  onClose: () => void
}) {
  if (tool === 'export') return <ExportDialog {...websitesExport(state)} rows={null} onClose={onClose} />
  return (
    <ColumnsDialog
      columns={columns.filter(({ name }) => name !== 'websites.privacy' || !isVisitor())}
      onClose={onClose}
    />
  )
}
