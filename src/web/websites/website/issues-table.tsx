import { useMemo, useState } from 'react'
import { categories, categoryLabels, importances } from '#contract/reports/analysis.ts'
import type { WebsiteIssue } from '#contract/websites/website-pages.ts'
import { isVisitor } from '#web/data/reader.ts'
import { useOwnPerson } from '#web/data/service.ts'
import { assignIssues } from '#web/findings/assign-issues.ts'
import { usePlan } from '#web/findings/plan.tsx'
import { findingWords } from '#web/findings/words.ts'
import { downloadCsv } from '#web/list/download-csv.ts'
import type { ListQueryState } from '#web/list/use-list-query.ts'
import { listWords } from '#web/list/words.ts'
import { useCanEdit } from '#web/resources/me.ts'
import { useAssignees } from '#web/resources/people.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { downloadFile } from '#web/ui/download-file.ts'
import { Select } from '#web/ui/inputs.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { Card, EmptyState } from '#web/ui/page.tsx'
import { Table } from '#web/ui/table.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { issueWords as words } from '../words.ts'
import { issueColumns } from './issue-cells.tsx'
import {
  groupIssues,
  haveClicks,
  isFiltered,
  type IssueGroup,
  type IssueOrder,
  issueOrders,
  issuesCsv,
  type IssuesView,
  noFilters,
  orderOf,
  problemOf,
} from './issues-view.ts'
import { WaiveIssue } from './waive-issue.tsx'
import table from '#web/ui/table.module.css'
import styles from './website-issues.module.css'

const DateInput = lazyPart(() => import('#web/ui/date-input.tsx').then((file) => file.DateInput))
const FilterSheet = lazyPart(() => import('#web/list/filter-sheet.tsx').then((file) => file.FilterSheet))
const AssignDialog = lazyPart(() => import('#web/findings/assign-dialog.tsx').then((file) => file.AssignDialog))
const IssueTicket = lazyPart(() => import('./issue-ticket.tsx').then((file) => file.IssueTicket))

type IssuesTableProps = {
  /** The website. */
  id: number
  /** The number of the website's pages; null if the server does not send it. */
  pages: number | null
  issues: readonly WebsiteIssue[]
  view: Pick<ListQueryState<IssuesView>, 'query' | 'change'>
}

/** The issues of a website under the headings of their severity, with what filters, sorts and exports them. */
export function IssuesTable({ id, pages, issues, view }: IssuesTableProps) {
  const groups = groupIssues(issues, view.query, useOwnPerson()?.id)
  const order = orderOf(issues, view.query)
  const hasClicks = haveClicks(issues)
  const shown = groups.reduce((count, group) => count + group.issues.length, 0)
  const [isPlanning, setPlanning] = useState(false)
  const hasPlan = usePlan().fixed.size > 0 || isPlanning
  return (
    <Card flush aria-labelledby="issues">
      <h2 id="issues" className="hidden-visually">
        {words.title}
      </h2>
      <Toolbar
        id={id}
        view={view}
        groups={groups}
        order={order}
        hasClicks={hasClicks}
        counted={words.shown(shown, issues.length)}
        hasPlan={hasPlan}
        onPlan={() => setPlanning(!isPlanning)}
      />
      {shown > 0 ? (
        <Rows id={id} pages={pages} groups={groups} order={order} hasClicks={hasClicks} view={view} hasPlan={hasPlan} />
      ) : (
        <EmptyState
          title={words.noMatch}
          actions={<Button onClick={() => view.change(noFilters)}>{words.clear}</Button>}
        />
      )}
    </Card>
  )
}

type ViewProps = Pick<IssuesTableProps, 'view'>

type ShownProps = {
  groups: readonly IssueGroup[]
  order: IssueOrder
  /** Google told the clicks of an issue. */
  hasClicks: boolean
}

type ToolbarProps = Pick<IssuesTableProps, 'id' | 'view'> &
  ShownProps & {
    counted: string
    hasPlan: boolean
    onPlan: () => void
  }

/** The filters, on a narrow screen in a sheet, the order and the export. */
function Toolbar({ id, view, groups, order, hasClicks, counted, hasPlan, onPlan }: ToolbarProps) {
  const { query, change } = view
  const [isOpen, setOpen] = useState(false)
  const clear = isFiltered(query) ? () => change(noFilters) : undefined
  return (
    <div className={`cluster ${styles.toolbar}`}>
      <div className={`cluster quiet-edge ${styles.filters}`}>
        <Filters view={view} />
      </div>
      <Button size="s" icon="filter" className={styles.open} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {listWords.filters}
      </Button>
      <Select
        size="s"
        label={words.filters.order}
        value={order}
        options={issueOrders
          .filter((value) => hasClicks || value !== 'clicks')
          .map((value) => ({ value, label: words.orders[value] }))}
        onChange={(sort_by) => change({ sort_by })}
      />
      {hasClicks && (
        <Button
          size="s"
          className={styles.byClicks}
          aria-pressed={order === 'clicks'}
          onClick={() => change({ sort_by: nextOrder('clicks', order) })}
        >
          {words.byClicks}
        </Button>
      )}
      {/* On cards, there are boxes only while a plan is made. */}
      <Button size="s" className={styles.plan} aria-pressed={hasPlan} onClick={onPlan}>
        {words.columns.plan}
      </Button>
      {clear && (
        <Button size="s" variant="plain" onClick={clear}>
          {words.clear}
        </Button>
      )}
      <p className={`faint small end ${styles.count}`} role="status">
        {counted}
      </p>
      {!isVisitor() && (
        <span className={styles.export}>
          <Menu
            size="s"
            icon="download"
            label={words.export}
            showLabel
            items={[
              {
                label: words.exports.shown,
                onSelect: () => downloadFile(`${words.file}.csv`, 'text/csv', [issuesCsv(groups)]),
              },
              { label: words.exports.pages, onSelect: () => void exportPages(id) },
            ]}
          />
        </span>
      )}
      {isOpen && (
        <FilterSheet counted={counted} onClear={clear} onClose={() => setOpen(false)}>
          <Filters view={view} />
        </FilterSheet>
      )}
    </div>
  )
}

