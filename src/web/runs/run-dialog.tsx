import { Link } from 'react-router-dom'
import { isFinished } from '#contract/jobs/job.ts'
import type { Run } from '#contract/jobs/runs.ts'
import { viewLabel } from '#web/jobs/job-card.tsx'
import { JobLines, whyOf } from '#web/jobs/job-lines.tsx'
import { jobTitle, resultsPath } from '#web/jobs/queries.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fact } from '#web/ui/page.tsx'
import { formatAbsolute, Moment } from '#web/ui/time.tsx'
import { UrlText } from '#web/ui/url.tsx'
import { jobOf, RunActions } from './run-actions.tsx'
import { Author, WebsiteOf } from './run-cells.tsx'
import { runsWords as words } from './words.ts'
import styles from './runs.module.css'

/** Everything about a run: who started it, what it found, and its URLs with the reasons of those that failed. */
export function RunDialog({ run, onClose }: { run: Run; onClose: () => void }) {
  const job = jobOf(run)
  const view = job && resultsPath(job)
  return (
    <Dialog
      open
      size="wide"
      title={jobTitle(run)}
      onClose={onClose}
      actions={
        <>
          {job && <RunActions job={job} />}
          {view && isFinished(job) && (
            <Link className={buttonClass({ size: 's' })} to={view}>
              {viewLabel(job)}
            </Link>
          )}
          <Button size="s" variant="main" onClick={onClose}>
            {words.close}
          </Button>
        </>
      }
    >
      <dl className={`pairs small ${styles.details}`}>
        <Fact name={words.facts.kind}>{words.kinds[run.kind]}</Fact>
        <Fact name={words.facts.state}>{words.states[run.state]}</Fact>
        <Fact name={words.facts.result}>{words.result(run)}</Fact>
        {run.domain && (
          <Fact name={words.facts.website}>
            <WebsiteOf run={run} />
          </Fact>
        )}
        {run.url && (
          <Fact name={words.facts.url}>
            <UrlText url={run.url} lines="wrap" />
          </Fact>
        )}
        <Fact name={words.facts.by}>
          <Author run={run} isWhole />
        </Fact>
        <Fact name={words.facts.started}>
          <Moment sent={run.created_at} format={formatAbsolute} />
        </Fact>
        {run.finished_at && (
          <Fact name={words.facts.ended}>
            <Moment sent={run.finished_at} format={formatAbsolute} />
          </Fact>
        )}
      </dl>
      {run.error && <p className="bad toned small breaks">{whyOf(run)}</p>}
      {job && !job.urls_kept && <p>{words.noUrls}</p>}
      {job?.urls_kept && job.counts.failed > 0 && <JobLines job={job} state="failed" isOpenAtFirst />}
      {job?.urls_kept && job.counts.total > 0 && <JobLines job={job} state={null} />}
    </Dialog>
  )
}
