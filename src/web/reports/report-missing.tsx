import { Link } from 'react-router-dom'
import { paths } from '#web/app/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { reportMissingWords } from './words.ts'
import styles from './report-page.module.css'

/**
 * The page for a report that doesn't exist. `latest` is the ID of the latest report of the same URL, if there is one.
 */
export function ReportMissing({ latest }: { latest: number | null }) {
  const { title, text, newer, openLatest, toReports } = reportMissingWords
  return (
    <div className={styles.missing}>
      <PageHeader title={title} lead={latest === null ? text : `${text} ${newer}`} />
      <p className={styles.ways}>
        {latest !== null && (
          <Link to={paths.report(latest)} className={buttonClass({ variant: 'main' })}>
            {openLatest}
          </Link>
        )}
        <Link to={paths.reports()} className={buttonClass()}>
          {toReports}
        </Link>
      </p>
    </div>
  )
}
