import { useState } from 'react'
import { isFinished, type Job, type JobCommand } from '#contract/jobs/job.ts'
import type { Run } from '#contract/jobs/runs.ts'
import { asApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { useOwnPerson } from '#web/data/service.ts'
import { jobTitle } from '#web/jobs/queries.ts'
import { commandJob } from '#web/jobs/start-job.ts'
import { trayWords } from '#web/jobs/words.ts'
import { useCanEdit } from '#web/resources/me.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { runsWords as words } from './words.ts'

/** Returns the job of a run, or null if there was none. */
export const jobOf = ({ state, ...run }: Run): Job | null =>
  state === 'skipped' || state === 'empty' || state === 'not_allowed' ? null : { ...run, state }

/** Returns whether the reader can command a job: of a website that they can edit, or of theirs over several. */
function useCanCommand({ website_id, created_by }: Job): boolean {
  const canEdit = useCanEdit(website_id)
  const isOwn = created_by?.id === `person:${useOwnPerson()?.id}`
  const canWrite = useCanWrite()
  return canEdit || (canWrite && website_id === null && isOwn)
}

/** The commands that the state of a job allows. In a row, it is one. A button that can't be used says why. */
export function RunActions({ job, inRow = false }: { job: Job; inRow?: boolean }) {
  const canCommand = useCanCommand(job)
  const [busy, setBusy] = useState<JobCommand | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const { id, state, counts } = job
  const title = jobTitle(job)
  const run = (command: JobCommand) => {
    setBusy(command)
    commandJob(id, command)
      .catch((thrown: unknown) => showToast({ text: errorSentence(asApiError(thrown)), tone: 'bad' }))
      .finally(() => setBusy(null))
  }
  const command = (name: JobCommand, label: string, longLabel: string, act = () => run(name)) => {
    const isAgain = name === 'retry' || name === 'repeat'
    const why = !canCommand ? words.readOnly : isAgain && !job.urls_kept ? words.urlsGone : null
    return (
      <Button
        size="s"
        icon={isAgain ? 'again' : undefined}
        busy={busy === name}
        aria-label={longLabel}
        aria-disabled={why !== null}
        title={why ?? undefined}
        onClick={why === null ? act : undefined}
      >
        {label}
      </Button>
    )
  }
  const isOpen = !isFinished(job)
  return (
    <>
      {!inRow && (state === 'running' || state === 'queued') && command('pause', trayWords.pause, words.pauseOf(title))}
      {state === 'paused' && command('resume', trayWords.resume, words.resumeOf(title))}
      {isOpen &&
        (!inRow || state !== 'paused') &&
        command('cancel', trayWords.cancel, words.cancelOf(title), () => setConfirming(true))}
      {!isOpen &&
        state !== 'cancelled' &&
        counts.failed > 0 &&
        command(
          'retry',
          inRow ? words.retry(counts.failed) : trayWords.retry(counts.failed),
          words.retryOf(counts.failed, title),
        )}
      {!isOpen &&
        !inRow &&
        job.kind === 'redirects' &&
        state !== 'cancelled' &&
        command('repeat', trayWords.repeat, words.repeatOf(title))}
      <ConfirmDialog
        open={isConfirming}
        danger
        title={trayWords.cancelTitle}
        confirmLabel={trayWords.cancelConfirm}
        cancelLabel={trayWords.keep}
        onConfirm={() => {
          setConfirming(false)
          run('cancel')
        }}
        onClose={() => setConfirming(false)}
      >
        <p>{trayWords.cancelText(counts.queued + counts.running)}</p>
      </ConfirmDialog>
    </>
  )
}
