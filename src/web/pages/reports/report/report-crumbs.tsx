import { Link } from 'react-router-dom'
import { reportsViewName } from '#web/lists/view-name.ts'
import { useWebsiteName } from '#web/lists/use-website-name.ts'
import { paths } from '#web/paths.ts'
import { reportWords as words } from '#web/words/report.ts'
import type { listOfReport } from './list-of-report.ts'

/** The way back to the list the report was opened from, under that list's own name. */
export function ReportCrumbs({ list }: { list: ReturnType<typeof listOfReport> }) {
  const website = useWebsiteName(list?.query.website_id ?? null)
  return (
    <nav aria-label={words.crumbs}>
      <Link to={paths.reports(list?.query)}>{list ? reportsViewName(list.query, website?.full ?? null) : words.backTo}</Link>
    </nav>
  )
}
