import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { isFinished, type Job } from '#contract/jobs/job.ts'
import { paths } from '#web/app/paths.ts'
import { asApiError } from '#web/data/api-error.ts'
import { storedText, storeText } from '#web/data/browser-storage.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { queryClient } from '#web/data/query-client.ts'
import { server } from '#web/data/server.ts'
import { useOwnKey, useOwnPerson } from '#web/data/service.ts'
import { outdateReports } from '#web/resources/report-queries.ts'
import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { JobCard, JobProgress } from './job-card.tsx'
import { JobLines, whyOf } from './job-lines.tsx'
import { jobQueries, jobTitle, ownReportsOf, resultsPath, useJobEvents } from './queries.ts'
import { commandJob, sendWaitingJobs, tryHttp } from './start-job.ts'
import { dropWaiting, trackedJobs, untrackJob, useTrackedJobs, useWaitingJobs } from './tracked-jobs.ts'
import { trayWords as words } from './words.ts'
import styles from './tray.module.css'

/** The jobs of this browser, also those that wait to be sent, and the running ones of everyone. */
export function JobTray() {
  const waiting = useWaitingJobs()
  const { own, others } = useShownJobs()
  useOnline()
  if (waiting.length + own.length + others.length === 0) return null
  return (
    <Tray jobs={[...own, ...others]} hasOwn={waiting.length + own.length > 0}>
      {waiting.map(({ key, count }) => (
        <section key={key} className="stack tight">
          <div className="row">
            <h3 className="cut grow medium">{words.waitingTitle(count)}</h3>
            <Button variant="plain" size="s" icon="cross" iconOnly onClick={() => dropWaiting(key)}>
              {words.dismiss(words.waitingTitle(count))}
            </Button>
          </div>
          <p className="muted small">{words.offline}</p>
        </section>
      ))}
      {own.map((job) => (
        <ServerJob key={job.id} job={job} />
      ))}
      {others.map((job) => (
        <JobOfOthers key={job.id} job={job} />
      ))}
    </Tray>
  )
}

const storedChoice = `seo-reports:tray:${server}`

type TrayProps = { jobs: readonly Job[]; hasOwn: boolean; children: ReactNode }

/** Until a person chooses, the jobs of others are only counted. */
function Tray({ jobs, hasOwn, children }: TrayProps) {
  const [choice, setChoice] = useState(() => storedText('browser', storedChoice))
  const isMinimised = choice ? choice === 'small' : !hasOwn
  const running = jobs.filter((job) => !isFinished(job))
  const sum = (count: (job: Job) => number) => running.reduce((total, job) => total + count(job), 0)
  const toggle = () => {
    const next = isMinimised ? 'large' : 'small'
    setChoice(next)
    storeText('browser', storedChoice, next)
  }
  return (
    <section className={styles.tray} aria-label={words.label}>
      <div className={`row ${styles.head}`}>
        <h2 className="grow">
          {running.length > 0 && running.every(({ checking }) => checking)
            ? words.checkingLinks({
                done: sum(({ checking }) => checking?.done ?? 0),
                total: sum(({ checking }) => checking?.total ?? 0),
              })
            : words.summary(
                running.length,
                sum(({ counts }) => counts.done + counts.failed),
                sum(({ counts }) => counts.total),
              )}
        </h2>
        {!isMinimised && (
          <Link className="small" to={paths.runs()}>
            {words.allRuns}
          </Link>
        )}
        <Button
          variant="plain"
          size="s"
          icon={isMinimised ? 'up' : 'down'}
          iconOnly
          aria-expanded={!isMinimised}
          onClick={toggle}
        >
          {isMinimised ? words.expand : words.minimise}
        </Button>
      </div>
      {!isMinimised && <div className={styles.jobs}>{children}</div>}
    </section>
  )
}

/**
 * The jobs to show, newest first. A person's own are those of this browser and those that they or their key started,
 * but not those that this browser didn't start and that wait, such as the later try of an unavailable page. Of others,
 * single pages are left out: they are done in seconds. Announces own jobs that finish, and reads the lists again after
 * each one.
 */
