import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type FindingStatus, findingStatuses } from '#contract/page-findings.ts'
import { type CheckView, needsWork } from '#web/checks/check-view.ts'
import { outcomeWords } from '#web/checks/outcome-words.ts'
import { isVisitor } from '#web/data/session.ts'
import { announce } from '#web/ui/live-region.tsx'
import { Select } from '#web/ui/select.tsx'
import { useReportOfChecks } from '../history/issue-states.tsx'
import { findingsQuery } from './finding-queries.ts'
import { findingWords as words } from './finding-words.ts'

type StatusFilterProps = {
  checks: readonly CheckView[]
  value: FindingStatus | null
  onChange: (status: FindingStatus | null) => void
  /** Receives the checks with the chosen status; null if all are shown. Must stay the same function. */
  onMatch: (checks: ReadonlySet<string> | null) => void
}

/** Chooses issues by their status, as soon as one of them isn't open. */
export function StatusFilter({ checks, value, onChange, onMatch }: StatusFilterProps) {
  const report = useReportOfChecks()
  const hasStatuses = report !== undefined && !isVisitor()
  const { data: findings } = useQuery({ ...findingsQuery(report?.id ?? 0), enabled: hasStatuses })
  const issues = checks.filter(needsWork)
  const withStatus = (status: FindingStatus) =>
    issues.filter(({ id }) => (findings?.find(({ check }) => check === id)?.status ?? 'open') === status)
  const matching = value === null || !findings ? null : withStatus(value).map(({ id }) => id)
  const matched = matching?.join(' ') ?? null
  useEffect(() => onMatch(matched === null ? null : new Set(matched.split(' '))), [matched, onMatch])
  if (!findings || (value === null && withStatus('open').length === issues.length)) return null
  return (
    <Select
      label={words.statusFilter}
      size="s"
      value={value ?? 'all'}
      options={[
        { value: 'all', label: words.anyStatus },
        ...findingStatuses.map((status) => ({
          value: status,
          label: words.withStatus(status, withStatus(status).length),
        })),
      ]}
      onChange={(chosen) => {
        const status = chosen === 'all' ? null : chosen
        onChange(status)
        announce(outcomeWords.checksShown(status === null ? checks.length : withStatus(status).length))
      }}
    />
  )
}
