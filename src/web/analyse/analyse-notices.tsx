import { useEffect } from 'react'
import { useAnalyseRequests } from '#web/data/analyse-request.ts'
import { errorSentence, errorWords } from '#web/data/error-words.ts'
import { useLostAnalyses } from '#web/reports/create-report.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useStore } from '#web/ui/store.ts'
import { UrlText } from '#web/ui/url.tsx'
import { useCountdown, useSecondsSince } from '#web/ui/use-timers.ts'
import { useAnalyses } from './analyses.tsx'
import { type AnalyseProblem, type Analysis, cancel, change, drop, runNext } from './run-analyses.ts'
import { problemWords, runningWords } from './words.ts'
import styles from './analyse.module.css'

const PendingNotices = lazyPart(() => import('./pending-notices.tsx').then((file) => file.PendingNotices))
const Adding = lazyPart(() => import('#web/jobs/adding.tsx').then((file) => file.Adding))

/** On every page: the analyses whose result is unknown, and those of many pages. */
export function AnalyseNotices() {
  const analyses = useAnalyses()
  const dialog = useStore(analyses.state, (state) => state.dialog)
  const lost = useLostAnalyses()
  useEffect(() => void runNext(analyses), [analyses])
  return (
    <>
      {lost.length > 0 && <PendingNotices lost={lost} />}
      <Adding dialog={dialog} onDialogClose={() => change(analyses, { dialog: null })} />
    </>
  )
}

/** Under the field: the problem, with the element ID `id`, or the running analysis and those that wait. */
export function FieldNotices({ id }: { id: string }) {
  const problem = useStore(useAnalyses().state, (state) => state.problem)
  return problem ? <ProblemNotice id={id} problem={problem} /> : <RunningAnalyses />
}

function ProblemNotice({ id, problem }: { id: string; problem: AnalyseProblem }) {
  const analyses = useAnalyses()
  const { openAddDialog } = useAnalyseRequests()
  const error = typeof problem === 'string' ? null : problem
  const wait = useCountdown(error?.retryAt ?? null)
  const sentence =
    typeof problem === 'string' ? problemWords[problem] : (problem.fields['url']?.join(' ') ?? errorSentence(problem))
  return (
    <div className={`over row ${styles.problem}`}>
      <Icon name="warn" />
      <p id={id} role="alert">
        {sentence} {wait > 0 && <span aria-hidden="true">{errorWords.waitFor(wait)}</span>}
      </p>
      {error?.code === 'slow_host' && (
        <Button size="s" onClick={() => openAddDialog(analyses.state.get().draft)}>
          {problemWords.inBackground}
        </Button>
      )}
      {error?.detail && error.kind !== 'invalid' && (
        <CopyButton size="s" text={error.detail} label={errorWords.copyDetail} doneLabel={errorWords.copied} />
      )}
      <Button variant="plain" size="s" icon="cross" iconOnly onClick={() => change(analyses, { problem: null })}>
        {problemWords.dismiss}
      </Button>
    </div>
  )
}

/** The stage of the running analysis, and the URLs that wait for it. */
function RunningAnalyses() {
  const analyses = useAnalyses()
  const { draft, running, queue } = useStore(analyses.state)
  return (
    <section className={`over enters stack small muted ${styles.running}`} aria-label={runningWords.label}>
      {running && (
        <div className={`row ${styles.stage}`}>
          <UrlText url={running.typed} />
          <Stage {...running} />
          {draft !== running.typed && (
            <Button variant="plain" size="s" icon="cross" iconOnly onClick={() => cancel(analyses)}>
              {runningWords.cancel(running.typed)}
            </Button>
          )}
        </div>
      )}
      {queue.length > 0 && (
        <>
          <p>{running ? runningWords.next : runningWords.offline}</p>
          <ul>
            {queue.map((typed) => (
              <li key={typed} className={`row ${styles.stage}`}>
                <UrlText url={typed} />
                <Button variant="plain" size="s" icon="cross" iconOnly onClick={() => drop(analyses, typed)}>
                  {runningWords.drop(typed)}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Shows the seconds too, from the first whole one on. */
function Stage({ startedAt, stage }: Analysis) {
  const seconds = useSecondsSince(startedAt)
  return (
    <span>
      {runningWords.stage(stage)} {seconds > 0 && runningWords.seconds(seconds)}
    </span>
  )
}
