import { useEffect, useRef } from 'react'
import { ApiError } from '#web/data/api-error.ts'
import { currentClient, isVisitor } from '#web/data/session.ts'
import { announce } from '#web/ui/live-region.tsx'
import { listNoticeWords as words } from './notice-words.ts'
import styles from './list-news.module.css'
import type { NewsProps } from './list-notices.tsx'

/** So many rows at most are asked after; a page that lost more has changed as a whole. */
const askedAfter = 20

/** "3 new reports · Show", over the rows and in nobody's way: nothing moves until somebody wants it to. */
export function NewsPill({ rows, resource }: NewsProps) {
  const { news, gone, strike, show } = rows
  const struck = useStrike(resource, news?.missing, gone, strike)
  const added = news?.added ?? 0
  const sentence =
    [added > 0 && words.added[resource](added), struck > 0 && words.goneElsewhere(struck)].filter(Boolean).join(', ') ||
    words.changed
  useEffect(() => announce(sentence), [sentence])
  return (
    <div className={styles.place}>
      <p className={styles.pill}>
        {sentence}
        <button type="button" onClick={show}>
          {added > 0 ? words.showNew : words.showChanged}
        </button>
      </p>
    </div>
  )
}

/** Asks for each missing row by itself, since one may have moved to another page and not be deleted at all. */
function useStrike(
  resource: NewsProps['resource'],
  missing: number[] = [],
  gone: ReadonlySet<number> | undefined,
  strike: NewsProps['rows']['strike'],
) {
  const asked = missing.slice(0, askedAfter).join()
  const latest = useRef(strike)
  useEffect(() => {
    latest.current = strike
  })
  useEffect(() => {
    const stop = new AbortController()
    const ids = asked === '' ? [] : asked.split(',').map(Number)
    void Promise.all(ids.map(async (id) => ((await isGone(resource, id, stop.signal)) ? [id] : []))).then((found) => {
      if (!stop.signal.aborted && found.flat().length > 0) latest.current(new Set(found.flat()))
    })
    return () => stop.abort()
  }, [asked, resource])
  return missing.filter((id) => gone?.has(id)).length
}

async function isGone(resource: NewsProps['resource'], id: number, signal: AbortSignal) {
  // One that is shared no longer is not told from one that is deleted.
  if (isVisitor()) return false
  try {
    await currentClient().call('GET', `/${resource}/${id}`, { signal })
    return false
  } catch (error) {
    return error instanceof ApiError && error.kind === 'missing'
  }
}