async function exportPages(id: number) {
  const failed = await downloadCsv(`/websites/${id}/issues.csv`, words.filePages)
  if (failed) showToast({ text: failed, tone: 'bad' })
}

function Filters({ view: { query, change } }: ViewProps) {
  const { filters } = words
  const people = useAssignees()
  return (
    <>
      <Select
        size="s"
        label={filters.category}
        value={query.category ?? 'all'}
        options={[
          { value: 'all', label: filters.any },
          ...categories.map((value) => ({ value, label: categoryLabels[value] })),
        ]}
        onChange={(category) => change({ category: category === 'all' ? null : category })}
      />
      <Select
        size="s"
        label={filters.importance}
        value={query.importance ?? 'all'}
        options={[
          { value: 'all', label: filters.any },
          ...importances.map((value) => ({ value, label: words.importance[value] })),
        ]}
        onChange={(importance) => change({ importance: importance === 'all' ? null : importance })}
      />
      {people.length > 0 && (
        <Select
          size="s"
          label={filters.assignee}
          value={query.assignee ?? 'all'}
          options={[{ value: 'all', label: filters.any }, ...people.map(({ value, label }) => ({ value, label }))]}
          onChange={(assignee) => change({ assignee: assignee === 'all' ? null : assignee })}
        />
      )}
      <label className={`row small ${styles.since}`}>
        <span className="muted">{filters.since}</span>
        <DateInput value={query.since} onChange={(since) => change({ since })} />
      </label>
    </>
  )
}

type RowsProps = Pick<IssuesTableProps, 'id' | 'pages' | 'view'> & ShownProps & { hasPlan: boolean }
type Dialog = { kind: 'ticket' | 'waiver' | 'assignee'; issue: WebsiteIssue }

function Rows({ id, pages, groups, order, hasClicks, view, hasPlan }: RowsProps) {
  const canWrite = useCanEdit(id)
  const canAssign = useAssignees().length > 0 && canWrite
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const hasActions = !isVisitor()
  const isGrouped = order === 'severity'
  // A day that all of them have says nothing.
  const days = new Set(groups.flatMap(({ issues }) => issues.map(({ since }) => since)))
  const hasSince = (order === 'newest' || view.query.since !== null) && days.size > 1
  const close = () => setDialog(null)
  const columns = useMemo(
    () =>
      issueColumns({
        id,
        pages,
        hasSince,
        hasClicks,
        isGrouped,
        onTicket: hasActions ? (issue) => setDialog({ kind: 'ticket', issue }) : null,
        onAssign: canAssign ? (issue) => setDialog({ kind: 'assignee', issue }) : null,
        onWaive: canWrite ? (issue) => setDialog({ kind: 'waiver', issue }) : null,
      }),
    [id, pages, hasSince, hasClicks, isGrouped, hasActions, canAssign, canWrite],
  )
  return (
    <>
      <Table
        caption={words.title}
        className={classes(table.sticky, styles.issues, hasPlan && styles.withPlan)}
        columns={columns}
        groups={groups.map(({ key, label, issues }) => ({ key, label, rows: issues }))}
        keyOf={({ check }) => check}
        sort={{ by: order, direction: 'desc' }}
        onSort={({ by }) => view.change({ sort_by: nextOrder(by, order) })}
        sortLabel={(_, { by }) => words.sortBy(words.orders[nextOrder(by, order)])}
      />
      {dialog?.kind === 'ticket' && <IssueTicket id={id} issues={[dialog.issue]} onClose={close} />}
      {dialog?.kind === 'assignee' && (
        <AssignDialog
          title={findingWords.assignTitle(problemOf(dialog.issue))}
          assignee={dialog.issue.assignees?.[0]?.id}
          onSubmit={(assignee) => assignIssues(id, [dialog.issue.check], assignee)}
          onClose={close}
        />
      )}
      {dialog?.kind === 'waiver' && <WaiveIssue id={id} issue={dialog.issue} onClose={close} />}
    </>
  )
}

/** The order by a column, the largest first, and from there back to what to fix first. */
const nextOrder = (by: string, order: IssueOrder): IssueOrder =>
  by === order ? 'severity' : (issueOrders.find((one) => one === by) ?? 'severity')
