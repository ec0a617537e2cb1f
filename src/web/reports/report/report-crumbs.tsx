import { Suspense } from 'react'
import { Link, useParams } from 'react-router-dom'
import { readId } from '#contract/list-query.ts'
import { reportsViewName } from '../view-name.ts'
import { useWebsiteName } from '#web/websites/use-website-name.ts'
import { paths } from '#web/app/paths.ts'
import { lazyOr } from '#web/ui/lazy-part.tsx'
import { neighbourWords } from '../neighbours-words.ts'
import { reportWords as words } from '../report-words.ts'
import type { listOfReport } from './list-of-report.ts'
import styles from './neighbours.module.css'

const Neighbours = lazyOr(
  () => import('./neighbours.lazy.tsx').then((file) => file.Neighbours),
  () => null,
)

/** The way back to the list the report was opened from, under that list's own name, and to its other reports. */
export function ReportCrumbs({ list }: { list: ReturnType<typeof listOfReport> }) {
  const id = readId(useParams()['id'])
  const website = useWebsiteName(list?.query.website_id ?? null)
  return (
    <>
      <nav aria-label={words.crumbs}>
        <Link to={paths.reports(list?.query)}>
          {list ? reportsViewName(list.query, website?.full ?? null) : words.backTo}
        </Link>
      </nav>
      {list && id !== null && (
        <nav aria-label={neighbourWords.label} className={styles.place}>
          <Suspense fallback={null}>
            <Neighbours id={id} query={list.query} />
          </Suspense>
        </nav>
      )}
    </>
  )
}