function useShownJobs(): { own: Job[]; others: Job[] } {
  const tracked = useTrackedJobs()
  const person = useOwnPerson()
  const keyId = useOwnKey()?.id
  const ownId = person ? `person:${person.id}` : keyId
  const { data } = useQuery(jobQueries.recent())
  const isTracked = (job: Job) => tracked.some(({ id }) => id === job.id)
  const isOwn = (job: Job) => ownId !== undefined && job.created_by?.id === ownId
  const newest = data?.toSorted((a, b) => b.id - a.id) ?? []
  const open = newest.filter((job) => !isFinished(job))
  const own = newest.filter((job) => isTracked(job) || (isOwn(job) && !isFinished(job) && job.state !== 'queued'))
  const others = open.filter((job) => !isTracked(job) && !isOwn(job) && job.state !== 'queued' && job.kind !== 'url')
  const isActive = ({ state }: Job) => state === 'running' || state === 'queued'
  const first = [...others.filter(isActive), ...open.filter((job) => isTracked(job) || isOwn(job)).filter(isActive)]
  useJobEvents(first.at(-1)?.id ?? null)

  const known = useRef<ReadonlySet<number> | null>(null)
  useEffect(() => {
    if (!data) return
    const now = new Set(data.filter((job) => !isFinished(job)).map(({ id }) => id))
    const before = known.current ?? now
    const ended = [...before].filter((id) => !now.has(id))
    const hasStarted = [...now].some((id) => !before.has(id))
    known.current = now
    if (ended.length > 0 || hasStarted) void queryClient.invalidateQueries({ queryKey: jobQueries.runs() })
    for (const id of ended) {
      const job = data.find((one) => one.id === id)
      if (job) announce(words[job.kind === 'redirects' ? 'checked' : 'finished'](job.counts.done, job.counts.failed))
      void showReportsOf(job)
    }
    for (const job of data) if (isFinished(job)) void tryHttp(job)
  }, [data])
  return { own, others }
}

/** Shows the reports of a finished job in the lists; those that this browser started without a notice. */
async function showReportsOf(job: Job | undefined) {
  if (job && trackedJobs().some(({ id }) => id === job.id)) await ownReportsOf(job).catch(() => {})
  outdateReports()
}

/** Sends waiting jobs as soon as the browser is online. */
function useOnline() {
  useEffect(() => {
    const send = () =>
      void sendWaitingJobs((thrown) => showToast({ text: errorSentence(asApiError(thrown)), tone: 'bad', stays: true }))
    send()
    addEventListener('online', send)
    return () => removeEventListener('online', send)
  }, [])
}

function ServerJob({ job }: { job: Job }) {
  const { id, kind, counts } = job
  const isIncomplete = kind !== 'url' && counts.total > 0 && job.error !== null
  const tracked = useTrackedJobs().find((job) => job.id === id)
  return (
    <JobCard
      title={jobTitle(job)}
      job={job}
      view={resultsPath(job)}
      note={tracked?.again ? words.again(tracked.again.count) : isIncomplete && words.incomplete(whyOf(job))}
      problem={job.state === 'failed' && counts.total === 0 && job.error ? whyOf(job) : null}
      onPause={() => commandJob(id, 'pause')}
      onResume={() => commandJob(id, 'resume')}
      onCancel={() => commandJob(id, 'cancel')}
      onRetry={() => commandJob(id, 'retry')}
      onDismiss={() => untrackJob(id)}
    >
      {counts.failed > 0 && <JobLines job={job} state="failed" />}
      {counts.total > 0 && <JobLines job={job} state={null} />}
    </JobCard>
  )
}

/** A job of a colleague. The page of all runs has its actions. */
function JobOfOthers({ job }: { job: Job }) {
  const id = useId()
  const title = jobTitle(job)
  return (
    <section className="stack tight" aria-labelledby={id}>
      <div className="row">
        <h3 id={id} className="cut grow medium" title={title}>
          {title}
        </h3>
        {job.created_by?.name && <span className="faint small no-wrap">{words.by(job.created_by.name)}</span>}
      </div>
      <JobProgress job={job} title={title} />
      <p className="muted small">{words.state(job)}</p>
    </section>
  )
}
