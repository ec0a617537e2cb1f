import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isIssue } from '#contract/reports/analysis.ts'
import type { AnyReport } from '#contract/reports/any-report.ts'
import { type FindingStatus, findingStatuses } from '#contract/reports/findings.ts'
import { planParams, scoreIfFixed } from '#contract/reports/what-if.ts'
import { type CheckView, issuesOfStatus } from '#web/checks/check-view.ts'
import { outcomeWords } from '#web/checks/words.ts'
import { isVisitor } from '#web/data/reader.ts'
import { useOwnService } from '#web/data/service.ts'
import { useListQuery } from '#web/list/use-list-query.ts'
import { useCanEdit } from '#web/resources/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { createStore, useStore } from '#web/ui/store.ts'
import { initialsOf } from '#web/ui/text.ts'
import type { FindingQuestion } from './finding-dialog.tsx'
import { removeWaiver, setStatus } from './mutations.ts'
import { PlanBar, usePlan } from './plan.tsx'
import { findingsQuery, useKnownFindings, useReportOfChecks } from './queries.ts'
import { findingWords as words } from './words.ts'
import styles from './findings.module.css'

const FindingDialog = lazyPart(() => import('./finding-dialog.tsx').then((file) => file.FindingDialog))

/** The question that the open dialog asks. The dialog is outside of the finding, whose line opens and closes it. */
const openQuestion = createStore<FindingQuestion | null>(null)

/**
 * On the line of an issue: its status and owner, and whether it is in the plan. They are before the line and not in it,
 * because a summary is a button and can't contain others. With `isNote`, inside the finding: the waiver's reason.
 */
export function FindingTools({ check, isNote }: { check: CheckView; isNote?: boolean }) {
  const report = useReportOfChecks()
  if (!report || !isIssue(check)) return null
  if (isNote) return <Note report={report} check={check.id} />
  return (
    <div className={styles.tools}>
      <Status report={report} check={check} />
      {(check.points > 0 || check.capsScore) && <PlanBox check={check} />}
    </div>
  )
}

/** True if the report's points add up, so that a plan can say the score without some issues. */
export function useCanPlan() {
  const report = useReportOfChecks()
  return useMemo(() => report !== undefined && scoreIfFixed(report, report.results, new Set()) !== null, [report])
}

/** What the lines of issues say of their status: a menu, a text, or nothing on servers without findings. */
export function useStatusColumn(): 'menu' | 'text' | null {
  const report = useReportOfChecks()
  const canWrite = useCanEdit(report?.website_id ?? null)
  const isOwn = useOwnService()
  if (!report || !isOwn) return null
  return canWrite && report.latest !== false ? 'menu' : 'text'
}

const findingName = ({ info, title }: CheckView) => info?.name ?? title

function Status({ report, check: { id, ...check } }: { report: AnyReport; check: CheckView }) {
  const { data: findings } = useQuery(findingsQuery(report.id))
  const canWrite = useCanEdit(report.website_id)
  if (!findings) return null
  const finding = findings.find(({ check }) => check === id)
  const { status = 'open', back = false, waiver = null, waived = false } = finding ?? {}
  const { assignee_name: person = null, owner = null } = finding ?? {}
  const assignee = person ?? owner
  const name = findingName({ id, ...check })
  const state = words.state(status, back, assignee)
  // Decisions are about the page as it is now.
  if (!canWrite || report.latest === false) {
    if (waived)
      return (
        <span className={`faint tiny ${styles.state}`} title={words.waivedForVisitors}>
          {words.waived}
        </span>
      )
    return status === 'open' && assignee === null && !back ? null : (
      <span className={`faint tiny ${styles.state}`}>{state}</span>
    )
  }
  const ask = (kind: FindingQuestion['kind']) => openQuestion.set({ kind, report, check: id, name, finding })
  const statuses = (['open', 'in_progress', 'fixed'] as const).map((value): MenuItem => ({
    label: words.status[value],
    icon: 'check',
    checked: value === status,
    onSelect: () => void setStatus(report.id, id, value),
  }))
  const items: MenuItem[] = [
    ...(waiver && waiver.scope !== 'page'
      ? [{ label: words.removeWaiver(waiver), icon: 'trash', onSelect: () => void removeWaiver(waiver.id) } as const]
      : [
          ...statuses,
          { label: words.ignore, icon: 'check', checked: status === 'ignored', onSelect: () => ask('waiver') } as const,
        ]),
    { label: words.assignee, icon: 'person', onSelect: () => ask('assignee') },
  ]
  return (
    <span className={`not-printed ${styles.status}`} data-status={status} title={words.statusOf(name, state)}>
      {/* There is room for initials. */}
      <Menu
        label={words.state(status, back, person ? initialsOf(person) : owner)}
        icon="down"
        size="s"
        showLabel
        items={items}
      />
    </span>
  )
}

