import { useEffect } from 'react'
import { paths } from '#web/app/paths.ts'
import { JobCard } from './job-card.tsx'
import { Lines } from './job-lines.tsx'
import { continueLocally, type LocalJob, localCommands } from './local-job.ts'
import { trayWords as words } from './tray-words.ts'

/** The job that the dashboard does by itself. It goes on when a page with it opens. */
export function LocalJobCard({ job }: { job: LocalJob }) {
  const { lines, state } = job
  const failed = lines.filter((line) => line.state === 'failed')
  useEffect(continueLocally, [])
  return (
    <JobCard
      title={words.title({ ...job, label: '' }, null)}
      job={job}
      view={paths.reports()}
      note={state === 'running' ? words.keepOpen : undefined}
      onPause={localCommands.pause}
      onResume={localCommands.resume}
      onCancel={localCommands.cancel}
      onRetry={localCommands.retry}
      onDismiss={localCommands.dismiss}
    >
      {failed.length > 0 && (
        <details>
          <summary>{words.failed(failed.length)}</summary>
          <Lines lines={failed} total={failed.length} />
        </details>
      )}
      <details>
        <summary>{words.all}</summary>
        <Lines lines={lines} total={lines.length} />
      </details>
    </JobCard>
  )
}
