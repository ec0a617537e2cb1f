import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { IssueChange } from '#contract/reports/comparison.ts'
import { lenient } from '#contract/responses/lenient.ts'
import { LinkCheck, type PageCheck } from '#contract/sharing/opened-link.ts'
import { asApiError, parseBody } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { queryClient } from '#web/data/query-client.ts'
import { reader } from '#web/data/reader.ts'
import { linkPath } from '#web/data/resource-paths.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { checkAgainWords as words } from '#web/session/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { humanise } from '#web/ui/text.ts'
import { formatAbsolute } from '#web/ui/time.tsx'
import { useCountdown } from '#web/ui/use-timers.ts'
import styles from './check-again.module.css'

/** Longer than other requests, because the server fetches and analyses the page. */
const maxSilence = 180_000

async function send(method: 'GET' | 'POST', token: string, signal: AbortSignal) {
  const path = `${linkPath(token)}/check`
  const options = method === 'POST' ? { form: {}, signal, maxSilence } : { signal }
  const { body } = await currentClient().call(method, path, options)
  return parseBody(path, body, () => {
    const { data, wait_seconds } = lenient(LinkCheck).parse(body)
    return { last: data, readyAt: wait_seconds > 0 ? Date.now() + wait_seconds * 1000 : null }
  })
}

const lastCheckQuery = (token: string) =>
  queryOptions({
    queryKey: [reader(), 'link check'],
    queryFn: ({ signal }) => send('GET', token, signal),
    refetchOnWindowFocus: false,
  })

/** Lets the visitor of a share link check its page again. */
export function CheckAgain({ token }: { token: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon="again" onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      {isOpen && <CheckDialog token={token} onClose={() => setOpen(false)} />}
    </>
  )
}

function CheckDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const reasonId = useId()
  const { data } = useQuery(lastCheckQuery(token))
  const { busy, error, submit } = useSubmit(async (_: null, signal) => {
    const query = lastCheckQuery(token)
    try {
      queryClient.setQueryData(query.queryKey, await send('POST', token, signal))
    } catch (thrown) {
      // A check that fails counts too.
      void queryClient.invalidateQueries({ queryKey: query.queryKey })
      throw thrown
    }
  })
  const isLimited = error?.kind === 'limited'
  const readyAt = isLimited ? error.retryAt : (data?.readyAt ?? null)
  const wait = useCountdown(readyAt)
  return (
    <Dialog
      open
      title={words.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.close}</Button>
          <Button
            variant="main"
            busy={busy}
            aria-disabled={wait > 0}
            aria-describedby={reasonId}
            onClick={() => wait === 0 && submit(null)}
          >
            {words.check}
          </Button>
        </>
      }
    >
      <p>{words.text}</p>
      <p id={reasonId} className={styles.reason}>
        {wait > 0 && readyAt !== null && words.wait(wait, timeOf(new Date(readyAt)))}
      </p>
      {error && !isLimited && (
        <Notice role="alert" tone="bad">
          {errorSentence(asApiError(error))}
        </Notice>
      )}
      <div role="status" className="stack tight">
        {data?.last && <LastCheck check={data.last} />}
      </div>
    </Dialog>
  )
}

/** In the order of the list. */
const order: readonly IssueChange[] = [
  'unchanged',
  'worse',
  'new',
  'partly_fixed',
  'not_checked_before',
  'not_checked',
  'fixed',
]

function LastCheck({ check: { checked_at: at, score, score_before: before, findings } }: { check: PageCheck }) {
  const seen = at === null ? '' : timeOf(new Date(at))
  const sorted = findings.toSorted((a, b) => order.indexOf(a.change) - order.indexOf(b.change))
  return (
    <>
      <p>{words.checked(seen, before ?? 0, score ?? 0)}</p>
      {sorted.length === 0 ? (
        <p>{words.noIssues}</p>
      ) : (
        <ul className={`stack tight ${styles.findings}`} aria-label={words.findings}>
          {sorted.map(({ check, name, change, line }) => (
            <li key={check}>
              <span>{name ?? humanise(check)}</span>
              <span data-change={change}>{words.change(change, seen, line)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The time alone for a check of today. */
const timeOf = (at: Date) => (at.toDateString() === new Date().toDateString() ? words.timeOf(at) : formatAbsolute(at))
