import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import type { ReportListQuery } from '#contract/lists/list-query.ts'
import type { AnyReportRow } from '#contract/reports/report-row.ts'
import { checkNameIn, checksQuery } from '#web/checks/queries.ts'
import { asApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { useOwnService } from '#web/data/service.ts'
import { changeFindings, type ChosenPage } from '#web/findings/change-findings.tsx'
import { findingWords as words } from '#web/findings/words.ts'
import { ListActionsContext } from '#web/list/list-actions.ts'
import type { SelectionAction } from '#web/list/selection-bar.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { showToast } from '#web/ui/toast.tsx'

const WaiverDialog = lazyPart(() => import('#web/findings/waiver-dialog.tsx').then((file) => file.WaiverDialog))

const statuses = ['open', 'in_progress', 'fixed'] as const

/** Returns the actions on selected pages of a list of pages with an issue: waive it, or set its status. */
export function useIssueActions({ check }: ReportListQuery, onDone: () => void): SelectionAction<AnyReportRow>[] {
  const { showDialog } = useContext(ListActionsContext)
  const canWrite = useCanWrite()
  const isOwn = useOwnService()
  const { data } = useQuery({ ...checksQuery(), enabled: check !== null })
  if (check === null || !canWrite || !isOwn) return []
  const setStatus = async (rows: AnyReportRow[], status: (typeof statuses)[number]) => {
    try {
      await changeFindings(check, pagesOf(rows), { status }, (count) => words.statusSet(status, count))
      onDone()
    } catch (thrown) {
      showToast({ text: `${words.notSaved} ${errorSentence(asApiError(thrown))}`, tone: 'bad' })
    }
  }
  const waive = (rows: AnyReportRow[]) =>
    showDialog(
      <WaiverDialog
        name={checkNameIn(data?.data, check) ?? check}
        choices={[{ scope: 'page', target: '', label: words.chosenPages(rows.length) }]}
        onSubmit={async (_, typed) => {
          await changeFindings(check, pagesOf(rows), { status: 'ignored', ...typed }, words.waivedPages)
          onDone()
        }}
        onClose={() => showDialog(null)}
      />,
    )
  return [
    { label: () => words.waiveChosen, icon: 'none', act: waive },
    {
      label: () => words.setStatus,
      icon: 'check',
      choices: statuses.map((status) => ({
        label: words.status[status],
        act: (rows) => void setStatus(rows, status),
      })),
    },
  ]
}

const pagesOf = (rows: readonly AnyReportRow[]): ChosenPage[] =>
  rows.flatMap(({ id, website_id, page_id }) =>
    website_id === null || page_id === null ? [] : { id, website_id, page_id },
  )