/** Marks an issue as fixed, for people who can decide about it. */
export function MarkFixed({ check: { id, ...check } }: { check: CheckView }) {
  const report = useReportOfChecks()
  const canDecide = useStatusColumn() === 'menu'
  const finding = useKnownFindings()?.find((known) => known.check === id)
  if (!report || !canDecide || !isIssue(check) || finding?.waived || finding?.status === 'fixed') return null
  return (
    <Button size="s" icon="check" onClick={() => void setStatus(report.id, id, 'fixed')}>
      {words.markFixed}
    </Button>
  )
}

function PlanBox({ check }: { check: CheckView }) {
  const { fixed, toggle } = usePlan()
  if (!useCanPlan()) return null
  return (
    <label className={`not-printed ${styles.plan}`} title={words.planTitle}>
      <input type="checkbox" checked={fixed.has(check.id)} onChange={() => toggle(check.id)} />
      <span className="hidden-visually">{words.plan(findingName(check))}</span>
    </label>
  )
}

/** A waiver's reason, author and end. Visitors see only that the finding is waived. */
function Note({ report, check }: { report: AnyReport; check: string }) {
  const finding = useQuery(findingsQuery(report.id)).data?.find((known) => known.check === check)
  if (!finding?.waived) return null
  const { waiver } = finding
  return <p className={`prose ${styles.note}`}>{waiver ? words.waivedBy(waiver) : words.waivedForVisitors}</p>
}

/** The score under the plan, and the open dialog. */
export function Findings({ report, checks }: { report: AnyReport; checks: readonly CheckView[] }) {
  const question = useStore(openQuestion)
  const params = useMemo(() => planParams(new Set(checks.filter(isIssue).map(({ id }) => id))), [checks])
  // Repairs the URL. The notice is shown with those of the other parameters.
  useListQuery(params)
  const { fixed, clear } = usePlan()
  const to = scoreIfFixed(report, report.results, fixed)
  return (
    <>
      {fixed.size > 0 && to !== null && report.score !== null && (
        <PlanBar text={words.ifFixed(fixed.size)} scores={{ from: report.score, to }} onClear={clear} />
      )}
      {question?.report.id === report.id && (
        <FindingDialog question={question} onClose={() => openQuestion.set(null)} />
      )}
    </>
  )
}

type StatusFilterProps = {
  checks: readonly CheckView[]
  value: FindingStatus | null
  onChange: (status: FindingStatus | null) => void
}

/** Chooses issues by their status, as soon as one of them isn't open. */
export function StatusFilter({ checks, value, onChange }: StatusFilterProps) {
  const report = useReportOfChecks()
  const hasStatuses = report !== undefined && !isVisitor()
  const { data: findings } = useQuery({ ...findingsQuery(report?.id ?? 0), enabled: hasStatuses })
  if (!findings) return null
  const count = (status: FindingStatus) => issuesOfStatus(checks, findings, status).length
  if (value === null && count('open') === checks.filter(isIssue).length) return null
  return (
    <Select
      label={words.statusFilter}
      size="s"
      value={value ?? 'all'}
      options={[
        { value: 'all', label: words.anyStatus },
        ...findingStatuses.map((status) => ({
          value: status,
          label: words.withStatus(status, count(status)),
        })),
      ]}
      onChange={(chosen) => {
        const status = chosen === 'all' ? null : chosen
        onChange(status)
        announce(outcomeWords.checksShown(status === null ? checks.length : count(status)))
      }}
    />
  )
}
