import { reportListParams, websiteListParams } from '#contract/list-query.ts'
import { readQuery } from '#contract/query-params.ts'
import type { View } from '#contract/views.ts'
import { useWebsiteName } from '#web/websites/use-website-name.ts'
import { reportsViewName } from '#web/reports/view-name.ts'
import { websitesViewName } from '#web/websites/view-name.ts'
import styles from './views-page.module.css'

/** What a view shows, in the words with which its list names itself, where its name does not say just that. */
export function ViewDescription({ view: { name, list, query } }: { view: View }) {
  const search = new URLSearchParams(query)
  const reports = useNameOfReports(search)
  const shows = list === 'reports' ? reports : websitesViewName(readQuery(websiteListParams, search).query)
  return shows !== name && <p className={styles.shows}>{shows}</p>
}

function useNameOfReports(search: URLSearchParams) {
  const { query } = readQuery(reportListParams, search)
  const website = useWebsiteName(query.website_id)
  return reportsViewName(query, website?.full ?? null)
}
