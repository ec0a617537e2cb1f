import { Link } from 'react-router-dom'
import { paths } from '#web/app/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { reportMissingWords } from './notice-words.ts'
import styles from './report-page.module.css'

/**
 * The page for a report that doesn't exist. `newest` is the ID of the newest report of the same URL, if there is one.
 */
export function ReportMissing({ newest }: { newest: number | null }) {
  const { title, text, newer, openNewest, toReports } = reportMissingWords
  return (
    <div className={styles.missing}>
      <PageHeader title={title} lead={newest === null ? text : `${text} ${newer}`} />
      <p className={styles.ways}>
        {newest !== null && (
          <Link to={paths.report(newest)} className={buttonClass({ variant: 'main' })}>
            {openNewest}
          </Link>
        )}
        <Link to={paths.reports()} className={buttonClass()}>
          {toReports}
        </Link>
      </p>
    </div>
  )
}
