import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { startAnalysing } from './analyse-request.ts'
import { asApiError } from '#web/data/api-error.ts'
import { type Asked, dropAsked } from './pending-analyses.ts'
import { findAskedQuery } from './find-pending.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { UrlText } from '#web/ui/url-text.tsx'
import { askedWords as words } from './pending-words.ts'
import { errorSentence, errorWords } from '#web/data/error-words.ts'
import styles from './pending-notice.module.css'

/** An analysis without an answer: that it has none, what was found of it, and both ways on. */
function AskedNotice({ asked }: { asked: Asked }) {
  const { data: found, error, isFetching, refetch, dataUpdatedAt } = useQuery(findAskedQuery(asked))
  const navigate = useNavigate()
  const { id, url, why, detail } = asked

  useEffect(() => {
    if (found) startAnalysing(url, 'made')
  }, [found, url])

  const said = found
    ? words.stored(found.id, found.after)
    : error
      ? words.notFound(errorSentence(asApiError(error)))
      : found === null
        ? words.notYet(Math.round((dataUpdatedAt - asked.at) / 1000))
        : words.looking
  const open = (report: number) => {
    dropAsked(id)
    void navigate(paths.report(report))
  }
  const again = () => {
    dropAsked(id)
    startAnalysing(url, 'run')
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
          <Button variant="plain" size="s" icon="cross" iconOnly data-dismiss onClick={() => dropAsked(id)}>
            {words.dismiss}
          </Button>
        </>
      }
    >
      <div role={found ? 'status' : 'alert'}>
        {words.why(why)} <strong>{said}</strong>
      </div>
      <UrlText url={url} lines="wrap" />
    </Notice>
  )
}

/** The analyses whose result is unknown, each with what to do. */
export const PendingNotices = ({ pending }: { pending: readonly Asked[] }) => (
  <section className={styles.notices} aria-label={words.label}>
    {pending.map((one) => (
      <AskedNotice key={one.id} asked={one} />
    ))}
  </section>
)
