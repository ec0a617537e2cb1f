import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { isFinished, type Job } from '#contract/jobs/job.ts'
import { asApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { trayWords as words } from './words.ts'

type JobCardProps = {
  title: string
  job: Pick<Job, 'kind' | 'state' | 'counts' | 'checking' | 'results' | 'not_indexable'>
  note?: ReactNode
  problem?: string | null
  /** The path of its crawl or its reports. */
  view: string | null
  onPause: () => Promise<void>
  onResume: () => Promise<void>
  onCancel: () => Promise<void>
  onRetry: () => Promise<void>
  onDismiss: () => void
  children: ReactNode
}

/** A job with its progress, actions and URLs. */
export function JobCard({ title, job, note, problem, view, children, ...act }: JobCardProps) {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [isConfirming, setIsConfirming] = useState(false)
  const { counts } = job
  const finished = isFinished(job)
  const left = counts.queued + counts.running
  const run = (action: () => Promise<void>) => {
    setBusy(true)
    setError(null)
    void action()
      .catch((thrown: unknown) => setError(errorSentence(asApiError(thrown))))
      .finally(() => setBusy(false))
  }
  return (
    <section className="stack tight" aria-labelledby={id}>
      <div className="row">
        <h3 id={id} className="cut grow medium" title={title}>
          {title}
        </h3>
        {finished && (
          <Button variant="plain" size="s" icon="cross" iconOnly onClick={act.onDismiss}>
            {words.dismiss(title)}
          </Button>
        )}
      </div>
      {!finished && <JobProgress job={job} title={title} />}
      <p className="muted small">{words.state(job)}</p>
      {note && <p className="muted small">{note}</p>}
      {(error ?? problem) && (
        <p className="bad toned small" role="alert">
          {error ?? problem}
        </p>
      )}
      <JobButtons
        {...{ job, view, busy }}
        onPause={() => run(act.onPause)}
        onResume={() => run(act.onResume)}
        onCancel={() => setIsConfirming(true)}
        onRetry={() => run(act.onRetry)}
      />
      {children}
      <ConfirmDialog
        open={isConfirming}
        danger
        title={words.cancelTitle}
        confirmLabel={words.cancelConfirm}
        cancelLabel={words.keep}
        onConfirm={() => {
          setIsConfirming(false)
          run(act.onCancel)
        }}
        onClose={() => setIsConfirming(false)}
      >
        <p>{words.cancelText(left)}</p>
      </ConfirmDialog>
    </section>
  )
}

/** The bar of an open job. It has no end while its URLs are still being found. */
export const JobProgress = ({
  title,
  job: { counts, checking },
}: {
  title: string
  job: Pick<Job, 'counts' | 'checking'>
}) => (
  <progress
    aria-label={words.progress(title)}
    {...(counts.total > 0 && { max: counts.total, value: counts.done + counts.failed })}
    {...(checking && { max: checking.total, value: checking.done })}
  />
)

type JobButtonsProps = Pick<JobCardProps, 'job' | 'view'> &
  Record<'onPause' | 'onResume' | 'onCancel' | 'onRetry', () => void> & { busy: boolean }

/** Names the link to what a job found. */
export const viewLabel = ({ kind, results }: Pick<Job, 'kind' | 'results'>) =>
  results ? words.viewCrawl : kind === 'redirects' ? words.viewRedirects : words.view

/** The actions that the state of a job allows. */
function JobButtons({ job, view, busy, onPause, onResume, onCancel, onRetry }: JobButtonsProps) {
  const { state, counts } = job
  const finished = isFinished(job)
  return (
    <div className="cluster">
      {finished && view && counts.done > 0 && (
        <Link className={buttonClass({ size: 's', variant: 'main' })} to={view}>
          {viewLabel(job)}
        </Link>
      )}
      {(state === 'running' || state === 'queued') && (
        <Button size="s" busy={busy} onClick={onPause}>
          {words.pause}
        </Button>
      )}
      {state === 'paused' && (
        <Button size="s" busy={busy} onClick={onResume}>
          {words.resume}
        </Button>
      )}
      {!finished && (
        <Button size="s" onClick={onCancel}>
          {words.cancel}
        </Button>
      )}
      {finished && counts.failed > 0 && (
        <Button size="s" icon="again" busy={busy} onClick={onRetry}>
          {words.retry(counts.failed)}
        </Button>
      )}
    </div>
  )
}
