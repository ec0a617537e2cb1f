import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '#web/app/paths.ts'
import { asApiError } from '#web/data/api-error.ts'
import { errorSentence, errorWords } from '#web/data/error-words.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { UrlText } from '#web/ui/url-text.tsx'
import { useCountdown } from '#web/ui/use-countdown.ts'
import { analyseNow, discardDraft } from '#web/data/analyse-request.ts'
import { findPendingQuery } from '#web/reports/find-pending.ts'
import { dropPending, type PendingAnalysis, useLostAnalyses } from '#web/reports/pending-analyses.ts'
import { pendingWords as words, problemWords } from './notice-words.ts'
import type { AnalyseProblem } from './use-analysis.ts'
import styles from './analyse-notices.module.css'

type ProblemNoticeProps = { id: string; problem: AnalyseProblem; onDismiss: () => void }

/** Why there is no report, under the field. `id` is given to the sentence. */
export function ProblemNotice({ id, problem, onDismiss }: ProblemNoticeProps) {
  const error = typeof problem === 'string' ? null : problem
  const wait = useCountdown(error?.retryAt ?? null)
  const sentence =
    typeof problem === 'string' ? problemWords[problem] : (problem.fields['url']?.join(' ') ?? errorSentence(problem))
  return (
    <div className={styles.problem}>
      <Icon name="warn" />
      <p id={id} role="alert">
        {sentence} {wait > 0 && <span aria-hidden="true">{errorWords.waitFor(wait)}</span>}
      </p>
      {error?.detail && error.kind !== 'invalid' && (
        <CopyButton size="s" text={error.detail} label={errorWords.copyDetail} doneLabel={errorWords.copied} />
      )}
      <Button variant="plain" size="s" icon="cross" iconOnly onClick={onDismiss}>
        {problemWords.dismiss}
      </Button>
    </div>
  )
}

/** The analyses whose result is unknown, each with what to do. */
export function PendingNotices() {
  const lost = useLostAnalyses()
  if (lost.length === 0) return null
  return (
    <section className={styles.notices} aria-label={words.label}>
      {lost.map((analysis) => (
        <PendingNotice key={analysis.id} analysis={analysis} />
      ))}
    </section>
  )
}

/** An analysis without a response: looks for its report, and offers to open it, or to analyse again. */
function PendingNotice({ analysis }: { analysis: PendingAnalysis }) {
  const { data: found, error, isFetching, refetch, dataUpdatedAt } = useQuery(findPendingQuery(analysis))
  const navigate = useNavigate()
  const { id, url, why, detail } = analysis

  useEffect(() => {
    if (found) discardDraft(url)
  }, [found, url])

  const state = found
    ? words.stored(found.id, found.after)
    : error
      ? words.notFound(errorSentence(asApiError(error)))
      : found === null
        ? words.notYet(Math.round((dataUpdatedAt - analysis.at) / 1000))
        : words.looking
  const open = (report: number) => {
    dropPending(id)
    void navigate(paths.report(report))
  }
  const again = () => {
    dropPending(id)
    analyseNow(url)
  }
  return (
    <Notice
      tone={found ? 'good' : 'decent'}
      actions={
        <>
          {found ? (
            <Button size="s" icon="open" onClick={() => open(found.id)}>
              {words.open(found.id)}
            </Button>
          ) : (
            <>
              <Button size="s" icon="again" busy={isFetching} onClick={() => void refetch()}>
                {words.lookAgain}
              </Button>
              <Button size="s" onClick={again}>
                {words.analyseAgain}
              </Button>
            </>
          )}
          {detail && why === 'not-understood' && (
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
