import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '#web/app/paths.ts'
import { useAnalyseRequests } from '#web/data/analyse-request.ts'
import { asApiError } from '#web/data/api-error.ts'
import { errorSentence, errorWords } from '#web/data/error-words.ts'
import { repeatedAnalysisQuery, dropPending, type PendingAnalysis } from '#web/reports/create-report.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { UrlText } from '#web/ui/url.tsx'
import { useAnalyses } from './analyses.tsx'
import { discardDraft } from './run-analyses.ts'
import { pendingWords as words } from './words.ts'
import styles from './analyse.module.css'

/** The analyses whose result is unknown, each with its actions. */
export const PendingNotices = ({ lost }: { lost: readonly PendingAnalysis[] }) => (
  <section className={`stack tight ${styles.notices}`} aria-label={words.label}>
    {lost.map((analysis) => (
      <PendingNotice key={analysis.id} analysis={analysis} />
    ))}
  </section>
)

/**
 * An analysis without a response. Our own service is asked again for its report, other servers would analyse the page
 * twice: there, the reports of its URL are linked.
 */
function PendingNotice({ analysis }: { analysis: PendingAnalysis }) {
  const { data: found, error, isFetching, refetch } = useQuery(repeatedAnalysisQuery(analysis))
  const navigate = useNavigate()
  const analyses = useAnalyses()
  const { analyse } = useAnalyseRequests()
  const { id, url, why, detail } = analysis

  useEffect(() => {
    if (found) discardDraft(analyses, url)
  }, [analyses, found, url])

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
    analyse(url)
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
