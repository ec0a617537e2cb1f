import { useState } from 'react'
import { Link } from 'react-router-dom'
import { isFinished } from '#contract/jobs/job.ts'
import type { Run, RunState } from '#contract/jobs/runs.ts'
import { paths } from '#web/app/paths.ts'
import { JobProgress } from '#web/jobs/job-card.tsx'
import { whyOf } from '#web/jobs/job-lines.tsx'
import { jobTitle, resultsPath } from '#web/jobs/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { column, type Columns } from '#web/ui/table.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { RelativeTime } from '#web/ui/time.tsx'
import { jobOf, RunActions } from './run-actions.tsx'
import { runsWords as words } from './words.ts'
import styles from './runs.module.css'

const RunDialog = lazyPart(() => import('./run-dialog.tsx').then((file) => file.RunDialog))

const { columns: headings } = words

export const runColumns: Columns<Run> = [
  column(headings.run, (run) => <Name run={run} />, { card: 'bare line', isRowHeading: true, className: styles.name }),
  column(headings.result, (run) => <Result run={run} />, { width: '19rem', card: 'bare line' }),
  column(headings.website, (run) => <WebsiteOf run={run} />, { width: '16%', card: 'bare' }),
  column(headings.by, (run) => <Author run={run} />, { width: '9rem', card: 'bare', className: 'muted' }),
  column(headings.started, ({ created_at }) => <RelativeTime iso={created_at} />, {
    width: '7rem',
    card: 'bare',
    className: 'muted',
  }),
  column(headings.actions, (run) => <Actions run={run} />, {
    width: '8.5rem',
    card: 'bare',
    hiddenHeading: true,
    isControl: true,
    className: styles.actions,
  }),
]

const marks: Record<RunState, [icon: IconName, tone: string]> = {
  queued: ['more', 'faint'],
  running: ['again', 'info toned'],
  paused: ['none', 'faint'],
  done: ['check', 'faint'],
  failed: ['cross', 'bad toned'],
  cancelled: ['none', 'faint'],
  skipped: ['none', 'faint'],
  empty: ['none', 'faint'],
  not_allowed: ['none', 'faint'],
}

/** The state and the name, linked to what the run found. A label says nothing about the kind. */
function Name({ run }: { run: Run }) {
  const job = jobOf(run)
  const view = job && isFinished(job) ? resultsPath(job) : null
  const title = jobTitle(run)
  const [icon, tone] = marks[run.state]
  return (
    <span className="row">
      <span className={classes('row fixed', tone)} title={words.states[run.state]}>
        <Icon name={icon} />
        <span className="hidden-visually">{words.states[run.state]}: </span>
      </span>
      {view ? (
        <Link className="cut" to={view} title={title}>
          {title}
        </Link>
      ) : (
        <span className="cut" title={title}>
          {title}
        </span>
      )}
      {run.label && run.schedule_id === null && <span className="faint small fixed">{words.kinds[run.kind]}</span>}
    </span>
  )
}

/** The figures, with a bar while the run goes on, and the reason of a failure. */
function Result({ run }: { run: Run }) {
  return (
    <>
      <span className={styles.result}>
        {(run.state === 'running' || run.state === 'paused') && <JobProgress title={jobTitle(run)} job={run} />}
        <span className={run.counts.failed > 0 ? undefined : 'muted'}>{words.result(run)}</span>
      </span>
      {run.error && <span className="bad toned small clamp">{whyOf(run)}</span>}
    </>
  )
}

/** The website that has the run's domain. A domain without one, such as that of a deleted website, is text. */
export function WebsiteOf({ run: { domain, website_id } }: { run: Run }) {
  if (domain === null) return null
  const name = unicodeHost(domain)
  return website_id === null ? (
    <span className="muted cut block" title={name}>
      {name}
    </span>
  ) : (
    <Link className={`cut ${styles.link}`} to={paths.websiteIssues(website_id)} title={name}>
      {name}
    </Link>
  )
}

/** The schedule, or the person, that started the run. */
export function Author({ run: { schedule_id, created_by }, isWhole = false }: { run: Run; isWhole?: boolean }) {
  const name = created_by?.name ?? null
  if (schedule_id === null)
    return (
      <span className="cut block" title={name ?? undefined}>
        {name ?? words.unknownKey}
      </span>
    )
  return (
    <Link to={paths.schedules()} title={words.ofSchedule(name)}>
      {isWhole ? words.ofSchedule(name) : words.schedule}
    </Link>
  )
}

function Actions({ run }: { run: Run }) {
  const [isOpen, setOpen] = useState(false)
  const job = jobOf(run)
  return (
    <span className="row">
      {job && <RunActions job={job} inRow />}
      <Button variant="plain" size="s" icon="info" iconOnly aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {words.details(jobTitle(run))}
      </Button>
      {isOpen && <RunDialog run={run} onClose={() => setOpen(false)} />}
    </span>
  )
}
