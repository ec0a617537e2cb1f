import { useContext } from 'react'
import type { PageListQuery } from '#contract/lists/page-list.ts'
import { useAnalyseRequests } from '#web/data/analyse-request.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { ListActionsContext } from '#web/list/list-actions.ts'
import type { SelectionProps } from '#web/list/resource-list.tsx'
import { SelectionBar } from '#web/list/selection-bar.tsx'
import { reportSelectionWords as words } from '#web/reports/words.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import type { PageRow } from './page-row.ts'

/** More pages than this are confirmed first. */
const maxUnconfirmed = 10

/** The bar of the selected pages of a website. Its list has exports of its own. */
export function PagesSelection(props: SelectionProps<PageRow, PageListQuery>) {
  const { selection } = props
  const canWrite = useCanWrite()
  const { showDialog } = useContext(ListActionsContext)
  const { startJobOf } = useAnalyseRequests()
  const run = (rows: PageRow[]) => {
    showDialog(null)
    selection.reset(false)
    startJobOf?.(rows.map(({ url }) => url))
  }
  const ask = (rows: PageRow[]) =>
    showDialog(
      <ConfirmDialog
        open
        title={words.againTitle(rows.length)}
        confirmLabel={words.againConfirm(rows.length)}
        cancelLabel={words.cancel}
        onConfirm={() => run(rows)}
        onClose={() => showDialog(null)}
      >
        {words.againAsJob}
      </ConfirmDialog>,
    )
  return (
    <SelectionBar
      {...props}
      canExport={false}
      copy={{ label: words.copyUrls, done: words.copied, textOf: ({ url }) => url }}
      actions={
        canWrite
          ? [
              {
                label: () => words.again,
                icon: 'again',
                act: (rows) => (rows.length > maxUnconfirmed ? ask(rows) : run(rows)),
              },
            ]
          : []
      }
    />
  )
}
