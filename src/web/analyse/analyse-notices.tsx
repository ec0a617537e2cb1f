import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '#web/app/paths.ts'
import { requestAnalysis, discardDraft, openAddDialog, useDraft } from '#web/data/analyse-request.ts'
import { asApiError } from '#web/data/api-error.ts'
import { errorSentence, errorWords } from '#web/data/error-words.ts'
import {
  repeatedAnalysisQuery,
  dropPending,
  type PendingAnalysis,
  useLostAnalyses,
} from '#web/reports/create-report.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useStore } from '#web/ui/store.ts'
import { UrlText } from '#web/ui/url.tsx'
import { useCountdown, useSecondsSince } from '#web/ui/use-timers.ts'
import { type AnalyseProblem, analyses, type Analysis, setAnalyses, cancel, drop, resume } from './run-analyses.ts'
import { pendingWords as words, problemWords, runningWords } from './words.ts'
import styles from './analyse.module.css'

const Adding = lazyPart(() => import('#web/jobs/adding.tsx').then((file) => file.Adding))

/** On every page: the analyses whose result is unknown, and those of many pages. */
export function AnalyseNotices() {
  const navigate = useNavigate()
  useEffect(() => resume(navigate), [navigate])
  return (
    <>
      <PendingNotices />
      <Adding />
    </>
  )
}

/** Under the field: the problem, with the element ID `id`, or the running analysis and those that wait. */
export function FieldNotices({ id }: { id: string }) {
  const { problem } = useStore(analyses)
  return problem ? <ProblemNotice id={id} problem={problem} /> : <RunningAnalyses />
}

function ProblemNotice({ id, problem }: { id: string; problem: AnalyseProblem }) {
  const draft = useDraft()
  const error = typeof problem === 'string' ? null : problem
  const wait = useCountdown(error?.retryAt ?? null)
  const sentence =
    typeof problem === 'string' ? problemWords[problem] : (problem.fields['url']?.join(' ') ?? errorSentence(problem))
  return (
    <div className={`row ${styles.problem}`}>
      <Icon name="warn" />
      <p id={id} role="alert">
        {sentence} {wait > 0 && <span aria-hidden="true">{errorWords.waitFor(wait)}</span>}
      </p>
      {error?.code === 'slow_host' && (
        <Button size="s" onClick={() => openAddDialog(draft)}>
          {problemWords.inBackground}
        </Button>
      )}
      {error?.detail && error.kind !== 'invalid' && (
        <CopyButton size="s" text={error.detail} label={errorWords.copyDetail} doneLabel={errorWords.copied} />
      )}
      <Button variant="plain" size="s" icon="cross" iconOnly onClick={() => setAnalyses({ problem: null })}>
        {problemWords.dismiss}
      </Button>
    </div>
  )
}

/** The stage of the running analysis, and the URLs that wait for it. */
function RunningAnalyses() {
  const { running, queue } = useStore(analyses)
  const draft = useDraft()
  return (
    <section className={styles.running} aria-label={runningWords.label}>
      {running && (
        <div className={`row ${styles.stage}`}>
          <UrlText url={running.typed} />
          <Stage {...running} />
          {draft !== running.typed && (
            <Button variant="plain" size="s" icon="cross" iconOnly onClick={cancel}>
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
                <Button variant="plain" size="s" icon="cross" iconOnly onClick={() => drop(typed)}>
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

/** The analyses whose result is unknown, each with its actions. */
function PendingNotices() {
  const lost = useLostAnalyses()
  if (lost.length === 0) return null
  return (
    <section className={`stack tight ${styles.notices}`} aria-label={words.label}>
      {lost.map((analysis) => (
        <PendingNotice key={analysis.id} analysis={analysis} />
      ))}
    </section>
  )
}

/**
 * An analysis without a response. Our own service is asked again for its report, other servers would analyse the page
 * twice: there, the reports of its URL are linked.
 */
function PendingNotice({ analysis }: { analysis: PendingAnalysis }) {
  const { data: found, error, isFetching, refetch } = useQuery(repeatedAnalysisQuery(analysis))
  const navigate = useNavigate()
  const { id, url, why, detail } = analysis

  useEffect(() => {
    if (found) discardDraft(url)
  }, [found, url])

  const failure = error && asApiError(error)
  const state = found
    ? words.ready(found.id)
    : isFetching
      ? words.repeating
      : failure && !failure.unsure
        ? (failure.fields['url']?.join(' ') ?? errorSentence(failure))
        : words.unknown
  const leave = (to: string) => {
    dropPending(id)
    void navigate(to)
  }
  const again = () => {
    dropPending(id)
    requestAnalysis(url)
  }
  return (
    <Notice
      tone={found ? 'good' : 'decent'}
      actions={
        <>
          {found && (
            <Button size="s" icon="page" onClick={() => leave(paths.report(found.id))}>
              {words.open(found.id)}
            </Button>
          )}
          {failure?.unsure && (
            <Button size="s" icon="again" busy={isFetching} onClick={() => void refetch()}>
              {errorWords.retry}
            </Button>
          )}
          {found === null && (
            <Button size="s" icon="page" onClick={() => leave(paths.reports({ search: url }))}>
              {words.find}
            </Button>
          )}
          {(found === null || (failure && !failure.unsure)) && (
            <Button size="s" onClick={again}>
              {words.analyseAgain}
            </Button>
          )}
          {detail && why === 'unreadable' && (
            <CopyButton size="s" text={detail} label={errorWords.copyDetail} doneLabel={errorWords.copied} />
          )}
          <Button variant="plain" size="s" icon="cross" iconOnly data-dismiss onClick={() => dropPending(id)}>
            {words.dismiss}
          </Button>
        </>
      }
    >
      <div role={found ? 'status' : 'alert'}>
        {words.why(why)} <strong>{state}</strong>
      </div>
      <UrlText url={url} lines="wrap" />
    </Notice>
  )
}
