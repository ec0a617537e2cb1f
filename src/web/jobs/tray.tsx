import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isFinished, type Job } from '#contract/jobs/job.ts'
import { domainOf } from '#contract/websites/website.ts'
import { paths } from '#web/app/paths.ts'
import { asApiError } from '#web/data/api-error.ts'
import { storedText, storeText } from '#web/data/browser-storage.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { server } from '#web/data/server.ts'
import { useOwnKey } from '#web/data/service.ts'
import { outdateReports } from '#web/resources/report-queries.ts'
import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { JobCard } from './job-card.tsx'
import { JobLines, whyOf } from './job-lines.tsx'
import { jobQueries, jobTitle, ownReportsOf, useJobEvents, websiteIdOf } from './queries.ts'
import { commandJob, sendWaitingJobs, tryHttp } from './start-job.ts'
import { dropWaiting, trackedJobs, untrackJob, useTrackedJobs, useWaitingJobs } from './tracked-jobs.ts'
import { trayWords as words } from './words.ts'
import styles from './tray.module.css'

/** The jobs of the server: those of this browser, and running ones of the same key. Also jobs that wait to be sent. */
export function JobTray() {
  const waiting = useWaitingJobs()
  const jobs = useShownJobs()
  useOnline()
  if (waiting.length + jobs.length === 0) return null
  return (
    <Tray jobs={jobs}>
      {waiting.map(({ key, count }) => (
        <section key={key} className={`stack tight ${styles.job}`}>
          <div className="row">
            <h3 className="cut grow medium">{words.waitingTitle(count)}</h3>
            <Button variant="plain" size="s" icon="cross" iconOnly onClick={() => dropWaiting(key)}>
              {words.dismiss(words.waitingTitle(count))}
            </Button>
          </div>
          <p className="muted small">{words.offline}</p>
        </section>
      ))}
      {jobs.map((job) => (
        <ServerJob key={job.id} job={job} />
      ))}
    </Tray>
  )
}

const storedChoice = `seo-reports:tray:${server}`

type TrayProps = { jobs: readonly Job[]; children: ReactNode }

function Tray({ jobs, children }: TrayProps) {
  const [isMinimised, setMinimised] = useState(() => storedText('browser', storedChoice) === 'small')
  const running = jobs.filter((job) => !isFinished(job))
  const sum = (count: (job: Job) => number) => running.reduce((total, job) => total + count(job), 0)
  const toggle = () => {
    setMinimised(!isMinimised)
    storeText('browser', storedChoice, isMinimised ? 'large' : 'small')
  }
  return (
    <section
      ref={keepToastsAbove}
      className={`over not-printed ${styles.tray}`}
      aria-label={words.label}
      data-minimised={isMinimised || undefined}
    >
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
      {!isMinimised && <div className={`stack ${styles.jobs}`}>{children}</div>}
    </section>
  )
}

/** Moves the toasts, which appear in the same corner, above the tray. */
function keepToastsAbove(tray: HTMLElement) {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--tray', `${tray.offsetHeight + 8}px`))
  observer.observe(tray)
  return () => {
    observer.disconnect()
    style.removeProperty('--tray')
  }
}

/**
 * The jobs to show, newest first: not those that this browser didn't start and that wait, such as the later try of an
 * unavailable page. Announces those that finish, and reads the lists again.
 */
function useShownJobs(): Job[] {
  const tracked = useTrackedJobs()
  const keyId = useOwnKey()?.id
  const { data = [] } = useQuery(jobQueries.recent())
  const isTracked = (job: Job) => tracked.some(({ id }) => id === job.id)
  const own = data
    .filter((job) => isTracked(job) || (!isFinished(job) && keyId !== undefined && job.created_by?.id === keyId))
    .sort((a, b) => b.id - a.id)
  const shown = own.filter((job) => isTracked(job) || job.state !== 'queued')
  const first = own.findLast(({ state }) => state === 'running' || state === 'queued')?.id ?? null
  useJobEvents(first)

  const running = useRef(new Set<number>())
  useEffect(() => {
    for (const job of data) {
      if (!isFinished(job)) running.current.add(job.id)
      else {
        if (running.current.delete(job.id)) {
          announce(words.finished(job.counts.done, job.counts.failed))
          void showReportsOf(job)
        }
        void tryHttp(job)
      }
    }
  }, [data])
  return shown
}

/** Shows the reports of a finished job in the lists; those that this browser started without a notice. */
async function showReportsOf(job: Job) {
  if (trackedJobs().some(({ id }) => id === job.id)) await ownReportsOf(job).catch(() => {})
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
  const view = useView(job, tracked?.host ?? null)
  return (
    <JobCard
      title={jobTitle(job)}
      job={job}
      view={view}
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

/** The path of a crawl that has ended, or of the list of another finished job's reports: its website and its days. */
function useView(job: Job, givenHost: string | null): string | null {
  const host = job.url === null ? givenHost : new URL(job.url).host
  const domain = host === null ? null : domainOf({ host })
  const finished = isFinished(job)
  const { data: websiteId, isFetched } = useQuery({
    queryKey: [server, 'jobs', 'website', domain],
    queryFn: ({ signal }) => (domain === null ? null : websiteIdOf(domain, signal)),
    enabled: finished && domain !== null && !job.results,
  })
  if (job.results) return paths.crawl(job.results.website_id, job.id)
  // Until the website is known, the link would lead to all of them.
  if (!finished || (domain !== null && !isFetched)) return null
  const [from, to] = [job.created_at, job.finished_at].map((at) => at?.slice(0, 10) ?? null)
  return paths.reports({ website_id: websiteId ?? null, from: from ?? null, to: to ?? null })
}
