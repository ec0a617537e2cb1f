import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { checkNameIn, checksQuery } from '#web/checks/queries.ts'
import { asApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { useOwnService } from '#web/data/service.ts'
import { ListActionsContext } from '#web/list/list-actions.ts'
import type { SelectionAction } from '#web/list/selection-bar.tsx'
import { useAssignees } from '#web/resources/people.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { changeFindings, type ChosenPage } from './change-findings.tsx'
import { findingWords as words } from './words.ts'

const WaiverDialog = lazyPart(() => import('./waiver-dialog.tsx').then((file) => file.WaiverDialog))

const AssignDialog = lazyPart(() => import('./assign-dialog.tsx').then((file) => file.AssignDialog))

const statuses = ['open', 'in_progress', 'fixed'] as const

type IssueActionsOptions<Row> = {
  /** Returns the page of a row; null if its issues can't be changed. */
  pageOf: (row: Row) => ChosenPage | null
  onDone: () => void
}

/**
 * Returns the actions on selected pages of a list of pages with an issue: assign it, waive it, or set its status. The
 * list offers them to those who can edit its website.
 */
export function useIssueActions<Row>(
  check: string | null,
  { pageOf, onDone }: IssueActionsOptions<Row>,
): SelectionAction<Row>[] {
  const { showDialog } = useContext(ListActionsContext)
  const isOwn = useOwnService()
  const hasPeople = useAssignees().length > 0
  const { data } = useQuery({ ...checksQuery(), enabled: check !== null })
  if (check === null || !isOwn) return []
  const pagesOf = (rows: readonly Row[]) => rows.map(pageOf).filter((page) => page !== null)
  const setStatus = async (rows: Row[], status: (typeof statuses)[number]) => {
    try {
      await changeFindings(check, pagesOf(rows), { status }, (count) => words.statusSet(status, count))
      onDone()
    } catch (thrown) {
      showToast({ text: `${words.notSaved} ${errorSentence(asApiError(thrown))}`, tone: 'bad' })
    }
  }
  const waive = (rows: Row[]) =>
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
  const assign = (rows: Row[]) =>
    showDialog(
      <AssignDialog
        title={words.assignTitle(checkNameIn(data?.data, check) ?? check)}
        onSubmit={async (assignee_id) => {
          await changeFindings(check, pagesOf(rows), { assignee_id }, (count) =>
            words.assigned(assignee_id !== '', count),
          )
          onDone()
        }}
        onClose={() => showDialog(null)}
      />,
    )
  return [
    ...(hasPeople ? [{ label: () => words.assignee, icon: 'person' as const, act: assign }] : []),
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
