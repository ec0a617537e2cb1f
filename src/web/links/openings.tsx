import { useQuery } from '@tanstack/react-query'
import { shownOpenings } from '#contract/links.ts'
import { asApiError } from '#web/data/api-error.ts'
import { linkQueries } from './queries.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { formatAbsolute } from '#web/ui/time.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { linksWords as words } from './words.ts'
import styles from './links-page.module.css'

/** When a link was opened, and with what, the newest first. */
export function Openings({ id, name }: { id: number; name: string }) {
  const { data, error } = useQuery({ ...linkQueries.opens(id), staleTime: 0 })
  if (error && !data) return <p role="alert">{errorSentence(asApiError(error))}</p>
  if (!data) return <Skeleton height="4rem" />
  if (data.length === 0) return <p>{words.noOpenings}</p>
  return (
    <>
      <ol className={styles.list} tabIndex={0} aria-label={words.openingsOf(name)}>
        {data.map(({ opened_at, client }, at) => (
          <li key={at}>
            <time dateTime={opened_at}>{formatAbsolute(new Date(opened_at))}</time>
            <span>{client}</span>
          </li>
        ))}
      </ol>
      {data.length >= shownOpenings && <p>{words.newestShown(shownOpenings)}</p>}
    </>
  )
}
