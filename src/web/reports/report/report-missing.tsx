import { Link } from 'react-router-dom'
import { paths } from '#web/app/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { reportMissingWords as words } from '../missing-words.ts'
import styles from './report-missing.module.css'

/** The address of no report; the newest of the same URL, when the server knows it, is one click away. */
export function ReportMissing({ newest }: { newest: number | null }) {
  return (
    <div className={styles.missing}>
      <PageHeader title={words.title} lead={newest === null ? words.text : `${words.text} ${words.newer}`} />
      <p className={styles.ways}>
        {newest !== null && (
          <Link to={paths.report(newest)} className={buttonClass({ variant: 'main' })}>
            {words.openNewest}
          </Link>
        )}
        <Link to={paths.reports()} className={buttonClass()}>
          {words.toReports}
        </Link>
      </p>
    </div>
  )
}
