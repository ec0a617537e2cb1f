import { useContext } from 'react'
import type { ReportListQuery } from '#contract/lists/list-query.ts'
import type { AnyReportRow } from '#contract/reports/report-row.ts'
import { paths } from '#web/app/paths.ts'
import { useAnalyseRequests } from '#web/data/analyse-request.ts'
import { maxConcurrent } from '#web/data/concurrency.ts'
import { useIssueActions } from '#web/findings/issue-actions.tsx'
import { runBatch } from '#web/list/batch.tsx'
import { ListActionsContext } from '#web/list/list-actions.ts'
import { type SelectionProps } from '#web/list/resource-list.tsx'
import { type SelectionAction, SelectionBar } from '#web/list/selection-bar.tsx'
import { unknownWebsite, useCanEditAll, useCanEditAny } from '#web/resources/me.ts'
import { outdateReports } from '#web/resources/report-queries.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { useStore } from '#web/ui/store.ts'
import { createReport } from './create-report.ts'
import { deleteReports } from './delete-reports.tsx'
import { reportSelectionWords as words, runningWords } from './words.ts'

/** More analyses than this are confirmed first. */
const maxUnconfirmed = 10

const pageOf = ({ id, website_id, page_id }: AnyReportRow) =>
  website_id === null || page_id === null ? null : { id, website_id, page_id }

/** The bar of the selected reports. */
export function ReportsSelection(props: SelectionProps<AnyReportRow, ReportListQuery>) {
  const { selection, state } = props
  const selected = useStore(selection)
  const { website_id, client } = state.list.query
  const ofList = website_id === null ? unknownWebsite(client === null ? null : Number(client)) : { id: website_id }
  const ids = new Set([...selected.rows.values()].flatMap((row) => row.website_id ?? []))
  const canEdit = useCanEditAll(selected.all ? [ofList] : [...ids].map((id) => ({ id })))
  const isUneditable = useCanEditAny() && !canEdit
  const { moveFocus, showDialog } = useContext(ListActionsContext)

  const { startJobOf } = useAnalyseRequests()

  const run = (rows: AnyReportRow[]) => {
    showDialog(null)
    selection.reset(false)
    if (startJobOf) startJobOf(rows.map(({ url }) => url))
    else void runAgain(rows)
  }
  const confirmRun = (rows: AnyReportRow[]) =>
    showDialog(
      <ConfirmDialog
        open
        title={words.againTitle(rows.length)}
        confirmLabel={words.againConfirm(rows.length)}
        cancelLabel={words.cancel}
        onConfirm={() => run(rows)}
        onClose={() => showDialog(null)}
      >
        {startJobOf ? words.againAsJob : words.againText(maxConcurrent)}
      </ConfirmDialog>,
    )
  const remove = (rows: AnyReportRow[]) =>
    void deleteReports(rows, { showDialog, onStart: () => selection.reset(false), onDeleted: moveFocus })
  const ofIssue = useIssueActions(state.list.query.check, { pageOf, onDone: () => selection.reset(false) })
  const actions: SelectionAction<AnyReportRow>[] = [
    ...ofIssue,
    {
      label: () => words.again,
      icon: 'again',
      command: 'selectedAgain',
      act: (rows) => (rows.length > maxUnconfirmed ? confirmRun(rows) : run(rows)),
    },
    { label: words.remove, icon: 'trash', command: 'selectedRemove', danger: true, act: remove },
  ]
  return (
    <SelectionBar
      {...props}
      copy={{ label: words.copyUrls, done: words.copied, textOf: ({ url }) => url }}
      actions={canEdit ? actions : []}
      isUneditable={isUneditable}
    />
  )
}

/**
 * Analyses each URL again, on a server without jobs. A request that a rate limit refused is reported and not repeated.
 * One without a response is shown as a pending analysis.
 */
const runAgain = (reports: readonly AnyReportRow[]) =>
  runBatch({
    items: [...new Map(reports.map((report) => [report.url, report])).values()],
    itemName: ({ url }) => url,
    once: true,
    async act({ url }, signal) {
      const { id, score } = await createReport(url, signal)
      return { to: paths.report(id), note: runningWords.score(score) }
    },
    onEnd: outdateReports,
    words: runningWords,
  })
