import { useContext } from 'react'
import type { PageListQuery } from '#contract/lists/page-list.ts'
import { maxBulkIds } from '#contract/responses/envelope.ts'
import { GonePagesResponse } from '#contract/websites/page-row.ts'
import { useAnalyseRequests } from '#web/data/analyse-request.ts'
import { asApiError } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { useIssueActions } from '#web/findings/issue-actions.tsx'
import { ListActionsContext } from '#web/list/list-actions.ts'
import type { SelectionProps } from '#web/list/resource-list.tsx'
import { SelectionBar } from '#web/list/selection-bar.tsx'
import { reportSelectionWords as words } from '#web/reports/words.ts'
import { useCanEdit } from '#web/resources/me.ts'
import { outdateReports } from '#web/resources/report-queries.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import type { PageRow } from './page-row.ts'
import { websitePagesWords as pageWords } from './words.ts'

/** More pages than this are confirmed first. */
const maxUnconfirmed = 10

/** The bar of the selected pages of a website. Its list has exports of its own. */
export function PagesSelection({
  websiteId,
  ...props
}: SelectionProps<PageRow, PageListQuery> & { websiteId: number }) {
  const { selection, state } = props
  const ofIssue = useIssueActions(state.list.query.check, {
    pageOf: ({ id }: PageRow) => ({ id, website_id: websiteId, page_id: id }),
    onDone: () => selection.reset(false),
  })
  const isOfGone = state.list.query.gone !== null
  const canWrite = useCanEdit(websiteId)
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
              ...ofIssue,
              {
                label: () => (isOfGone ? pageWords.restore : pageWords.remove),
                icon: isOfGone ? 'again' : 'trash',
                act: (rows) => void changeGone(websiteId, rows, { isOfGone, onDone: () => selection.reset(false) }),
              },
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

/** Sets pages apart as gone, or puts those that are gone back. Nothing is lost, so nobody is asked before. */
async function changeGone(
  websiteId: number,
  rows: readonly PageRow[],
  { isOfGone, onDone }: { isOfGone: boolean; onDone: () => void },
) {
  try {
    let changed = 0
    for (let at = 0; at < rows.length; at += maxBulkIds) {
      const ids = rows.slice(at, at + maxBulkIds).map(({ id }) => id)
      const form = { ids: ids.join() }
      const path = `/websites/${websiteId}/gone`
      const read = (body: unknown) => GonePagesResponse.parse(body)
      changed += (await currentClient().write(isOfGone ? 'DELETE' : 'POST', path, read, { form })).pages
    }
    onDone()
    showToast({ text: isOfGone ? pageWords.restored(changed) : pageWords.removed(changed), tone: 'good' })
  } catch (thrown) {
    showToast({ text: errorSentence(asApiError(thrown)), tone: 'bad' })
  } finally {
    outdateReports()
  }
}
