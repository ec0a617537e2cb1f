import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { isFinished, type Job, type JobUrl } from '#contract/jobs/job.ts'
import { roundScore } from '#contract/reports/rating.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { UrlText } from '#web/ui/url.tsx'
import { jobQueries } from './queries.ts'
import { trayWords as words } from './words.ts'
import styles from './tray.module.css'

/** One URL of a job, as the tray shows it. `why` is the reason of a failure. */
type Line = Pick<JobUrl, 'line' | 'url' | 'state' | 'report_id' | 'score'> & { why: string | null }

const rowsPerStep = 100

type JobLinesProps = { job: Pick<Job, 'id' | 'state' | 'counts'>; state: 'failed' | null; isOpenAtFirst?: boolean }

/** The URLs of a job on the server, when opened: those that failed, or all. */
export function JobLines({ job, state, isOpenAtFirst = false }: JobLinesProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const label = state === null ? words.all : words.failed(job.counts.failed)
  return (
    <details className="reveal" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="medium small">{label}</summary>
      {isOpen && <OpenLines job={job} state={state} />}
    </details>
  )
}

function OpenLines({ job, state }: JobLinesProps) {
  const { data } = useQuery({
    ...jobQueries.urls(job.id, state, rowsPerStep),
    refetchInterval: isFinished(job) ? false : 2000,
  })
  if (!data) return <p className="muted small">{words.loading}</p>
  const rows = data.rows.map((row): Line => ({ ...row, why: row.state === 'failed' ? whyOf(row) : null }))
  return <Lines lines={rows} total={data.total ?? rows.length} />
}

/** The reason of a failure. */
export const whyOf = ({ error }: Pick<JobUrl, 'error'>) => (error?.errors?.url ?? [error?.message ?? '']).join(' ')

/** URLs with their line numbers and results. */
function Lines({ lines, total }: { lines: readonly Line[]; total: number }) {
  const [count, setCount] = useState(rowsPerStep)
  const shown = lines.slice(0, count)
  return (
    <>
      <ul className={`stack tight scrolls ${styles.lines}`} tabIndex={0} aria-label={words.lines}>
        {shown.map(({ line, url, why, ...row }) => (
          <li key={line}>
            <span className={`faint ${styles.number}`}>
              <span className="hidden-visually">{words.line(line)}: </span>
              <span aria-hidden="true">{line}</span>
            </span>
            {row.report_id === null ? (
              <UrlText url={url} />
            ) : (
              <Link to={paths.report(row.report_id)}>
                <UrlText url={url} />
              </Link>
            )}
            <span className={`muted ${styles.outcome}`}>{outcomeOf(row)}</span>
            {why && <span className={`tiny ${styles.why}`}>{why}</span>}
          </li>
        ))}
        {total > shown.length && lines.length <= count && (
          <li className="muted small">{words.more(total - shown.length)}</li>
        )}
      </ul>
      {lines.length > count && (
        <Button size="s" onClick={() => setCount(count + rowsPerStep)}>
          {words.showMore}
        </Button>
      )}
    </>
  )
}

function outcomeOf({ state, score }: Pick<Line, 'state' | 'score'>): ReactNode {
  if (state === 'done') return score === null ? null : words.score(roundScore(score))
  return state === 'failed' ? null : words.urlStates[state]
}
