import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isFinished, type Job } from '#contract/jobs/job.ts'
import { useOwnService } from '#web/data/service.ts'
import { jobQueries, jobTitle } from '#web/jobs/queries.ts'
import { trayWords } from '#web/jobs/words.ts'
import { usePendingAnalyses } from '#web/reports/create-report.ts'
import { Card, CardHead } from '#web/ui/page.tsx'
import { RelativeTime } from '#web/ui/time.tsx'
import { UrlText } from '#web/ui/url.tsx'
import { overviewWords as words } from './words.ts'
import styles from './overview.module.css'

/** The analyses of this tab that have no result yet, and the unfinished jobs of everyone on our own service. */
export function Analyses() {
  const analyses = usePendingAnalyses()
  const { data: recent } = useQuery({ ...jobQueries.recent(), enabled: useOwnService() === true })
  // The server may run an analysis of this tab as a job.
  const jobs = recent?.filter((job) => !isFinished(job) && !analyses.some(({ url }) => isOf(job, url))) ?? []
  if (analyses.length + jobs.length === 0) return null
  return (
    <Card flush aria-labelledby="analyses">
      <CardHead id="analyses" title={words.analyses} />
      <ul className={styles.analyses}>
        {analyses.map(({ id, url, at, why }) => (
          <Analysis key={id} at={new Date(at).toISOString()} state={why === null ? words.running : words.lost}>
            <UrlText url={url} />
          </Analysis>
        ))}
        {jobs.map((job) => (
          <Analysis key={job.id} at={job.created_at} state={trayWords.state(job)}>
            {jobTitle(job)}
          </Analysis>
        ))}
      </ul>
    </Card>
  )
}

const isOf = ({ kind, url }: Job, other: string) => kind === 'url' && url === other

const Analysis = ({ at, state, children }: { at: string | null; state: string; children: ReactNode }) => (
  <li>
    <span className={styles.what}>{children}</span>
    <span className={`faint tiny ${styles.count}`}>
      {state}
      {at && (
        <>
          {'\u00a0· '}
          <RelativeTime iso={at} />
        </>
      )}
    </span>
  </li>
)
